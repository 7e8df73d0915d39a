import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Documents that a script was put into; Chrome itself is the one thing here that a unit test cannot run. */
const entered: string[] = [];

beforeEach(() => {
	const frames = [{ frameId: 0, parentFrameId: -1, documentId: "d", url: "https://other.example/", errorOccurred: false }];
	const chrome = {
		runtime: { id: "webhand" },
		webNavigation: { getAllFrames: async () => frames },
		scripting: { executeScript: async (input: { target: { documentIds: string[] } }) => void entered.push(...input.target.documentIds) },
	};
	vi.stubGlobal("chrome", chrome);
	vi.stubGlobal("browser", chrome);
});

afterEach(() => vi.unstubAllGlobals());

test("a tab that went to another site while its permission was looked up is not entered", async () => {
	const { readTab } = await import("./read.ts");
	const isAllowed = (url: string) => new URL(url).hostname === "shop.example";
	await expect(readTab(1, [], isAllowed)).rejects.toMatchObject({ kind: "refused" });
	expect(entered).toEqual([]);
});
