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

test.each<[name: string, facts: Partial<RunRecord>, sourceTabId: number, isCurrent: boolean]>([
	["by the page that is acted in comes forward", { phase: "act" }, 7, true],
	["by another page of the task joins it, and does not come forward", { phase: "act" }, 8, false],
	["by a page at rest joins the task", { phase: "look" }, 7, false],
	["seconds after the action comes forward", { phase: "look", acted: { at: 1, documentIds: ["d"] } }, 7, true],
	["while the task waits comes forward", { phase: "look", resumeAt: 2_000 }, 7, true],
	["while the server decides joins the task", { phase: "post", resumeAt: 2_000 }, 7, false],
	["while the person is asked joins the task", { phase: "look", resumeAt: 2_000, wait: { kind: "user" } }, 7, false],
])("a tab that is opened %s", async (...[, facts, sourceTabId, isCurrent]) => {
	const run = freshRun({ ...facts, tabs: [7, 8], currentTabId: 7 });
	expect(await eventOf(run, sourceTabId)).toEqual({ kind: "tab_opened", tabId: 9, isCurrent });
});
