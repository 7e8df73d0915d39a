import { browser } from "wxt/browser";
import type { AgeReply } from "../page/messages.ts";
import type { RunRecord } from "../storage.ts";
import { inject, isAllowedByChrome } from "./frames/inject.ts";
import type { Frame } from "./frames/list.ts";
import { listFrames } from "./frames/list.ts";
import { askPage, PageError } from "./frames/send.ts";
import type { Settled } from "./run/engine.ts";
import type { RunStore } from "./run/store.ts";

const stepMs = 100;
const shortestMs = 250;
const quietCapMs = 3_000;
const navigationCapMs = 15_000;
const askLimitMs = 1_000;
const askedFrames = 6;

export type SettleDeps = {
	readonly runs: Pick<RunStore, "get">;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
};

/** What the documents of a tab tell at one moment. */
type Moment = {
	readonly isGone: boolean;
	readonly isCalm: boolean;
	/** Another document stands in the tab. */
	readonly isNavigated: boolean;
	/** The document is on its way out: its successor has not come yet. */
	readonly isLeaving: boolean;
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
		const isLate = elapsedMs >= (moment.isNavigated || moment.isLeaving ? navigationCapMs : quietCapMs);
		if (moment.isGone || isLate || (moment.isCalm && elapsedMs >= shortestMs)) {
			return settledFrom(record, moment, { elapsedMs, isPending: isLate && !moment.isCalm, url: await urlOf(tabId) });
		}
	}
}

async function urlOf(tabId: number): Promise<string | undefined> {
	return (await browser.tabs.get(tabId).catch(() => null))?.url;
}

async function lookAround(tabId: number, record: RunRecord): Promise<Moment> {
	const nothing = { isGone: false, isLeaving: false, ages: [] };
	const tab = await browser.tabs.get(tabId).catch(() => null);
	if (tab === null) return { ...nothing, isGone: true, isCalm: true, isNavigated: false };
	const isComplete = tab.status === "complete";
	const frames = (await listFrames(tabId)).slice(0, askedFrames);
	const top = frames.find(({ frameId }) => frameId === 0);
	if (top === undefined) return { ...nothing, isCalm: isComplete, isNavigated: true };
	const isNavigated = record.frames[0] !== undefined && record.frames[0].documentId !== top.documentId;
	const known = new Set(record.frames.map(({ documentId }) => documentId));
	const ages = await Promise.all(
		frames.filter((frame) => frame === top || known.has(frame.documentId)).map((frame) => ageOf(tabId, frame)),
	);
	const topAge = ages[0];
	if (topAge === "absent") return { ...nothing, isNavigated, isCalm: !(await enter(tabId, top)) && isComplete };
	const answers = ages.filter((age) => typeof age !== "string");
	// A link was followed, and its server has not answered yet: the old page is calm, but not what comes of the action.
	const isLeaving = typeof topAge === "object" && topAge.hasLeft && !isComplete;
	const isCalm = typeof topAge === "object" && !isLeaving && answers.every((age) => age.isQuiet && age.isLoaded);
	return { isGone: false, isNavigated, isLeaving, isCalm, ages: answers };
}

async function ageOf(tabId: number, { frameId, documentId }: Frame): Promise<AgeReply | PageError["kind"]> {
	try {
		return await askPage({ tabId, frameId, documentId }, { type: "page_age", input: {}, limitMs: askLimitMs });
	} catch (error) {
		if (error instanceof PageError) return error.kind;
		throw error;
	}
}

/** A new document without our script: put it in, and ask at the next turn. @returns false where that is not possible */
async function enter(tabId: number, top: Frame): Promise<boolean> {
	if (!/^https?:/.test(top.url)) return false;
	const { protocol, hostname } = new URL(top.url);
	if (!(await isAllowedByChrome([`${protocol}//${hostname}/*`]))) return false;
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
