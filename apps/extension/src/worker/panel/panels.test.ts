import { expect, test } from "vitest";
import type { WorkerPortMessage } from "../../messages.ts";
import type { ViewState } from "../../panel-state.ts";
import { stubStorage } from "../run/testing/chrome.ts";

stubStorage();
// What it imports looks for Chrome when it is loaded.
const { createPanels } = await import("./panels.ts");

test("a state that took longer to read than a newer one is not shown after it", async () => {
	const reads: ((state: ViewState) => void)[] = [];
	const panels = createPanels({
		own: { id: "ours", origin: "chrome-extension://ours" },
		viewOf: () => new Promise((resolve) => reads.push(resolve)),
		logLines: async () => [],
		onWatch: () => undefined,
		refused: () => undefined,
	});
	const posted: WorkerPortMessage[] = [];
	const listeners: ((message: unknown) => void)[] = [];
	panels.accept({
		name: "panel",
		sender: { id: "ours", origin: "chrome-extension://ours", url: "chrome-extension://ours/sidepanel.html?tabId=3", tab: { id: 9 } },
		postMessage: (message: WorkerPortMessage) => void posted.push(message),
		disconnect: () => undefined,
		onDisconnect: { addListener: () => undefined },
		onMessage: { addListener: (listener: (message: unknown) => void) => void listeners.push(listener) },
	} as never);
	const watch = () => listeners[0]?.({ type: "panel_watch", windowId: 1, tabId: 3 });
	for (let count = 0; count < 3; count += 1) watch();
	await expect.poll(() => reads.length).toBe(3);
	const stateOf = (serverUrl: string) => ({ serverUrl }) as ViewState;
	reads[1]?.(stateOf("second"));
	await expect.poll(() => posted.length).toBe(2);
	reads[0]?.(stateOf("first"));
	reads[2]?.(stateOf("third"));
	await expect.poll(() => posted.length).toBe(3);
	const shown = posted.flatMap((message) => (message.type === "view_state" ? [message.state.serverUrl] : []));
	expect(shown).toEqual(["second", "third"]);
});
