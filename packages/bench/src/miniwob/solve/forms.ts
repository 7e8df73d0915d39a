import type { Solver } from "./actions.ts";
import { choose, click, clickNamed, fill, press, submit } from "./actions.ts";
import type { PageInput } from "./page-input.ts";

/** Presses the controls that the sentence names, in order. */
export const pressNamed = (...names: readonly string[]): Solver =>
	function* (page) {
		let seen = page;
		for (const name of names) seen = yield click(seen.named(name, "button"));
	};

export const pressOnly: Solver = function* (page) {
	yield click(page.nth("button", 0));
};

export const pressQuoted: Solver = function* (page) {
	yield click(page.named(page.quoted[0] ?? "", "button"));
};

export const pickFromList: Solver = function* (page) {
	const [label = ""] = page.said(/^Select (.*) from the list/);
	const seen: PageInput = yield choose(page.nth("select", 0), label);
	yield* submit(seen);
};

export const tickNamed: Solver = function* (page) {
	const [names = ""] = page.said(/^Select (.*) and click Submit/);
	let seen = page;
	for (const name of names === "nothing" ? [] : names.split(", ")) seen = yield click(seen.named(name, "checkbox"));
	yield* submit(seen);
};

export const fillInto: Solver = function* (page) {
	const seen: PageInput = yield fill(page.nth("input", 0), page.quoted[0] ?? "");
	yield* submit(seen);
};

export const fillBoth: Solver = function* (page) {
	const seen: PageInput = yield fill(page.nth("password", 0), page.quoted[0] ?? "");
	yield* submit(yield fill(seen.nth("password", 1), page.quoted[0] ?? ""));
};

/** Signs in, and declines a question in between. */
export const signIn: Solver = function* (page) {
	let seen = page;
	const [user = "", password = ""] = page.quoted;
	for (const [types, value] of [
		["input", user],
		["password", password],
	] as const) {
		seen = yield fill(seen.nth(types, 0), value);
		const cancel = seen.maybe("Cancel", "button");
		if (cancel === undefined) continue;
		seen = yield click(cancel);
		seen = yield fill(seen.nth(types, 0), value);
	}
	yield click(seen.named("OK", "button"));
};

/** Reads "the 3rd" as an index from 0. */
const placeIn = (words: string): number => Number.parseInt(words, 10) - 1;

export const focusNth: Solver = function* (page) {
	yield click(page.nth("input", placeIn(page.said(/(\d)\w\w input/)[0] ?? "")));
};

export const radioThenField: Solver = function* (page) {
	const [radio = "", field = ""] = page.said(/Check the (\d)\w\w radio .* into the (\d)\w\w textbox/);
	let seen: PageInput = yield click(page.nth("radio", placeIn(radio)));
	seen = yield fill(seen.nth("input", placeIn(field)), page.quoted[0] ?? "");
	yield* submit(seen);
};

export const pickWidget: Solver = function* (page) {
	const sort = page.quoted[0] ?? "";
	yield click(page.nth(sort === "text" ? "input" : sort, 0));
};

/** Copies the whole text of a field by selecting, copying and pasting. */
function* copyFrom(page: PageInput, index: number): Generator<string, void, PageInput> {
	let seen: PageInput = yield press(page.nth("textarea", index), "Control+A");
	seen = yield press(seen.nth("textarea", index), "Control+C");
	seen = yield press(seen.nth("input", 0), "Control+V");
	yield* submit(seen);
}

export const copyOver: Solver = (page) => copyFrom(page, 0);
export const copyNth: Solver = (page) => copyFrom(page, placeIn(page.said(/(\d)\w\w/)[0] ?? ""));

export const labelledValues: Solver = function* (page) {
	const rows = new Map(
		page.view.lines
			.filter((line) => line.kind === "row")
			.map((line) => {
				const [label = "", value = ""] = line.cells.map((cell) =>
					cell
						.map((part) => (part.kind === "text" ? part.text : ""))
						.join("")
						.trim(),
				);
				return [label, value];
			}),
	);
	const labels = page.lines.filter((line) => line.endsWith(":")).map((line) => line.slice(0, -1));
	let seen = page;
	for (const [index, label] of labels.entries()) seen = yield fill(seen.nth("input", index), rows.get(label) ?? "");
	yield* submit(seen);
};

export const clickNamedTab: Solver = function* (page) {
	const [tab = ""] = page.said(/(Tab #\d)/);
	yield click(page.maybe(tab, "a") ?? page.named(tab));
};

export const openSections: Solver = function* (page) {
	const wanted = page.quoted[0] ?? "";
	let seen = page;
	for (let section = 0; section < 3; section += 1) {
		const link = seen.controls.find((one) => one.type !== "tab" && (one.content || one.name) === wanted);
		if (link !== undefined) return void (yield click(link));
		seen = yield click(seen.nth("tab", section));
	}
	yield* clickNamed(seen, wanted);
};
