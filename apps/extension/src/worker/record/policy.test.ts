import { readPageText } from "@webhand/page/parse/page-text";
import type { RecordedEvent } from "@webhand/routines/make/recorded-event";
import { expect, test } from "vitest";
import type { RecordingRecord } from "../../recording-record.ts";
import {
	arrivalOf,
	controlOf,
	effectOf,
	eventOf,
	openEvent,
	withChange,
	withEffect,
	withoutLast,
	withoutStep,
	withStep,
} from "./policy.ts";

const url = "https://shop.example/invoices";
const target = (name: string) => ({ role: "input", name: [name] });
const fill = (name: string, text: string, at = 1): RecordedEvent => ({ kind: "fill", at, url, target: target(name), typed: { text } });
const click = (name: string, button?: "double"): RecordedEvent => ({
	kind: "click",
	at: 1,
	url,
	target: target(name),
	...(button === undefined ? {} : { button }),
});

const empty = { steps: [], nextKey: 1, lastActAt: 0 } as unknown as RecordingRecord;
type Added = Parameters<typeof withStep>[1];
const recorded = (added: readonly Added[]) => added.reduce(withStep, empty);
const kindsOf = ({ steps }: RecordingRecord) => steps.map(({ event }) => `${event.kind} ${"target" in event ? event.target?.name[0] : ""}`);

test.each<[what: string, added: readonly Added[], kinds: readonly string[]]>([
	[
		"the press in a field goes when it is filled",
		[
			{ event: click("A"), control: "a", focuses: true },
			{ event: fill("A", "1"), control: "a" },
		],
		["fill A"],
	],
	[
		"the press in a field stays when another one is filled",
		[
			{ event: click("A"), control: "a", focuses: true },
			{ event: fill("B", "1"), control: "b" },
		],
		["click A", "fill B"],
	],
	[
		"a click on a button stays before a fill",
		[
			{ event: click("A"), control: "a" },
			{ event: fill("A", "1"), control: "a" },
		],
		["click A", "fill A"],
	],
	[
		"a field that is filled again has its last value",
		[
			{ event: fill("A", "1"), control: "a" },
			{ event: fill("A", "2"), control: "a" },
		],
		["fill A"],
	],
	[
		"a press between two fills of a field goes with the first one",
		[
			{ event: fill("A", "1"), control: "a" },
			{ event: click("A"), control: "a", focuses: true },
			{ event: fill("A", "2"), control: "a" },
		],
		["fill A", "fill A"],
	],
	[
		"a double click stands for its first press",
		[
			{ event: click("A"), control: "a" },
			{ event: click("A", "double"), control: "a" },
		],
		["click A"],
	],
	[
		"two clicks on a button are two steps",
		[
			{ event: click("A"), control: "a" },
			{ event: click("A"), control: "a" },
		],
		["click A", "click A"],
	],
	[
		"the click that opened the file picker goes",
		[
			{ event: click("Attach"), control: "a" },
			{ event: { kind: "upload", at: 2, url, target: target("File"), file: "a.pdf" }, control: "f", opened: true },
		],
		["upload File"],
	],
	[
		"a click before a file that came otherwise stays",
		[
			{ event: click("Next"), control: "a" },
			{ event: { kind: "upload", at: 2, url, target: target("File"), file: "a.pdf" }, control: "f", opened: false },
		],
		["click Next", "upload File"],
	],
])("%s", (_what, added, kinds) => {
	expect(kindsOf(recorded(added))).toEqual(kinds);
});

test("what was said of a value stays when its field is filled again", () => {
	const first = withChange(recorded([{ event: fill("A", "1"), control: "a" }]), "e1", { input: "Amount" });
	expect(withStep(first, { event: fill("A", "2"), control: "a" }).steps).toMatchObject([
		{ event: { typed: { text: "2" }, marks: { input: "Amount" } } },
	]);
});

test("what was said of a step is taken back by null, and steps are undone and deleted", () => {
	const two = recorded([{ event: click("A") }, { event: click("B") }]);
	const marked = withChange(two, "e1", { note: "Start", isOptional: true });
	expect(marked.steps[0]?.event.marks).toEqual({ note: "Start", isOptional: true });
	expect(withChange(marked, "e1", { note: null, isOptional: false }).steps[0]?.event.marks).toEqual({});
	expect(kindsOf(withoutLast(two))).toEqual(["click A"]);
	expect(kindsOf(withoutStep(two, "e1"))).toEqual(["click B"]);
});

const view = (body: string, header = "") => readPageText(`@page 1\n@url ${url}\n@epoch abcdefgh\n${header}\n${body}`);

test("the control of an act is the innermost one of the page text, and no region around it", () => {
	const page = view('<dialog 3 "Edit">\n  <button 9 "Save">');
	expect(controlOf(page, [70, 9, 3])?.name).toBe("Save");
	expect(controlOf(page, [70, 3])).toBeUndefined();
	expect(controlOf(page, [])).toBeUndefined();
});

test("a click on what is no control, and a choice without one, are no events; a key needs none", () => {
	expect(eventOf({ kind: "click" }, { at: 1, url })).toBeUndefined();
	expect(eventOf({ kind: "press", keys: "Escape" }, { at: 1, url })).toEqual({ kind: "press", keys: "Escape", at: 1, url });
});

test.for([
	['<form get /find>\n <search 3 "Search">\n <button 4 submit>Go</>', true],
	['<form post /find>\n <search 3 "Search">\n <button 4 submit>Go</>', false],
	['<form get /find>\n <search 3 "Search customer">\n <input 5 "Amount">\n <button 4 submit>Go</>', false],
	['<form get /find>\n <input 3 "Amount">\n <button 4 submit>Go</>', false],
] as const)("in %s both Enter and its button search: %s", ([page, isSearch]) => {
	const seen = view(page);
	const of = (id: number) => ({ view: seen, element: seen.elements.get(id), target: target("x"), at: 1, url });
	const expected = isSearch ? { sends: true, searches: true } : { sends: true };
	for (const event of [eventOf({ kind: "press", keys: "Enter" }, of(3)), eventOf({ kind: "click" }, of(4))]) {
		expect(event).toMatchObject(expected);
		if (!isSearch) expect(event).not.toHaveProperty("searches");
	}
});

test("an address that was opened is kept without its secrets", () => {
	const event = openEvent("https://a.example/in?token=hunter22hunter22&page=2", { at: 1, url, isNew: true });
	expect(event).toMatchObject({ kind: "open", address: "https://a.example/in?token=…&page=2", inNewTab: true });
});

test("of a secret the event says that it is one", () => {
	expect(eventOf({ kind: "fill", text: null }, { target: target("Password"), at: 1, url })).toMatchObject({ typed: { secret: true } });
});

test("the effect of an act is what the page says since", () => {
	const before = view("<button 9 Save>", '@alert "Welcome"\n');
	expect(effectOf(before, view("<p>Done", '@alert "Welcome"\n@alert "Saved"\n'), { id: 9 })).toEqual({
		alerts: ["Saved"],
		isTargetGone: true,
	});
	expect(effectOf(before, view("<button 9 Save>", '@alert "Welcome"\n'), { id: 9 })).toEqual({ isTargetGone: false });
	const answered = readPageText(
		`@page 1\n@url ${url}\n@epoch other\n\n# Members\n- Dan Byron Editor <button 3>Change role</>\n17\n${"Long words. ".repeat(40)}`,
	);
	expect(effectOf(view("# Members\n- Dan Byron Reader <button 3>Change role</>"), answered, { id: 9 })).toEqual({
		texts: ["Dan Byron Editor"],
	});
	const formatted = view('<input 9 "Amount" value="1,200.00">');
	expect(effectOf(view('<input 9 "Amount">'), formatted, { id: 9, typed: "1200" })).toMatchObject({ value: "1,200.00" });
});

test("a reading that does not say whether a control is gone leaves what an earlier one said", () => {
	const record = recorded([{ event: click("A"), control: "a" }]);
	const effects: RecordedEvent["effect"][] = [{ isTargetGone: true, alerts: ["Saved"] }, { url }, { isTargetGone: false }];
	const after = effects.map((_, at) => effects.slice(0, at + 1).reduce((told, effect) => withEffect(told, "e1", effect), record));
	expect(after.map(({ steps }) => steps[0]?.event.effect)).toEqual([effects[0], { isTargetGone: true, url }, { isTargetGone: false }]);
});

const start = "https://shop.example/";
const cart = "https://shop.example/cart";
test.each<
	[what: string, visited: readonly string[], arrival: Partial<Parameters<typeof arrivalOf>[1]>, does: string, after: readonly string[]]
>([
	["a typed address is opened", [start], { transition: "typed", url: cart }, "open", [start, cart]],
	["a link is the click on it", [start], { transition: "link", url: cart }, "nothing", [start, cart]],
	[
		"a link from the address bar is opened",
		[start],
		{ transition: "link", qualifiers: ["from_address_bar"], url: cart },
		"open",
		[start, cart],
	],
	[
		"the browser's back button goes back",
		[start, cart],
		{ transition: "link", qualifiers: ["forward_back"], url: start },
		"go_back",
		[start],
	],
	[
		"a step back of the page itself is the click before",
		[start, cart],
		{ qualifiers: ["forward_back"], url: start, isOfAct: true },
		"nothing",
		[start],
	],
	["a reload is nothing", [start], { transition: "reload", url: start }, "nothing", [start]],
])("%s", (_what, visited, arrival, does, after) => {
	expect(arrivalOf(visited, { transition: "link", qualifiers: [], url: start, isOfAct: false, ...arrival })).toEqual({
		does,
		visited: after,
	});
});
