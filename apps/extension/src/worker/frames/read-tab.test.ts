import { beforeEach, expect, test } from "vitest";
import type { FrameRef } from "../../run-record.ts";
import { stubChrome } from "../run/testing/chrome.ts";

/** Documents that got the content script; a unit test has no Chrome. */
const entered: string[] = [];
/** Documents of the tab, the top one first, and the answers of each. */
let documents: readonly string[] = [];
let answer: (type: string, documentId: string, input: Input) => unknown = () => undefined;

type Input = { readonly id: string; readonly type: string; readonly firstId: number; readonly isReset?: true };

beforeEach(() => {
	entered.length = 0;
	documents = ["d", "inner"];
	const chrome = {
		webNavigation: {
			getAllFrames: async () =>
				documents.map((documentId, frameId) => {
					const parentFrameId = frameId === 0 ? -1 : 0;
					return { url: "https://other.example/", errorOccurred: false, frameId, parentFrameId, documentId };
				}),
		},
		scripting: { executeScript: async (input: { target: { documentIds: string[] } }) => void entered.push(...input.target.documentIds) },
		tabs: {
			sendMessage: async (_tab: number, input: Input, { documentId }: { documentId: string }) => {
				const data = answer(input.type, documentId, input);
				const { id } = input;
				return data instanceof Error ? { id, ok: false, error: { code: "PAGE_ERROR", message: data.message } } : { id, ok: true, data };
			},
		},
	};
	stubChrome(chrome);
});

const fresh = { frames: [], highestId: 0 };
const page = (body: string) => `@page 1\n@url https://other.example/\n\n${body}`;
const anyPage = { page: () => true, frame: () => true };
const look = {
	docEpoch: "epoch",
	origin: "https://other.example",
	contentType: "text/html",
	isOverLimit: false,
	blocks: [1],
	missingIds: 0,
};

test("a tab that went to another site while its permission was checked gets no script", async () => {
	const { readTab } = await import("./read-tab.ts");
	const page = (url: string) => new URL(url).hostname === "shop.example";
	await expect(readTab(1, fresh, { page, frame: () => true })).rejects.toMatchObject({ kind: "refused" });
	expect(entered).toEqual([]);
});

test("a page that was read is not lost when it fails to shorten itself for its frames", async () => {
	const { readTab } = await import("./read-tab.ts");
	const outer = { ...look, text: page(`${"tea ".repeat(12_000)}\n<frame 2>`), token: null, frames: [{ id: 2, token: "t" }] };
	const inner = { ...look, blocks: [10_001], text: page("kettle ".repeat(2_000)), token: "t", frames: [] };
	answer = (type, documentId) => (type === "page_fit" ? new Error("out of order") : documentId === "d" ? outer : inner);
	expect(await readTab(1, fresh, anyPage)).toMatchObject({
		text: expect.stringContaining("kettle kettle"),
		isOverLimit: false,
	});
});

/** Content scripts of a tab: each keeps its blocks while it lives, and takes offered blocks until it has as many as it needs. */
function scripts() {
	const held = new Map<string, { blocks: number[]; epoch: number }>();
	const needs = new Map<string, number>();
	const silent = new Set<string>();
	answer = (_type, documentId, { firstId, isReset }) => {
		if (silent.has(documentId)) return new Error("busy");
		const before = held.get(documentId);
		const own = before === undefined || isReset ? { blocks: [firstId], epoch: (before?.epoch ?? 0) + 1 } : before;
		held.set(documentId, own);
		const missing = () => Math.max(0, (needs.get(documentId) ?? 1) - own.blocks.length);
		if (missing() > 0 && !own.blocks.includes(firstId)) own.blocks.push(firstId);
		const frames = documents.slice(1).map((token, at) => ({ id: at + 2, token }));
		const isTop = documentId === documents[0];
		const text = page(isTop ? frames.map(({ id }) => `<frame ${id}>`).join("\n") : `<button ${own.blocks[0]}>In ${documentId}`);
		const { blocks, epoch } = own;
		return {
			...look,
			docEpoch: `${documentId}${epoch}`,
			blocks,
			missingIds: missing(),
			text,
			token: documentId,
			frames: isTop ? frames : [],
		};
	};
	return { needs, silent };
}

type Known = { readonly frames: readonly FrameRef[]; readonly highestId: number };

async function lookAgain(known: Known, ...shown: readonly string[]) {
	documents = shown;
	const { readTab } = await import("./read-tab.ts");
	const { frames, text } = await readTab(1, { ...known, frames: [...known.frames] }, anyPage);
	const highestId = frames.reduce((highest, { lastId }) => Math.max(highest, lastId), known.highestId);
	const blocks = frames.map(({ docEpoch, firstId }) => `${docEpoch} ${firstId}`);
	return { frames, highestId, blocks, text };
}

test("no two documents share an id, even after other documents or a silent one", async () => {
	const { silent } = scripts();
	const first = await lookAgain(fresh, "top", "f1", "f2");
	expect(first.blocks).toEqual(["top1 1", "f11 10001", "f21 20001"]);
	const elsewhere = await lookAgain(first, "other", "g1");
	expect(elsewhere.blocks).toEqual(["other1 1", "g11 30001"]);
	const back = await lookAgain(elsewhere, "top", "f2", "f3");
	expect(back.blocks).toEqual(["top1 1", "f21 20001", "f31 50001"]);
	silent.add("f2");
	const without = await lookAgain(back, "top", "f2", "f4");
	expect(without.blocks).toEqual(["top1 1", "f41 60001"]);
	silent.clear();
	expect((await lookAgain(without, "top", "f2", "f5")).blocks).toEqual(["top1 1", "f21 20001", "f51 80001"]);
});

test("a document numbered for another task starts over where its ids belong to another document", async () => {
	scripts();
	await lookAgain(fresh, "top", "f1");
	const { frames, text } = await lookAgain(fresh, "top", "f2", "f1");
	const [, ...inner] = frames;
	expect(new Set(inner.map(({ firstId }) => firstId)).size).toBe(2);
	for (const { docEpoch, firstId } of inner) expect(text).toContain(`<button ${firstId}>In ${docEpoch.slice(0, 2)}`);
	expect((await lookAgain({ frames, highestId: 90_000 }, "top", "f2", "f1")).frames).toEqual(frames);
});

test("a document that needs more ids than its block has gets further blocks, and keeps them", async () => {
	const { needs } = scripts();
	const first = await lookAgain(fresh, "top", "f1");
	needs.set("top", 3);
	const more = await lookAgain(first, "top", "f1");
	expect(more.blocks).toEqual(["top1 1", "top1 20001", "top1 40001", "f11 10001"]);
	expect((await lookAgain(more, "top", "f1", "f2")).blocks).toEqual([...more.blocks, "f21 50001"]);
});
