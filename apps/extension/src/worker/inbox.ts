import { waitingRoute } from "@webhand/contracts/agent/waiting";
import type { ReplyOf } from "@webhand/contracts/routes";
import { browser } from "wxt/browser";
import type { RunRecord } from "../run-record.ts";
import type { SignedInApi } from "../signed-in-api.ts";
import { authItem, toldWaitingItem } from "../storage.ts";
import { showWaiting } from "./badge.ts";
import { notifyWaiting } from "./notify.ts";

/** What waits for the person, over all browsers. */
export type Inbox = {
	/** Reads the list: the icon shows the count, and what is new is told once. Never rejects. */
	readonly look: () => Promise<void>;
	/** Looks where a run of this browser asks something else than before, or nothing any more. */
	readonly afterRuns: (records: readonly RunRecord[]) => void;
};

export const inboxAlarm = "webhand.inbox";
const everyMinutes = 2;
/** Five kinds of entries, of each of which the server lists so many. */
const mostPages = 5;
const pageSize = 100;

/** Follows the inbox while somebody is signed in. */
export function createInbox({ api, isPanelOpen }: { readonly api: SignedInApi; readonly isPanelOpen: () => boolean }): Inbox {
	let asked = "";
	const look = async () => {
		const isSignedIn = (await authItem.get()).kind === "token";
		if (!isSignedIn) {
			await Promise.all([browser.alarms.clear(inboxAlarm), showWaiting(0), toldWaitingItem.set([])]);
			return;
		}
		if ((await browser.alarms.get(inboxAlarm)) === undefined) await browser.alarms.create(inboxAlarm, { periodInMinutes: everyMinutes });
		const { waiting, count } = await readWaiting(api);
		await showWaiting(count);
		const told = new Set(await toldWaitingItem.get());
		await toldWaitingItem.set(waiting.map(({ id }) => id));
		await notifyWaiting(
			waiting.filter(({ id }) => !told.has(id)),
			isPanelOpen(),
		);
	};
	// Looks come one after the other: two at once would tell the same twice.
	let looking = Promise.resolve();
	const lookNext = () => {
		looking = looking.then(look).catch(() => undefined);
		return looking;
	};
	return {
		look: lookNext,
		afterRuns: (records) => {
			const asks = records
				.map(({ question }) => question?.id ?? "")
				.sort()
				.join(" ");
			if (asks === asked) return;
			asked = asks;
			void lookNext();
		},
	};
}

/** The whole list: an entry that was behind the first page would count as new once it moves up. */
async function readWaiting(api: SignedInApi): Promise<Pick<ReplyOf<typeof waitingRoute>, "waiting" | "count">> {
	const first = await api.call(waitingRoute, { query: { limit: pageSize } });
	const waiting = [...first.waiting];
	let cursor = first.nextCursor;
	for (let page = 1; cursor !== null && page < mostPages; page += 1) {
		const next = await api.call(waitingRoute, { query: { limit: pageSize, cursor } });
		waiting.push(...next.waiting);
		cursor = next.nextCursor;
	}
	return { waiting, count: first.count };
}
