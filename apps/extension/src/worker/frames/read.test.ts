import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Documents that a script was put into; Chrome itself is the one thing here that a unit test cannot run. */
const entered: string[] = [];
/** What the two documents answer. */
let answers: Readonly<Record<string, (documentId: string) => unknown>> = {};

beforeEach(() => {
	entered.length = 0;
	const frame = { url: "https://other.example/", errorOccurred: false };
	const frames = [
		{ ...frame, frameId: 0, parentFrameId: -1, documentId: "d" },
		{ ...frame, frameId: 1, parentFrameId: 0, documentId: "inner" },
	];
	const chrome = {
		runtime: { id: "webhand" },
		webNavigation: { getAllFrames: async () => frames },
		scripting: { executeScript: async (input: { target: { documentIds: string[] } }) => void entered.push(...input.target.documentIds) },
		tabs: {
			sendMessage: async (_tab: number, { id, type }: { id: string; type: string }, { documentId }: { documentId: string }) => {
				const data = answers[type]?.(documentId);
				return data instanceof Error ? { id, ok: false, error: { code: "PAGE_ERROR", message: data.message } } : { id, ok: true, data };
			},
		},
	};
	vi.stubGlobal("chrome", chrome);
	vi.stubGlobal("browser", chrome);
});

afterEach(() => vi.unstubAllGlobals());

const page = (body: string) => `@page 1\n@url https://other.example/\n\n${body}`;

test("a tab that went to another site while its permission was looked up is not entered", async () => {
	const { readTab } = await import("./read.ts");
	const isAllowed = (url: string) => new URL(url).hostname === "shop.example";
	await expect(readTab(1, [], isAllowed)).rejects.toMatchObject({ kind: "refused" });
	expect(entered).toEqual([]);
});

test("a page that was read is not lost because it fails to say itself shorter beside its frames", async () => {
	const { readTab } = await import("./read.ts");
	const look = { docEpoch: "epoch", url: "https://other.example/", title: "Shop", isOverLimit: false, firstId: 1, lastId: 9 };
	const outer = { ...look, text: page(`${"tea ".repeat(12_000)}\n<frame 2>`), token: null, frames: [{ id: 2, token: "t" }] };
	const inner = { ...look, text: page("kettle ".repeat(2_000)), token: "t", frames: [] };
	answers = { page_look: (documentId) => (documentId === "d" ? outer : inner), page_fit: () => new Error("out of order") };
	expect(await readTab(1, [], () => true)).toMatchObject({
		title: "Shop",
		text: expect.stringContaining("kettle kettle"),
		isOverLimit: false,
	});
});
