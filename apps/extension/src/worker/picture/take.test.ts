import { beforeEach, expect, test, vi } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { stubChrome } from "../run/testing/chrome.ts";

type Activated = (changed: { readonly tabId: number; readonly windowId: number }) => void;

/** Chrome with the task's tab 7 in window 1; `captured` happens while a picture is taken. */
const scene = { isActive: true, state: "normal", secretX: 10, captures: 0, captured: (): void => undefined };
const listeners = new Set<Activated>();

beforeEach(() => {
	Object.assign(scene, { isActive: true, state: "normal", secretX: 10, captures: 0, captured: () => undefined });
	listeners.clear();
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	const window = { width: 1_000, height: 500, zoom: 1, left: 0, top: 0, scrollX: 0, scrollY: 0 };
	stubChrome({
		webNavigation: {
			getAllFrames: async () => [{ url: "https://shop.example/", errorOccurred: false, frameId: 0, parentFrameId: -1, documentId: "d" }],
		},
		windows: { get: async () => ({ state: scene.state }) },
		tabs: {
			get: async () => ({ active: scene.isActive, windowId: 1 }),
			onActivated: {
				addListener: (listener: Activated) => listeners.add(listener),
				removeListener: (listener: Activated) => listeners.delete(listener),
			},
			captureVisibleTab: async () => {
				scene.captures += 1;
				scene.captured();
				return "data:image/jpeg;base64,/9j/";
			},
			sendMessage: async (_tab: number, { id }: { readonly id: string }) => {
				const secrets = [{ x: scene.secretX, y: 10, width: 100, height: 20 }];
				return { id, ok: true, data: { token: null, window, numbered: [], secrets, frames: [] } };
			},
		},
	});
});

const record = { currentTabId: 7, refused: [] as string[] } as unknown as RunRecord;
const frames = [{ frameId: 0, documentId: "d", docEpoch: "epoch", firstId: 1, lastId: 9_999 }];

async function take() {
	const { takePicture } = await import("./take.ts");
	const taking = takePicture(record, frames);
	await vi.runAllTimersAsync();
	return { picture: await taking, captures: scene.captures };
}

test.each([
	["behind another one", { isActive: false }],
	["in a window that is put away", { state: "minimized" }],
])("a tab %s gets no picture, and nothing is captured", async (_, place) => {
	Object.assign(scene, place);
	expect(await take()).toEqual({ picture: { problem: "hidden" }, captures: 0 });
});

function anotherTab(): void {
	for (const listener of listeners) listener({ tabId: 8, windowId: 1 });
}

function leaves(): void {
	scene.isActive = false;
}

test.each([
	["stays in front", leaves],
	["comes forward for a moment", anotherTab],
])("what was captured is thrown away when another tab %s meanwhile", async (_, captured) => {
	scene.captured = captured;
	expect(await take()).toEqual({ picture: { problem: "hidden" }, captures: 1 });
	expect(listeners.size).toBe(0);
});

test("a page whose secrets do not hold still is tried three times", async () => {
	scene.captured = () => {
		scene.secretX += 50;
	};
	expect(await take()).toEqual({ picture: { problem: "moving" }, captures: 3 });
});

test("Chrome's quota is waited for, and any other refusal is told", async () => {
	const refusals = [
		"This request exceeds the MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND quota.",
		"Either the '<all_urls>' or 'activeTab' permission is required.",
	];
	scene.captured = () => {
		throw new Error(refusals[scene.captures - 1]);
	};
	expect(await take()).toEqual({ picture: { problem: "failed" }, captures: 2 });
});
