import { beforeEach, expect, test, vi } from "vitest";
import { stubChrome } from "../run/testing/chrome.ts";

/** The calls to Chrome; a unit test has no Chrome. */
let asked: string[];
let permissions: string[];
let isGoingAway: boolean;

beforeEach(() => {
	asked = [];
	isGoingAway = false;
	permissions = ["storage", "debugger"];
	const chrome = {
		runtime: { id: "webhand", getManifest: () => ({ permissions }) },
		debugger: {
			attach: async () => void asked.push("attach"),
			detach: async () => void asked.push("detach"),
			sendCommand: async (_target: object, method: string) => {
				if (isGoingAway) throw new Error("The tab is going away");
				asked.push(method);
			},
		},
	};
	stubChrome(chrome);
	vi.resetModules();
});

test("without a grant, and in the standard build, nothing is attached", async () => {
	const { withDebugger } = await import("./attach.ts");
	await expect(withDebugger({ tabId: 1, isGranted: false }, async () => "done")).rejects.toThrow("not allowed");
	permissions = ["storage"];
	await expect(withDebugger({ tabId: 1, isGranted: true }, async () => "done")).rejects.toThrow("not allowed");
	expect(asked).toEqual([]);
});

test("a tab is held once for several pieces of work, and let go of when it is released", async () => {
	const { release, withDebugger } = await import("./attach.ts");
	const work = () => withDebugger({ tabId: 1, isGranted: true }, (send) => send("Input.insertText", { text: "tea" }));
	await work();
	await work();
	expect(asked).toEqual(["attach", "Emulation.setFocusEmulationEnabled", "Page.enable", "Input.insertText", "Input.insertText"]);
	await release(1);
	await release(1);
	expect(asked.filter((name) => name === "detach")).toHaveLength(1);
});

test("a tab that cannot be made ready for real input is let go of at once", async () => {
	const { withDebugger } = await import("./attach.ts");
	isGoingAway = true;
	await expect(withDebugger({ tabId: 1, isGranted: true }, async () => "done")).rejects.toThrow("going away");
	expect(asked).toEqual(["attach", "detach"]);
});
