import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { stubStorage } from "../run/testing/chrome.ts";
import { freshRun } from "../run/testing/sample.ts";

const asked: string[] = [];
const url = "https://shop.example/invoices";
stubStorage({
	tabs: {
		get: async (id: number) => ({ id, windowId: 1, url, title: "Invoices", status: "complete" }),
		sendMessage: async (_tabId: number, { id, type }: { id: string; type: string }) => {
			asked.push(type);
			const data = { docEpoch: "e", origin: "https://shop.example", contentType: "text/html", blocks: [1], missingIds: 0, token: null };
			return { id, ok: true, data: { ...data, text: `@page 1\n@url ${url}\n\n<button 1>Pay`, isOverLimit: false, frames: [] } };
		},
		onRemoved: { addListener: () => undefined },
	},
	permissions: { contains: async () => true },
	scripting: { executeScript: async () => [] },
	webNavigation: {
		getAllFrames: async () => [{ frameId: 0, parentFrameId: -1, documentId: "d", url }],
		onErrorOccurred: { addListener: () => undefined },
		onCommitted: { addListener: () => undefined },
	},
});
// What they import looks for Chrome when it is loaded.
const { pageOrders } = await import("./page-orders.ts");
const { pageText, readTabText } = await import("./page-text.ts");
const { authItem, siteGrantsItem } = await import("../../storage.ts");

const at = (shut: string) => async () => (address: string) => new URL(address).hostname === shut;
const read = (runs: readonly RunRecord[], shut = "") =>
	pageText({ runs: { list: async () => [...runs] }, shutSites: at(shut), now: () => 0 }, 7);

test("the page in front is read for a person, and never under the hands of a run or on a site that is never touched", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	await expect(read([freshRun()])).rejects.toMatchObject({ code: "RUN_ACTIVE" });
	await expect(read([], "shop.example")).rejects.toMatchObject({ message: "Your organization does not allow shop.example." });
	expect(asked).toEqual([]);
	expect(await read([freshRun({ phase: "ended" })])).toMatchObject({ kind: "page", url, dom: expect.stringContaining("Pay") });
});

test("no orders are looked for on a site that is never touched, even where it is allowed for good", async () => {
	await siteGrantsItem.set([{ domain: "shop.example", at: 1 }]);
	const look = async (shut: string) => {
		asked.length = 0;
		await pageOrders({ runs: { list: async () => [] }, shutSites: at(shut) }, 7);
		return [...asked];
	};
	expect([await look("shop.example"), await look("")]).toEqual([[], ["page_read"]]);
});

test.each(["act", "settle"] as const)("a client reads no page on which a run is in the phase %s", async (phase) => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	const look = (run: RunRecord) => readTabText({ runs: { list: async () => [run] }, shutSites: at(""), now: () => 0 }, 7, () => freshRun());
	await expect(look(freshRun({ phase }))).rejects.toMatchObject({ code: "RUN_ACTIVE" });
	expect(await look(freshRun())).toMatchObject({ kind: expect.any(String) });
});
