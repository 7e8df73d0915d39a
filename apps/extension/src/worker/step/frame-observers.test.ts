import type { ActivityReply } from "@webhand/page/execute/page-action";
import { expect, test } from "vitest";
import type { Frame } from "../frames/documents.ts";
import type { FrameReport } from "./frame-observers.ts";
import { observersOf, restOf, settledFrom } from "./frame-observers.ts";

const shop = "https://shop.example/";
const frame = (frameId: number, url = `${shop}${frameId}`, documentId = `doc${frameId}`): Frame => ({
	frameId,
	parentFrameId: frameId === 0 ? -1 : 0,
	documentId,
	url,
});
const page = frame(0, shop);
const cart = frame(1);
const blank = frame(2, "about:blank");
const ads = [3, 4, 5, 6, 7, 8].map((frameId) => frame(frameId, `https://ads.example/${frameId}`));
const pay = frame(9, "https://pay.example/");

/** A tab whose documents were read, and in some of which an action began at 1,000 ms. */
const knownOf = (read: readonly Frame[], acted: readonly Frame[]) => ({
	frames: read.map(({ frameId, documentId }, index) => {
		const firstId = index * 10_000 + 1;
		return { frameId, documentId, docEpoch: "e", firstId, lastId: firstId + 9_998 };
	}),
	acted: { at: 1_000, documentIds: acted.map(({ documentId }) => documentId) },
	highestId: read.length * 10_000 - 1,
	lastUrl: shop,
});

const still: ActivityReply = {
	rest: "quiet",
	quietInMs: 0,
	hasLeft: false,
	addedCount: 0,
	removedCount: 0,
	hasFormChange: false,
	hasNetwork: false,
	hasChanged: false,
	dropdownDetected: false,
};
/** Counts from before the action. */
const old = { addedCount: 300, removedCount: 20, hasFormChange: true, dropdownDetected: true };

type Tab = { readonly read: readonly Frame[]; readonly acted: readonly Frame[]; readonly now?: readonly Frame[] };
type Ages = Readonly<Record<string, Partial<ActivityReply> | "absent" | "silent">>;

function told({ read, acted, now = read }: Tab, ages: Ages): readonly FrameReport[] {
	return observersOf(knownOf(read, acted), now).map((observer) => {
		const said = ages[observer.frame.documentId] ?? {};
		return { ...observer, age: typeof said === "string" ? said : { ...still, ...said } };
	});
}

test("documents that were acted in and the page around them are asked first, then the newest near ones, then far ones", () => {
	const asked = (read: readonly Frame[], acted: readonly Frame[], now = read) =>
		observersOf(knownOf(read, acted), now).map(({ frame: { documentId }, part, firstId }) => `${documentId} ${part} ${firstId}`);
	const all = [page, cart, blank, ...ads, pay];
	expect(asked(all, [pay])).toEqual([
		"doc0 near 1",
		"doc9 acted 90001",
		"doc2 near 20001",
		"doc1 near 10001",
		"doc8 far 80001",
		"doc7 far 70001",
		"doc6 far 60001",
	]);
	// A document in the place of a known one has its own ids; new frames wait for the next reading.
	const later = [
		page,
		frame(1, `${shop}done`, "new1"),
		frame(3, "https://ads.example/", "new3"),
		frame(9, "https://bank.example/", "new9"),
	];
	expect(asked([page, cart, ...ads, pay], [pay], [...later, frame(20)])).toEqual(["doc0 near 1", "new9 acted 100001", "new1 near 90001"]);
	expect(asked([page], [page], [])).toEqual([]);
});

const nothing = { added: 0, dropdown: false, network: false, mutated: false, stirred: false };
const one: Tab = { read: [page], acted: [page] };
const button: Tab = { read: [page, cart, ...ads, pay], acted: [pay] };

test.each<[string, Tab, Ages, Partial<typeof nothing>]>([
	["one document, and nothing happens", one, {}, {}],
	["one document, and a text changes", one, { doc0: { hasChanged: true } }, { mutated: true }],
	["one document, and a part is added", one, { doc0: { addedCount: 3, hasChanged: true } }, { added: 3, mutated: true }],
	["one document, and a menu opens", one, { doc0: { dropdownDetected: true } }, { dropdown: true }],
	["the page around the frame changes", button, { doc0: { hasChanged: true } }, { mutated: true }],
	["a frame of the page's own site changes", button, { doc1: { hasChanged: true, hasNetwork: true } }, { mutated: true, network: true }],
	["a frame that was acted in before this action has counts left", button, { doc0: old, doc1: old, doc8: old }, {}],
	["an ad plays", button, { doc8: { hasChanged: true, hasNetwork: true, ...old } }, { stirred: true }],
	["the ninth frame was acted in", button, { doc9: { addedCount: 2 } }, { added: 2, mutated: true }],
	[
		"the frame that was acted in shows another document",
		{ ...button, now: [page, cart, frame(9, "https://pay.example/", "new")] },
		{ new: { hasChanged: true, addedCount: 40 } },
		{ network: true, mutated: true, stirred: true },
	],
	["the frame that was acted in is being left", button, { doc9: { hasLeft: true } }, { network: true }],
	["the frame that was acted in is gone", { ...button, now: [page, cart, ...ads] }, {}, { mutated: true, stirred: true }],
	[
		"another site's frame shows another document",
		{ ...one, read: [page, pay], now: [page, frame(9, pay.url, "new")] },
		{},
		{ stirred: true },
	],
	[
		"a frame of the site shows another document since the action",
		{ ...one, read: [page, cart], now: [page, frame(1, cart.url, "new")] },
		{ new: { hasChanged: true } },
		{ network: true, mutated: true, stirred: true },
	],
	[
		"the tab shows another document",
		{ ...button, now: [frame(0, `${shop}done`, "new"), cart] },
		{ new: { hasChanged: true, ...old }, doc1: old },
		{ network: true, mutated: true, stirred: true },
	],
])("%s: the report of the action", (_what, tab, ages, expected) => {
	const { read, acted, now: frames = read } = tab;
	const settled = settledFrom(knownOf(read, acted), { frames, told: told(tab, ages), url: shop, elapsedMs: 300 });
	expect({
		added: settled.domChanges?.addedCount,
		dropdown: settled.domChanges?.dropdownDetected,
		network: settled.clientObservations?.didNetworkOccur,
		mutated: settled.clientObservations?.didDomMutate,
		stirred: settled.didOthersChange,
	}).toEqual({ ...nothing, ...expected });
});

test.each<[string, Ages, boolean, ActivityReply["rest"]]>([
	["all are quiet", {}, true, "quiet"],
	["the frame that was acted in works", { doc9: { rest: "waiting" } }, true, "waiting"],
	["the page around it never rests", { doc0: { rest: "capped" } }, true, "capped"],
	["an ad plays", { doc8: { rest: "waiting", hasLeft: true } }, false, "quiet"],
	["a form was sent in the frame, and its server has not answered", { doc9: { hasLeft: true } }, false, "waiting"],
	["what was followed was a download", { doc9: { hasLeft: true } }, true, "quiet"],
	["the frame that was acted in is too busy to say", { doc9: "silent" }, true, "waiting"],
	["one beside it is", { doc1: "silent" }, true, "quiet"],
	["nobody is in the frame that was acted in", { doc9: "absent" }, true, "quiet"],
])("%s: whether the page has settled", (_what, ages, isComplete, expected) => {
	expect(restOf(told(button, ages), isComplete)).toBe(expected);
});

test("a frame document from before the action has its own time, a later one is awaited", () => {
	const now = [page, frame(1, cart.url, "new"), ...ads, pay];
	expect(restOf(told({ ...button, now }, { new: { rest: "waiting" } }), true)).toBe("quiet");
	expect(restOf(told({ ...button, now }, { new: { rest: "waiting", hasChanged: true } }), true)).toBe("waiting");
});
