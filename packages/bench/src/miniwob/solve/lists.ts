import type { ElementView } from "@webhand/page/parse/view";
import type { Solver } from "./actions.ts";
import { click, clickNamed, fill, find, hover } from "./actions.ts";
import type { Sight } from "./sight.ts";

/** Opens a menu entry by entry; what is on the way is pointed at. */
function* walkMenu(sight: Sight, names: readonly string[]): Generator<string, void, Sight> {
	let seen = sight;
	for (const name of names.slice(0, -1)) seen = yield hover(seen.named(name, "menuitem"));
	yield click(seen.named(names.at(-1) ?? "", "menuitem"));
}

export const menuPath: Solver = function* (sight) {
	yield* walkMenu(sight, (sight.said(/^Select (.*)$/)[0] ?? "").split(">"));
};

// The icons of the menu by the item that carries them; the sentence shows an icon and no word.
const playback = new Set(["Prev", "Stop", "Play", "Next"]);

export const menuItem: Solver = function* (sight) {
	const seen: Sight = yield click(sight.named("Menu", "button"));
	const wanted = sight.quoted[1] ?? iconIn(seen);
	yield* walkMenu(seen, playback.has(wanted) ? ["Playback", wanted] : [wanted]);
};

/** The item whose icon stands in the sentence as the page shows it. */
function iconIn(seen: Sight): string {
	const shown = seen.view.lines.find((line) => /with the .* icon/.test(line.text))?.text ?? "";
	const icons: Readonly<Record<string, string>> = {
		disk: "Save",
		"seek start": "Prev",
		stop: "Stop",
		play: "Play",
		"seek end": "Next",
		zoomin: "Zoom In",
		zoomout: "Zoom Out",
	};
	const found = Object.entries(icons).find(([icon]) => shown.toLowerCase().includes(icon));
	if (found === undefined) throw new Error(`the page text does not say which icon is meant: ${shown}`);
	return found[1];
}

export const pieItem: Solver = function* (sight) {
	const wanted = sight.quoted[0] ?? "";
	const center = sight.controls.find((one) => one.content === "+" || one.name === "+");
	const seen: Sight = center === undefined ? sight : yield click(center);
	const item = seen.controls.find((one) => one.content === wanted || one.name === wanted);
	yield* item === undefined ? clickNamed(seen, wanted) : [click(item)];
};

/** Pages of a list by their numbers, until one holds what is wanted. */
function* turnUntil(sight: Sight, isThere: (seen: Sight) => boolean): Generator<string, Sight, Sight> {
	let seen = sight;
	for (let page = 0; page < 10 && !isThere(seen); page += 1) {
		const next = seen.controls.find((one) => /^[›>]$/.test(one.content || one.name));
		if (next === undefined) throw new Error("the page text holds no way to the next page");
		seen = yield click(next);
	}
	return seen;
}

export const contact: Solver = function* (sight) {
	const [name = "", property = ""] = sight.said(/^Find (.*) in the contact book and click on their (\w+)/);
	const seen: Sight = yield* turnUntil(sight, (page) => page.lines.includes(name));
	yield click(seen.nth("a", ["phone", "email", "address"].indexOf(property)));
};

export const searchResult: Solver = function* (sight) {
	const [place = "1"] = sight.said(/the (\d+)\w\w search result/);
	let seen: Sight = yield fill(sight.nth("input", 0), sight.quoted[0] ?? "");
	seen = yield click(seen.named("Search", "button"));
	const index = Number(place) - 1;
	const page = seen.maybe(String(Math.floor(index / 3) + 1), "a");
	if (index >= 3 && page !== undefined) seen = yield click(page);
	yield click(seen.nth("a", index % 3));
};

/** The controls between a post's name and the next one's. */
function controlsOf(sight: Sight, user: string): readonly ElementView[] {
	const start = sight.view.lines.findIndex(
		(line) => line.text.split(" ").includes(user) && line.text !== sight.sentence && /ago/.test(line.text),
	);
	const next = sight.view.lines.findIndex((line, index) => index > start && /@\w+ \d+h ago/.test(line.text));
	if (start === -1) throw new Error(`the page text holds no post of ${user}`);
	return sight.controls.filter((one) => one.line > start && (next === -1 || one.line < next));
}

export const postAction: Solver = function* (sight) {
	const [user = ""] = sight.said(/the user (@\S+),/);
	const action = sight.quoted[0] ?? "";
	const direct = controlsOf(sight, user).find((one) => one.name.toLowerCase() === action.toLowerCase());
	if (direct !== undefined) return void (yield click(direct));
	const more = controlsOf(sight, user).find((one) => one.name === "more");
	if (more === undefined) throw new Error("the page text holds no menu of that post");
	const seen: Sight = yield click(more);
	const item = controlsOf(seen, user).find((one) => (one.content || one.name).startsWith(action));
	if (item !== undefined) return void (yield click(item));
	const found: Sight = yield find(action);
	const named = controlsOf(found, user).find((one) => (one.content || one.name).startsWith(action));
	if (named === undefined) throw new Error(`the page text holds no “${action}”`);
	yield click(named);
};

/** Adds items of a menu card by the plus in their row. */
export const order: Solver = function* (sight) {
	const named = /each item: (.*)$/.exec(sight.sentence)?.[1];
	const [count = "0", sort = ""] = /Order (\d+) items that are (.*)$/.exec(sight.sentence)?.slice(1) ?? [];
	const rows = dishesOf(sight);
	const wanted =
		named === undefined
			? Array.from({ length: Number(count) }, () => rows.findIndex((row) => row.sorts.includes(sort)))
			: named.split(", ").map((name) => rows.findIndex((row) => row.name === name.trim()));
	let seen: Sight = yield find("css:.add");
	const pluses = plusOf(seen);
	for (const row of wanted) {
		const plus = pluses[row];
		if (plus === undefined) throw new Error(`the page text holds no plus for item ${row + 1}`);
		seen = yield click(plus);
	}
	yield* clickNamed(seen, "Order!");
};

const plusOf = (sight: Sight): readonly ElementView[] => sight.controls.filter((one) => (one.content || one.name) === "+");

function dishesOf(sight: Sight): readonly { readonly name: string; readonly sorts: readonly string[] }[] {
	const lines = sight.lines;
	return lines.flatMap((line, index) => {
		const sorts = [...(lines[index + 1] ?? "").matchAll(/(vegan|gluten-free|dairy|meat|peanuts)/g)].map((match) => match[1] ?? "");
		return sorts.length > 0 && !/^(?:vegan|gluten-free|dairy|meat|peanuts|\[)/.test(line) ? [{ name: line.trim(), sorts }] : [];
	});
}
