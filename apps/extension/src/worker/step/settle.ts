import type { ActivityReply } from "@webhand/page/execute/page-action";
import { quietTimes } from "@webhand/page/watch/quiet";
import { browser } from "wxt/browser";
import type { RunRecord } from "../../run-record.ts";
import { askPage, PageError } from "../frames/ask-page.ts";
import type { Frame } from "../frames/documents.ts";
import { inject, listFrames } from "../frames/documents.ts";
import type { Settled } from "../run/engine.ts";
import type { RunStore } from "../run/store.ts";
import { mayInject } from "../tabs/access.ts";
import { trustedAccessOf } from "../trusted/perform.ts";
import type { FrameObserver, FrameReport } from "./frame-observers.ts";
import { observersOf, restOf, settledFrom } from "./frame-observers.ts";

const stepMs = 100;
const shortestStepMs = 10;
const askLimitMs = 1_000;

export type SettleDeps = {
	readonly runs: Pick<RunStore, "get">;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
};

type Moment = { readonly rest: ActivityReply["rest"]; readonly frames: readonly Frame[]; readonly told: readonly FrameReport[] };

type Question = {
	readonly tabId: number;
	readonly record: RunRecord;
	readonly actedMsAgo: number;
	/** New frame documents that got the script; one that stays silent is not awaited. */
	readonly entered: Set<string>;
};

/**
 * Waits until a tab settles after an action: each document says by `isQuiet` whether it has, and documents that replace it are asked too.
 * The worker asks each 100 ms, since a hidden page's timers are slow, and at the moment at which the page can be quiet.
 *
 * @returns the changes since the action; `isPending` after 3 s, with a navigation after 15 s
 */
export async function settleRun(deps: SettleDeps, record: RunRecord, signal: AbortSignal): Promise<Settled> {
	const startedAt = deps.now();
	const entered = new Set<string>();
	for (let waitMs = stepMs; ; ) {
		await deps.sleepUntil(deps.now() + waitMs, signal);
		signal.throwIfAborted();
		const tabId = (await deps.runs.get(record.tabId))?.currentTabId ?? record.currentTabId;
		const actedMsAgo = Math.max(0, deps.now() - (record.acted?.at ?? startedAt));
		const { rest, frames, told } = await observeFrames({ tabId, record, actedMsAgo, entered });
		const elapsedMs = deps.now() - startedAt;
		const isLate = elapsedMs >= quietTimes.capAfterNavigation;
		if (rest === "waiting" && !isLate) {
			const quietIn = told.map(({ age }) => (typeof age === "string" || age.rest !== "waiting" ? 0 : age.quietInMs));
			waitMs = Math.max(shortestStepMs, Math.min(stepMs, Math.max(0, ...quietIn) || stepMs));
			continue;
		}
		const settled = settledFrom(record, { frames, told, url: await urlOf(tabId), elapsedMs });
		return { ...settled, isPending: rest !== "quiet", trusted: await trustedAccessOf(record) };
	}
}

async function urlOf(tabId: number): Promise<string | undefined> {
	return (await browser.tabs.get(tabId).catch(() => null))?.url;
}

async function observeFrames(question: Question): Promise<Moment> {
	const { tabId, record } = question;
	const tab = await browser.tabs.get(tabId).catch(() => null);
	if (tab === null) return { rest: "quiet", frames: [], told: [] };
	const isComplete = tab.status === "complete";
	const frames = await listFrames(tabId);
	const told = await Promise.all(
		observersOf(record, frames).map(async (observer): Promise<FrameReport> => ({ ...observer, age: await ageOf(question, observer) })),
	);
	const [top] = told;
	if (top === undefined) return { rest: isComplete ? "quiet" : "waiting", frames, told };
	const mayGoIn = () => mayInject(record, top.frame.url);
	if (top.age === "absent") {
		const isEntered = await mayGoIn();
		if (isEntered) await inject(tabId, [top.frame]);
		return { rest: isEntered || !isComplete ? "waiting" : "quiet", frames, told };
	}
	const closed = told.filter(({ frame, isNew, age }) => isNew && age === "absent" && !question.entered.has(frame.documentId));
	if (closed.length === 0 || !(await mayGoIn())) return { rest: restOf(told, isComplete), frames, told };
	for (const { frame } of closed) question.entered.add(frame.documentId);
	await inject(
		tabId,
		closed.map(({ frame }) => frame),
	);
	return { rest: "waiting", frames, told };
}

async function ageOf({ tabId, actedMsAgo }: Question, { frame, firstId }: FrameObserver): Promise<FrameReport["age"]> {
	const { frameId, documentId } = frame;
	try {
		return await askPage({ tabId, frameId, documentId }, { type: "page_activity", input: { firstId, actedMsAgo }, limitMs: askLimitMs });
	} catch (error) {
		if (error instanceof PageError) return error.kind;
		throw error;
	}
}
