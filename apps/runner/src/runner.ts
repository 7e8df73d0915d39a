import { setTimeout as pause } from "node:timers/promises";
import type { RunnerStatus } from "@webhand/contracts/authority/runner-order";
import type { RunnerBrowser } from "./browser.ts";
import { OrderRefused } from "./browser.ts";
import type { RunnerFacts } from "./health.ts";
import type { Restarts } from "./policy.ts";
import { afterBrowserEnd, drainOf, newsOf, signInOf } from "./policy.ts";

/** What keeps a runner from its work until a person helps; exit code 1. */
export class RunnerProblem extends Error {}

export type RunnerDeps = {
	readonly openBrowser: () => Promise<RunnerBrowser>;
	readonly serverUrl: string;
	readonly code: string | undefined;
	readonly drainLimitMs: number;
	/** Called with what changed. */
	readonly onFacts: (facts: Partial<RunnerFacts>) => void;
	readonly print: (line: string) => void;
	readonly now: () => number;
};

const lookMs = 2_000;
const drainLookMs = 500;

/**
 * Keeps a browser at work until `stopping` is aborted, then lets its rows end. A browser that ends is started again.
 *
 * @throws RunnerProblem where only a person helps
 */
export async function runRunner(deps: RunnerDeps, stopping: AbortSignal): Promise<void> {
	let restarts: Restarts = { early: 0 };
	for (let starts = 1; !stopping.aborted; starts += 1) {
		const startedAt = deps.now();
		const reason = await work(deps, starts, stopping);
		deps.onFacts({ status: null, isBrowserUp: false });
		if (stopping.aborted) return;
		const next = afterBrowserEnd(restarts, deps.now() - startedAt);
		restarts = next.restarts;
		deps.print(`${reason} It is started again in ${next.pauseMs / 1_000} s.`);
		await pause(next.pauseMs, undefined, { signal: stopping }).catch(() => undefined);
	}
}

/** One life of the browser. @returns why it ended */
async function work(deps: RunnerDeps, starts: number, stopping: AbortSignal): Promise<string> {
	let browser: RunnerBrowser;
	try {
		browser = await deps.openBrowser();
	} catch (cause) {
		return `The browser did not start: ${firstLine(cause)}.`;
	}
	deps.onFacts({ isBrowserUp: true, browserStarts: starts });
	let isUp = true;
	const ended = browser.closed.then(() => {
		isUp = false;
		return "The browser ended.";
	});
	try {
		await signIn(deps, browser);
		return await Promise.race([ended, takeRuns(deps, browser, stopping)]);
	} catch (cause) {
		if (cause instanceof RunnerProblem || cause instanceof OrderRefused) throw cause;
		return isUp ? `The browser does not answer: ${firstLine(cause)}.` : await ended;
	} finally {
		await browser.close().catch(() => undefined);
	}
}

async function signIn(deps: RunnerDeps, browser: RunnerBrowser): Promise<void> {
	const before = await browser.order({ kind: "work", isDraining: true });
	const next = signInOf(before, { wanted: deps.serverUrl, code: deps.code });
	if (next.kind === "wrong") throw new RunnerProblem(next.reason);
	if (next.kind === "ready") return deps.print(`Signed in as ${before.account} at ${before.serverUrl}.`);
	try {
		const { account, serverUrl } = await browser.order({ kind: "enrol", serverUrl: deps.serverUrl, code: next.code });
		deps.print(`Enrolled: signed in as ${account} at ${serverUrl}. The profile keeps that, the code is used up.`);
	} catch (cause) {
		if (!(cause instanceof OrderRefused)) throw cause;
		throw new RunnerProblem(
			`The runner could not be enrolled: ${cause.message}. A code is for one use within 15 minutes; make a new one.`,
			{
				cause,
			},
		);
	}
}

/** Takes what is due until it is told to stop, and drains then. @returns why it ended */
async function takeRuns(deps: RunnerDeps, browser: RunnerBrowser, stopping: AbortSignal): Promise<string> {
	let last: RunnerStatus | null = null;
	const note = (status: RunnerStatus) => {
		for (const line of newsOf(last, status)) deps.print(line);
		last = status;
		deps.onFacts({ status });
		if (status.serverUrl === null)
			throw new RunnerProblem("Its sign-in has ended: the runner was removed, or got a new code. Start it with that code.");
	};
	while (!stopping.aborted) {
		note(await browser.order({ kind: "work", isDraining: false }));
		await pause(lookMs, undefined, { signal: stopping }).catch(() => undefined);
	}
	const since = deps.now();
	for (let isTold = false; ; ) {
		const status = await browser.order({ kind: "work", isDraining: true });
		note(status);
		const next = drainOf(status, deps.now() - since, deps.drainLimitMs);
		if (next === "wait" && !isTold) deps.print(`Draining: ${status.running} of ${status.capacity} at work, nothing new is taken.`);
		isTold = true;
		if (next === "wait") {
			await pause(drainLookMs);
			continue;
		}
		if (next === "give_back") {
			await browser.order({ kind: "give_back" });
			deps.print("Rows at hand were given back: another runner goes on with them.");
		}
		return "Drained.";
	}
}

const firstLine = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0] ?? "";
