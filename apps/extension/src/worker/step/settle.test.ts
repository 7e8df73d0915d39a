import { expect, test } from "vitest";
import { stubChrome } from "../run/testing/chrome.ts";
import { freshRun } from "../run/testing/sample.ts";

test("a document that replaces the one acted in gets the script once, is awaited until it can be quiet and counts as a navigation", async () => {
	const site = "https://shop.example/";
	const still = { rest: "quiet", quietInMs: 40, hasLeft: false, addedCount: 0, removedCount: 0, hasFormChange: false, hasNetwork: false };
	const entered: string[] = [];
	const waits: number[] = [];
	let turn = 0;
	const frame = { url: site, errorOccurred: false };
	const answerOf = (documentId: string) => {
		if (documentId === "answer" && !entered.includes(documentId))
			throw new Error("Could not establish connection. Receiving end does not exist.");
		const hasLeft = documentId === "form";
		return { ...still, hasLeft, hasChanged: documentId === "answer", dropdownDetected: false, rest: turn === 4 ? "waiting" : "quiet" };
	};
	// The server answers the form after two turns. A unit test has no Chrome.
	const chrome = {
		runtime: { id: "webhand", getManifest: () => ({}) },
		storage: { onChanged: { addListener: () => undefined }, local: { get: async () => ({}) } },
		permissions: { contains: async () => true },
		webNavigation: {
			getAllFrames: async () => [
				{ ...frame, frameId: 0, parentFrameId: -1, documentId: "page" },
				{ ...frame, frameId: 1, parentFrameId: 0, documentId: turn <= 2 ? "form" : "answer" },
			],
		},
		scripting: { executeScript: async (input: { target: { documentIds: string[] } }) => void entered.push(...input.target.documentIds) },
		tabs: {
			get: async () => ({ url: site, status: turn <= 2 ? "loading" : "complete" }),
			sendMessage: async (_tab: number, { id }: { id: string }, { documentId }: { documentId: string }) => ({
				id,
				ok: true,
				data: answerOf(documentId),
			}),
		},
	};
	stubChrome(chrome);
	const { settleRun } = await import("./settle.ts");
	const ref = (frameId: number, documentId: string, firstId: number) => ({
		frameId,
		documentId,
		docEpoch: "e",
		firstId,
		lastId: firstId + 9_998,
	});
	const record = freshRun({
		sites: ["shop.example"],
		lastUrl: site,
		frames: [ref(0, "page", 1), ref(1, "form", 10_001)],
		acted: { at: 0, documentIds: ["form"] },
	});
	const clock = {
		now: () => turn * 100,
		sleepUntil: async (time: number) => {
			waits.push(time - turn * 100);
			turn += 1;
		},
	};
	const settled = await settleRun({ runs: { get: async () => record }, ...clock }, record, new AbortController().signal);
	expect([turn, entered]).toEqual([5, ["answer"]]);
	expect(waits).toEqual([100, 100, 100, 100, 40]);
	expect(settled).toMatchObject({
		isPending: false,
		domChanges: { urlChanged: false, stabilizationTime: 500 },
		clientObservations: { didNetworkOccur: true, didDomMutate: true, didUrlChange: false },
	});
});
