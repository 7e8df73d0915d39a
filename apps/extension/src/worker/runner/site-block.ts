import { browser } from "wxt/browser";
import type { RoutinePlay } from "../../routine-play.ts";
import type { RunRecord } from "../../run-record.ts";
import { runnerDutyItem } from "../../storage.ts";
import { blockRules } from "./policy.ts";

export type SiteBlockDeps = {
	readonly plays: () => Promise<readonly RoutinePlay[]>;
	readonly runs: () => Promise<readonly RunRecord[]>;
};

/**
 * Keeps the rules of the network level those of the runs that a runner does. They end with the browser. In a person's browser nothing is
 * done.
 *
 * @returns brings the rules up to date; settles when Chrome has them
 */
export function createSiteBlock({ plays, runs }: SiteBlockDeps): () => Promise<void> {
	let last: Promise<unknown> = Promise.resolve();
	let known = "";
	const refresh = async () => {
		if ((await runnerDutyItem.get()) === null) return;
		const records = await runs();
		const rules = blockRules(
			(await plays()).map(({ tabId, sites = [], runKey }) => {
				const tabs = records.find((record) => record.runKey === runKey)?.tabs ?? [];
				return { tabs: [...new Set([tabId, ...tabs])], sites };
			}),
		);
		if (JSON.stringify(rules) === known) return;
		const { declarativeNetRequest: network } = browser;
		const before = (await network.getSessionRules()).map(({ id }) => id);
		await network.updateSessionRules({ removeRuleIds: before, addRules: [...rules] });
		known = JSON.stringify(rules);
	};
	return () => {
		const done = last.then(refresh);
		last = done.catch(() => undefined);
		return done;
	};
}
