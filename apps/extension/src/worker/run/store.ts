import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { RunRecord } from "../../run-record.ts";
import { bodiesItem, runnerItem, runsItem } from "../../storage.ts";
import { afterEvent } from "./policy.ts";
import type { RunEvent } from "./transitions/event.ts";

const keptRuns = 12;
const activeRuns = 4;
/** A runner works for many; its server says how many runs it has room for. */
const activeRunsOfRunner = 20;

/** The request of a step without a reply, with its idempotency key. */
export type StoredBody = { readonly key: string; readonly body: InteractRequest };

/** Runs in `storage.session`: they outlive the worker, not the browser. */
export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore() {
	return {
		/** The newest run of a tab, ended or not. */
		get: async (tabId: number): Promise<RunRecord | undefined> => (await runsItem.get())[tabId],
		list: async (): Promise<RunRecord[]> => Object.values(await runsItem.get()),
		findByTask: async (taskId: string): Promise<RunRecord | undefined> =>
			Object.values(await runsItem.get()).find((record) => record.taskId === taskId),

		/** @returns why the run cannot begin: its tab has a run, or four tabs have one */
		begin: async (record: RunRecord): Promise<"begun" | "RUN_ACTIVE" | "TOO_MANY_RUNS"> => {
			const most = (await runnerItem.get()) === null ? activeRuns : activeRunsOfRunner;
			let outcome: "begun" | "RUN_ACTIVE" | "TOO_MANY_RUNS" = "begun";
			const runs = await runsItem.update((runs) => {
				if (Object.values(runs).some((other) => isActive(other) && other.tabs.includes(record.tabId))) outcome = "RUN_ACTIVE";
				else if (Object.values(runs).filter(isActive).length >= most) outcome = "TOO_MANY_RUNS";
				else return newest({ ...kept(runs, record.tabId), [record.tabId]: record });
				return runs;
			});
			const known = new Set(Object.values(runs).map(({ runKey }) => runKey));
			await bodiesItem.update((bodies) => Object.fromEntries(Object.entries(bodies).filter(([runKey]) => known.has(runKey))));
			return outcome;
		},

		/** Applies an event to a run, unless a newer run replaced it. @returns the record as it is now */
		apply: async (run: Pick<RunRecord, "tabId" | "runKey">, event: RunEvent): Promise<RunRecord | undefined> => {
			let isSpent = false;
			const runs = await runsItem.update((stored) => {
				const [place, record] = placeOf(stored, run);
				if (record?.runKey !== run.runKey) return stored;
				const next = afterEvent(record, event);
				// A stop may come between the writes of the body and of its phase.
				isSpent = !needsBody(next) && (needsBody(record) || next.phase === "ended");
				return { ...stored, [place]: next };
			});
			if (isSpent && (await bodiesItem.get())[run.runKey] !== undefined)
				await bodiesItem.update(({ [run.runKey]: _spent, ...others }) => others);
			return placeOf(runs, run)[1];
		},

		body: async (runKey: string): Promise<StoredBody | undefined> => (await bodiesItem.get())[runKey],
		putBody: async (runKey: string, body: StoredBody): Promise<void> => {
			await bodiesItem.update((bodies) => ({ ...bodies, [runKey]: body }));
		},
	};
}

const isActive = (record: RunRecord | undefined) => record !== undefined && record.phase !== "ended";

type Runs = Readonly<Record<string, RunRecord>>;

/** Where a run moves when a newer one takes its tab; the panel still shows it. */
const archivedKey = (runKey: string) => `before:${runKey}`;

const isStopUnreported = (record: RunRecord | undefined) => record?.phase === "ended" && record.cancel === "pending";

function kept(runs: Runs, tabId: number): Runs {
	const before = runs[tabId];
	return before === undefined ? runs : { ...runs, [archivedKey(before.runKey)]: before };
}

function placeOf(runs: Runs, { tabId, runKey }: Pick<RunRecord, "tabId" | "runKey">): [place: string, record: RunRecord | undefined] {
	const aside = archivedKey(runKey);
	return runs[aside] === undefined ? [`${tabId}`, runs[tabId]] : [aside, runs[aside]];
}

/** Its request has no reply yet. */
const needsBody = (record: RunRecord) => record.phase === "post";

/** Keeps the newest ended runs for the panel, and all with an unreported stop. */
function newest(runs: Runs): Record<string, RunRecord> {
	const byAge = Object.entries(runs).sort(([, a], [, b]) => b.startedAt - a.startedAt);
	const isKept = (record: RunRecord) => isActive(record) || isStopUnreported(record);
	const held = byAge.filter(([, record]) => isKept(record));
	const rest = byAge.filter(([, record]) => !isKept(record));
	return Object.fromEntries([...held, ...rest.slice(0, Math.max(0, keptRuns - held.length))]);
}
