import { browser } from "wxt/browser";
import type { AgeReply } from "../../page/messages.ts";
import type { RunRecord } from "../../storage.ts";
import { inject } from "../frames/inject.ts";
import type { Frame } from "../frames/list.ts";
import { listFrames } from "../frames/list.ts";
import { askPage, PageError } from "../frames/send.ts";
import type { Settled } from "../run/engine.ts";
import type { RunStore } from "../run/store.ts";
import { mayEnter } from "../tabs/enter.ts";
import { trustedAccessOf } from "../trusted/perform.ts";

const stepMs = 100;
const leavingCapMs = 15_000;
const askLimitMs = 1_000;
const askedFrames = 6;

export type SettleDeps = {
	readonly runs: Pick<RunStore, "get">;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
};

/** What the documents of a tab tell at one moment. */
type Moment = {
	readonly rest: AgeReply["rest"];
	/** Another document stands in the tab. */
	readonly isNavigated: boolean;
	readonly ages: readonly AgeReply[];
};

/**
 * Waits until the page has come to rest after an action: the worker asks every 100 ms, since a hidden page's own timers are slow.
 *
 * @returns what changed since the action; `isPending` at 3 s, after a navigation at 15 s
 * @source page.md §7; extension.md §4 "settle"
 */
export async function settleRun(deps: SettleDeps, record: RunRecord, signal: AbortSignal): Promise<Settled> {
	const startedAt = deps.now();
	for (;;) {
		await deps.sleepUntil(deps.now() + stepMs, signal);
		signal.throwIfAborted();
		const tabId = (await deps.runs.get(record.tabId))?.currentTabId ?? record.currentTabId;
		const moment = await lookAround(tabId, record);
		const elapsedMs = deps.now() - startedAt;
		const isLate = elapsedMs >= leavingCapMs;
		if (moment.rest === "waiting" && !isLate) continue;
		const settled = settledFrom(record, moment, { elapsedMs, isPending: moment.rest !== "quiet", url: await urlOf(tabId) });
		return { ...settled, trusted: await trustedAccessOf(record) };
	}
}

async function urlOf(tabId: number): Promise<string | undefined> {
	return (await browser.tabs.get(tabId).catch(() => null))?.url;
}

async function lookAround(tabId: number, record: RunRecord): Promise<Moment> {
	const tab = await browser.tabs.get(tabId).catch(() => null);
	if (tab === null) return { rest: "quiet", isNavigated: false, ages: [] };
	const isComplete = tab.status === "complete";
	const frames = (await listFrames(tabId)).slice(0, askedFrames);
	const top = frames.find(({ frameId }) => frameId === 0);
	if (top === undefined) return { rest: isComplete ? "quiet" : "waiting", isNavigated: true, ages: [] };
	const isNavigated = record.frames[0] !== undefined && record.frames[0].documentId !== top.documentId;
	const blocks = new Map(record.frames.map(({ documentId, firstId }) => [documentId, firstId]));
	const asked = frames.filter((frame) => frame === top || blocks.has(frame.documentId));
	const ages = await Promise.all(asked.map((frame) => ageOf(tabId, frame, blocks.get(frame.documentId) ?? 1)));
	const [topAge] = ages;
	if (topAge === "absent")
		return { rest: (await enter(tabId, { top, record })) || !isComplete ? "waiting" : "quiet", isNavigated, ages: [] };
	if (topAge === undefined || typeof topAge === "string") return { rest: "waiting", isNavigated, ages: [] };
	const answers = ages.filter((age) => typeof age !== "string");
	// A link was followed, and its server has not answered yet: the old page is calm, but not what comes of the action.
	const isLeaving = topAge.hasLeft && !isComplete;
	return { rest: isLeaving ? "waiting" : restOf(answers), isNavigated, ages: answers };
}

/** A page is as restless as its most restless document. */
function restOf(ages: readonly AgeReply[]): AgeReply["rest"] {
	if (ages.some(({ rest }) => rest === "waiting")) return "waiting";
	return ages.some(({ rest }) => rest === "capped") ? "capped" : "quiet";
}

async function ageOf(tabId: number, { frameId, documentId }: Frame, firstId: number): Promise<AgeReply | PageError["kind"]> {
	try {
		return await askPage({ tabId, frameId, documentId }, { type: "page_age", input: { firstId }, limitMs: askLimitMs });
	} catch (error) {
		if (error instanceof PageError) return error.kind;
		throw error;
	}
}

/** A new document without our script: put it in, and ask at the next turn. @returns false where that is not possible, or not yet allowed */
async function enter(tabId: number, { top, record }: { readonly top: Frame; readonly record: RunRecord }): Promise<boolean> {
	if (!(await mayEnter(record, top.url))) return false;
	await inject(tabId, [top]);
	return true;
}

type Outcome = { readonly elapsedMs: number; readonly isPending: boolean; readonly url: string | undefined };

function settledFrom(record: RunRecord, moment: Moment, { elapsedMs, isPending, url }: Outcome): Settled {
	const sum = (count: (age: AgeReply) => number) => moment.ages.reduce((total, age) => total + count(age), 0);
	const urlChanged = url !== undefined && record.lastUrl !== null && url !== record.lastUrl;
	// Counters of a new document count from its own beginning: the whole page was exchanged.
	const addedCount = moment.isNavigated ? 0 : sum((age) => age.addedCount);
	const removedCount = moment.isNavigated ? 0 : sum((age) => age.removedCount);
	return {
		isPending,
		domChanges: {
			addedCount,
			removedCount,
			dropdownDetected: moment.ages.some((age) => age.dropdownDetected),
			stabilizationTime: elapsedMs,
			...(record.lastUrl === null ? {} : { previousUrl: record.lastUrl }),
			urlChanged,
		},
		clientObservations: {
			didNetworkOccur: moment.isNavigated || moment.ages.some((age) => age.hasNetwork),
			didDomMutate: moment.isNavigated || addedCount + removedCount > 0 || moment.ages.some((age) => age.hasFormChange),
			didUrlChange: urlChanged,
		},
	};
}
