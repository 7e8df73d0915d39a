import { beforeEach, expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { stubChrome } from "../run/testing/chrome.ts";
import { freshRun } from "../run/testing/sample.ts";

type Opened = (details: { readonly sourceTabId: number; readonly tabId: number }) => void;

/** Chrome's news of an opened tab; a unit test has no Chrome. */
let opened: Opened = () => undefined;

beforeEach(() => {
	const silent = { addListener: () => undefined };
	const onCreatedNavigationTarget = { addListener: (listener: Opened) => (opened = listener) };
	stubChrome({
		runtime: { id: "webhand", getManifest: () => ({ permissions: [] }) },
		webNavigation: { onErrorOccurred: silent, onCommitted: silent, onCreatedNavigationTarget },
		tabs: { onAttached: silent, onRemoved: silent, onReplaced: silent },
	});
});

/** What happens to a run when the page of a tab opens tab 9. */
async function eventOf(record: RunRecord, sourceTabId: number): Promise<unknown> {
	const { followTabs } = await import("./follow.ts");
	const { promise, resolve } = Promise.withResolvers<unknown>();
	const apply = async (_: unknown, event: unknown) => {
		resolve(event);
		return record;
	};
	followTabs({ list: async () => [record], apply }, () => undefined);
	opened({ sourceTabId, tabId: 9 });
	return promise;
}

test.each([
	["by the page that is acted in comes forward", "act", 7, true],
	["by another page of the task joins it, and does not come forward", "act", 8, false],
	["by a page at rest joins the task", "look", 7, false],
] as const)("a tab that is opened %s", async (_what, phase, sourceTabId, isCurrent) => {
	const run = freshRun({ phase, tabs: [7, 8], currentTabId: 7 });
	expect(await eventOf(run, sourceTabId)).toEqual({ kind: "tab_opened", tabId: 9, isCurrent });
});
