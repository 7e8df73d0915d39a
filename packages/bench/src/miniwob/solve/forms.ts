import type { Solver } from "./actions.ts";
import { choose, click, clickNamed, fill, press, submit } from "./actions.ts";
import type { Sight } from "./sight.ts";

/** Presses the controls that the sentence names, in order. */
export const pressNamed = (...names: readonly string[]): Solver =>
	function* (sight) {
		let seen = sight;
		for (const name of names) seen = yield click(seen.named(name, "button"));
	};

export const pressOnly: Solver = function* (sight) {
	yield click(sight.nth("button", 0));
};

export const pressQuoted: Solver = function* (sight) {
	yield click(sight.named(sight.quoted[0] ?? "", "button"));
};

export const pickFromList: Solver = function* (sight) {
	const [label = ""] = sight.said(/^Select (.*) from the list/);
	const seen: Sight = yield choose(sight.nth("select", 0), label);
	yield* submit(seen);
};

export const tickNamed: Solver = function* (sight) {
	const [names = ""] = sight.said(/^Select (.*) and click Submit/);
	let seen = sight;
	for (const name of names === "nothing" ? [] : names.split(", ")) seen = yield click(seen.named(name, "checkbox"));
	yield* submit(seen);
};

export const fillInto: Solver = function* (sight) {
	const seen: Sight = yield fill(sight.nth("input", 0), sight.quoted[0] ?? "");
	yield* submit(seen);
};

export const fillBoth: Solver = function* (sight) {
	const seen: Sight = yield fill(sight.nth("password", 0), sight.quoted[0] ?? "");
	yield* submit(yield fill(seen.nth("password", 1), sight.quoted[0] ?? ""));
};

/** A sign-in where a question may come up in between; it is declined. */
export const signIn: Solver = function* (sight) {
	let seen = sight;
	const [user = "", password = ""] = sight.quoted;
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

/** "the 3rd": the place of what is meant among its sort, from 0. */
const placeIn = (words: string): number => Number.parseInt(words, 10) - 1;

export const focusNth: Solver = function* (sight) {
	yield click(sight.nth("input", placeIn(sight.said(/(\d)\w\w input/)[0] ?? "")));
};

export const radioThenField: Solver = function* (sight) {
	const [radio = "", field = ""] = sight.said(/Check the (\d)\w\w radio .* into the (\d)\w\w textbox/);
	let seen: Sight = yield click(sight.nth("radio", placeIn(radio)));
	seen = yield fill(seen.nth("input", placeIn(field)), sight.quoted[0] ?? "");
	yield* submit(seen);
};

export const pickWidget: Solver = function* (sight) {
	const sort = sight.quoted[0] ?? "";
	yield click(sight.nth(sort === "text" ? "input" : sort, 0));
};

/** Whole text of a field by selecting, copying and pasting, as a person does. */
function* copyFrom(sight: Sight, index: number): Generator<string, void, Sight> {
	let seen: Sight = yield press(sight.nth("textarea", index), "Control+A");
	seen = yield press(seen.nth("textarea", index), "Control+C");
	seen = yield press(seen.nth("input", 0), "Control+V");
	yield* submit(seen);
}

export const copyOver: Solver = (sight) => copyFrom(sight, 0);
export const copyNth: Solver = (sight) => copyFrom(sight, placeIn(sight.said(/(\d)\w\w/)[0] ?? ""));

export const labelledValues: Solver = function* (sight) {
	const rows = new Map(
		sight.view.lines
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
	const labels = sight.lines.filter((line) => line.endsWith(":")).map((line) => line.slice(0, -1));
	let seen = sight;
	for (const [index, label] of labels.entries()) seen = yield fill(seen.nth("input", index), rows.get(label) ?? "");
	yield* submit(seen);
};

export const clickNamedTab: Solver = function* (sight) {
	const [tab = ""] = sight.said(/(Tab #\d)/);
	yield click(sight.maybe(tab, "a") ?? sight.named(tab));
};

export const openSections: Solver = function* (sight) {
	const wanted = sight.quoted[0] ?? "";
	let seen = sight;
	for (let section = 0; section < 3; section += 1) {
		const link = seen.controls.find((one) => one.type !== "tab" && (one.content || one.name) === wanted);
		if (link !== undefined) return void (yield click(link));
		seen = yield click(seen.nth("tab", section));
	}
	yield* clickNamed(seen, wanted);
};
