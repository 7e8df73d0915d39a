import { RoutineRunId } from "@webhand/contracts/ids";
import type { PageReadReply } from "@webhand/page/execute/page-action";
import { beforeEach, expect, test } from "vitest";
import { stubChrome } from "../run/testing/chrome.ts";
import { freshRun, taskId } from "../run/testing/sample.ts";

/** Chrome's answers about the tab and its documents; a unit test has no Chrome. */
let tab: { id: number; url: string; title: string; status?: string } = { id: 7, url: "https://shop.example/", title: "Shop" };
type Told = (details: { readonly tabId: number; readonly frameId: number; readonly error?: string }) => void;
let told: { failed: Told; committed: Told } = { failed: () => undefined, committed: () => undefined };
type Look = Pick<PageReadReply, "text" | "isOverLimit" | "frames">;
let pages: ReadonlyMap<number, Look> = new Map();
let frameUrls: ReadonlyMap<number, string> = new Map();
let contentType = "text/html";
/** What happens while the page is read. */
let reads = (): void => undefined;
/** The room given to the top document, and its answer. */
let rooms: unknown[] = [];
let refitted: { readonly text: string; readonly isOverLimit: boolean } | null = null;

type Asked = { readonly id: string; readonly type: string; readonly cap?: number; readonly extendedCap?: number };

beforeEach(() => {
	contentType = "text/html";
	frameUrls = new Map();
	rooms = [];
	refitted = null;
	reads = () => undefined;
	const answer = ({ id, type, cap, extendedCap }: Asked, frameId: number) => {
		if (type === "page_fit") rooms.push({ cap, extendedCap });
		const look = {
			docEpoch: "e",
			origin: new URL(tab.url).origin,
			contentType,
			blocks: [frameId === 0 ? 1 : 10_001],
			missingIds: 0,
			token: `t${frameId}`,
			...pages.get(frameId),
		};
		reads();
		return { id, ok: true, data: type === "page_fit" ? refitted : look };
	};
	const chrome = {
		permissions: { contains: async () => true },
		scripting: { executeScript: async () => [] },
		storage: { local: { get: async () => ({}) }, session: { get: async () => ({}) } },
		tabs: {
			get: async () => tab,
			onRemoved: { addListener: () => undefined },
			sendMessage: async (_tabId: number, asked: Asked, { frameId }: { frameId: number }) => answer(asked, frameId),
		},
		webNavigation: {
			getAllFrames: async () =>
				[...pages.keys()].map((frameId) => ({
					frameId,
					parentFrameId: frameId === 0 ? -1 : 0,
					documentId: `d${frameId}`,
					url: frameUrls.get(frameId) ?? tab.url,
				})),
			onErrorOccurred: { addListener: (failed: Told) => (told = { ...told, failed }) },
			onCommitted: { addListener: (committed: Told) => (told = { ...told, committed }) },
		},
	};
	stubChrome(chrome);
});

async function lookAt(part: Parameters<typeof freshRun>[0]) {
	const { buildStepRequest } = await import("./build-request.ts");
	const warnings: string[] = [];
	const look = await buildStepRequest(freshRun(part), {
		shutSites: async () => (url) => new URL(url).hostname === "shut.example",
		warn: (text) => warnings.push(text),
	});
	if (look.kind !== "page") throw new Error(`the page was not told: ${JSON.stringify(look)}`);
	return { ...look.body, warnings };
}

test("a site that the organization shut is reported by its host alone, also where the user allowed it", async () => {
	tab = { id: 7, url: "https://shut.example/accounts/ada", title: "Balance of Ada" };
	const { url, dom } = await lookAt({ sites: ["shut.example"] });
	expect([url, dom]).toEqual([
		"https://shut.example/",
		"@page 1\n@url https://shut.example/\n@restricted site that your organization does not allow\n\nThis page cannot be read.",
	]);
});

test("a frame of a site that the organization shut is not read", async () => {
	tab = { id: 7, url: "https://shop.example/", title: "Shop" };
	const text = "@page 1\n\n<button 1>Buy\n<frame 2 http://pay.example>";
	const frame: Look = { text: "@page 1\n\n<button 10001>Balance of Ada", isOverLimit: false, frames: [] };
	pages = new Map<number, Look>([
		[0, { text, isOverLimit: false, frames: [{ id: 2, token: "t1" }] }],
		[1, frame],
	]);
	expect((await lookAt({ sites: ["shop.example"] })).dom).toContain("Balance of Ada");
	frameUrls = new Map([[1, "https://shut.example/pay"]]);
	const { dom } = await lookAt({ sites: ["shop.example"] });
	expect(dom).toContain("Buy");
	expect(dom).not.toContain("Balance of Ada");
});

test("a site that the user did not allow is reported by its host alone", async () => {
	tab = { id: 7, url: "https://bank.example/accounts/ada?token=abc", title: "Balance of Ada" };
	const { url, dom } = await lookAt({ refused: ["bank.example"] });
	expect([url, dom]).toEqual([
		"https://bank.example/",
		"@page 1\n@url https://bank.example/\n@restricted site that the user did not allow\n\nThis page cannot be read.",
	]);
});

test("a page that goes to a site that the user did not allow, while it is read, tells nothing of where it went", async () => {
	tab = { id: 7, url: "https://shop.example/", title: "Shop" };
	pages = new Map([[0, { text: "@page 1\n\n<button 1>Buy", isOverLimit: false, frames: [] }]]);
	reads = () => {
		tab = { id: 7, url: "https://bank.example/accounts/ada", title: "Balance of Ada" };
	};
	const { url, dom } = await lookAt({ sites: ["shop.example"], refused: ["bank.example"] });
	expect([url, dom]).toEqual(["https://bank.example/", expect.stringContaining("site that the user did not allow")]);
});

test("a page whose address is longer than the server takes is told all the same", async () => {
	tab = { id: 7, url: `https://shop.example/tea#${"x".repeat(9_000)}`, title: "Shop" };
	pages = new Map([[0, { text: "@page 1\n\n<button 1>Buy", isOverLimit: false, frames: [] }]]);
	const { url, dom } = await lookAt({ sites: ["shop.example"] });
	expect([url, dom]).toEqual(["https://shop.example/tea", expect.stringContaining("Buy")]);
});

test.each([
	["http://shop.example:9/tea?token=abc", "http://shop.example:9/tea?token=…\n@title shop.example", { sites: ["shop.example"] }],
	["http://bank.example/ada?token=abc", "http://bank.example/", {}],
	["chrome-error://chromewebdata/", "chrome-error://chromewebdata/\n@title shop.example", {}],
])("a page that could not be opened says why, and nobody is asked to allow it: %s", async (url, address, part) => {
	const { followLoadErrors } = await import("../tabs/load-error.ts");
	followLoadErrors();
	tab = { id: 7, url, title: "shop.example", status: "complete" };
	told.failed({ tabId: 7, frameId: 0, error: "net::ERR_CONNECTION_REFUSED" });
	told.failed({ tabId: 7, frameId: 0, error: "net::ERR_ABORTED" });
	told.failed({ tabId: 7, frameId: 3, error: "net::ERR_FAILED" });
	expect((await lookAt(part)).dom).toContain(`@url ${address}\n@restricted error page: connection refused\n`);
	tab = { id: 7, url: "https://shop.example/", title: "Shop", status: "complete" };
	pages = new Map([[0, { text: "@page 1\n\n<button 1>Buy", isOverLimit: false, frames: [] }]]);
	told.committed({ tabId: 7, frameId: 0 });
	told.failed({ tabId: 7, frameId: 0, error: "net::ERR_ABORTED" });
	expect((await lookAt({ sites: ["shop.example"] })).dom).toContain("<button 1>Buy");
});

test("a task with an address tells nothing of the page that it leaves, until its own tab is there", async () => {
	tab = { id: 7, url: "https://bank.example/accounts/ada?token=abc", title: "Balance of Ada" };
	const openFirst = "https://shop.example/tea";
	const first = await lookAt({ openFirst, sites: ["bank.example"] });
	expect([first.url, first.openFirst]).toEqual(["https://bank.example/", openFirst]);
	expect(first.dom).not.toMatch(/Ada|accounts/);
	tab = { id: 8, url: openFirst, title: "Tea" };
	pages = new Map([[0, { text: "@page 1\n\n<button 1>Buy", isOverLimit: false, frames: [] }]]);
	const second = await lookAt({ openFirst, taskId, sites: ["shop.example"], tabs: [7, 8], currentTabId: 8 });
	expect([second.openFirst, second.dom]).toEqual([undefined, expect.stringContaining("<button 1>Buy")]);
});

test("a PDF is known by its content type, not its address; the address of an unreadable page holds no secrets", async () => {
	tab = { id: 7, url: "https://shop.example/bill.pdf?token=abc&page=2", title: "Bill" };
	pages = new Map([[0, { text: "@page 1\n\n<button 1>Pay", isOverLimit: false, frames: [] }]]);
	expect((await lookAt({ sites: ["shop.example"] })).dom).toContain("<button 1>Pay");
	contentType = "application/pdf";
	const { dom } = await lookAt({ sites: ["shop.example"] });
	expect(dom).toContain("@url https://shop.example/bill.pdf?token=…&page=2\n@title Bill\n@restricted PDF document\n");
});

test("the titles of a task's tabs hold no card numbers", async () => {
	tab = { id: 7, url: "https://shop.example/", title: "Card 4111 1111 1111 1111" };
	pages = new Map([[0, { text: "@page 1\n@epoch e\n\n@view\nword", isOverLimit: false, frames: [] }]]);
	const { dom } = await lookAt({ sites: ["shop.example"], tabs: [7, 8], currentTabId: 7 });
	expect(dom).toContain("@tabs 7* Card •••• •••• •••• 1111 (shop.example)");
});

test("a page and its frames share one limit; a page over it is logged with host and counts alone", async () => {
	tab = { id: 7, url: "https://shop.example/", title: "Shop" };
	const frame = `@page 1\n@epoch f\n\n@view\n${"word ".repeat(2_000)}`;
	const top = (words: number) =>
		`@page 1\n@epoch e\n@shown 5/900 controls, 9k/402k characters\n\n@view\n<frame 3 "Ad">\n${"word ".repeat(words)}`;
	pages = new Map([
		[0, { text: top(39_000), isOverLimit: false, frames: [{ id: 3, token: "t1" }] }],
		[1, { text: frame, isOverLimit: false, frames: [] }],
	]);
	refitted = { text: top(37_000), isOverLimit: true };
	const { dom, warnings } = await lookAt({ sites: ["shop.example"] });
	const taken = dom.length - refitted.text.length;
	expect(rooms).toEqual([{ cap: 50_000 - taken, extendedCap: 200_000 - taken }]);
	expect(dom).toContain('<frame 3 "Ad" epoch=f>\n word ');
	expect(warnings).toEqual(["page_over_200k shop.example: 5/900 controls, 9k/402k characters"]);
});

test("the first step of a row names it with the mode of its run, and no later step does", async () => {
	tab = { id: 7, url: "https://shop.example/", title: "Shop" };
	pages = new Map([
		[0, { text: "@page 1\n@url https://shop.example/\n@epoch e\n\n@view\n<button 1>Save", isOverLimit: false, frames: [] }],
	]);
	const row = { runId: RoutineRunId.parse(`rrn_${"a".repeat(22)}`), rowKey: "4711", mode: "autonomous" } as const;
	const first = await lookAt({ row, sites: ["shop.example"] });
	expect(first).toMatchObject({ row: { runId: row.runId, rowKey: "4711" }, mode: "autonomous", workspaceId: null });
	const later = await lookAt({ row, taskId, sites: ["shop.example"] });
	expect([later.row, later.mode, later.taskId]).toEqual([undefined, "autonomous", taskId]);
	expect((await lookAt({ sites: ["shop.example"] })).row).toBeUndefined();
});
