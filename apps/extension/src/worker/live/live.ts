import { isTerminal, TaskStatus } from "@webhand/contracts/agent/task";
import type { SessionId } from "@webhand/contracts/ids";
import type { ArrivedEvent } from "../../messages.ts";
import type { RunRecord } from "../../run-record.ts";
import type { Contact } from "../../signed-in-api.ts";
import { authItem, serverUrlItem } from "../../storage.ts";
import type { Panels } from "../panel/panels.ts";
import { clearSignIn } from "../server/api.ts";
import { followWith } from "./follow.ts";
import { createFollowers } from "./following.ts";

export type LiveDeps = {
	readonly panels: () => Pick<Panels, "sessions" | "tell" | "refresh">;
	readonly activeRuns: () => Promise<readonly RunRecord[]>;
	readonly onContact: (contact: Contact) => void;
	/** The task of a run may have changed without this browser. */
	readonly onNews: (record: RunRecord) => Promise<void>;
};

/**
 * The realtime connection of this browser: for panels that are open, and for runs that wait for what happens elsewhere. `update` opens and
 * closes what changed: a panel opened, showed another chat or closed; a run began or ended; the sign-in changed.
 */
export function createLive(deps: LiveDeps) {
	let followers: ReturnType<typeof createFollowers> | null = null;
	let signedInAs = "";

	async function openFor(): Promise<void> {
		const [auth, serverUrl] = await Promise.all([authItem.get(), serverUrlItem.get()]);
		const user = auth.kind === "token" && auth.serverUrl === serverUrl ? auth.accessToken : "";
		if (user === signedInAs) return;
		followers?.keep(new Set());
		signedInAs = user;
		followers =
			auth.kind === "token" && user !== ""
				? createFollowers({
						follow: followWith({ signIn: auth, onContact: deps.onContact, onRefused: clearSignIn }),
						onEvent,
						onBehind,
						onState: deps.panels().refresh,
					})
				: null;
	}

	function onEvent(sessionId: SessionId, { name, data }: ArrivedEvent): void {
		deps.panels().tell(sessionId, { type: "view_event", sessionId, name, data });
		if (name === "agent_event") return;
		void runsOf(sessionId).then((records) => {
			for (const record of records) if (isNews(record, { name, data })) void deps.onNews(record);
		});
	}

	function onBehind(sessionId: SessionId): void {
		deps.panels().tell(sessionId, { type: "view_behind", sessionId });
		void runsOf(sessionId).then((records) => {
			for (const record of records) if (record.wait?.kind === "user") void deps.onNews(record);
		});
	}

	const runsOf = async (sessionId: SessionId) => (await deps.activeRuns()).filter((record) => record.sessionId === sessionId);

	async function update(): Promise<void> {
		await openFor();
		const begun = (await deps.activeRuns()).filter(({ taskId }) => taskId !== null);
		followers?.keep(new Set([...deps.panels().sessions(), ...begun.map(({ sessionId }) => sessionId)]));
	}

	return {
		/** The server is back: a connection does not wait for its next attempt. */
		reopen: async (): Promise<void> => {
			followers?.keep(new Set());
			await update();
		},
		update,
		stateOf: (sessionId: SessionId) => followers?.stateOf(sessionId) ?? null,
	};
}

/** A run reads its task again when somebody may have answered for it or ended it; its own steps are no news. */
function isNews({ taskId, wait }: RunRecord, { name, data }: ArrivedEvent): boolean {
	const status = TaskStatus.safeParse(data["status"]);
	if (name === "task_status" && data["taskId"] === taskId && status.success && isTerminal(status.data)) return true;
	return wait?.kind === "user";
}
