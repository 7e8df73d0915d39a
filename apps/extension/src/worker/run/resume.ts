import type { RunRecord } from "../../run-record.ts";
import { isAllowedByChrome } from "../tabs/access.ts";
import { answerableUntil } from "./policy.ts";
import type { Scheduler } from "./scheduler.ts";
import type { RunStore } from "./store.ts";

export type ResumeDeps = { readonly runs: RunStore; readonly scheduler: Pick<Scheduler, "schedule">; readonly now: () => number };

/** The longest time that a timer takes. */
const longestTimerMs = 2 ** 31 - 1;

/** Lets runs go on when what they wait for is there. */
export function createResume({ runs, scheduler, now }: ResumeDeps) {
	const activeRuns = async () => (await runs.list()).filter((record) => record.phase !== "ended");
	return {
		activeRuns,

		/** Nobody is asked for ever: when the time of a question is over while the tab lives, the next step decides anew. */
		afterQuestion: (record: RunRecord | undefined): void => {
			if (record === undefined || record.wait?.kind !== "user" || record.question === null) return;
			const leftMs = Math.max(0, answerableUntil(record) - now());
			setTimeout(() => scheduler.schedule(record.tabId), Math.min(leftMs, longestTimerMs));
		},

		/** The server answers again: what waited for it goes on at once. */
		whenReachable: async (): Promise<void> => {
			for (const record of await activeRuns()) {
				const { wait } = record;
				if (wait?.kind !== "offline" && !(wait?.kind === "busy" && wait.code === "NETWORK")) continue;
				await runs.apply(record, { kind: "resumed" });
				scheduler.schedule(record.tabId);
			}
		},

		/** Chrome gives a site that it withheld. */
		whenGranted: async (): Promise<void> => {
			for (const record of await activeRuns()) {
				const { wait } = record;
				if (wait?.kind !== "site" || !wait.withheld || !(await isAllowedByChrome(wait.origins))) continue;
				await runs.apply(record, { kind: "site_allowed", domain: wait.domain });
				scheduler.schedule(record.tabId);
			}
		},

		/** The same user resumes a run; another user ends it. */
		whenSignedIn: async (owner: RunRecord["owner"]): Promise<void> => {
			for (const record of await activeRuns()) {
				const isSameUser = record.owner.userId === owner.userId && record.owner.tenantId === owner.tenantId;
				await runs.apply(record, { kind: "signed_in", isSameUser, at: now() });
				scheduler.schedule(record.tabId);
			}
		},
	};
}
