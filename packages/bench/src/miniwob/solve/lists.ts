import type { ElementView } from "@webhand/page/parse/view";
import type { Solver } from "./actions.ts";
import { click, clickNamed, fill, find, hover } from "./actions.ts";
import type { PageInput } from "./page-input.ts";

/** Opens a menu entry by entry with the pointer. */
function* walkMenu(page: PageInput, names: readonly string[]): Generator<string, void, PageInput> {
	let seen = page;
	for (const name of names.slice(0, -1)) seen = yield hover(seen.named(name, "menuitem"));
	yield click(seen.named(names.at(-1) ?? "", "menuitem"));
}

export const menuPath: Solver = function* (page) {
	yield* walkMenu(page, (page.said(/^Select (.*)$/)[0] ?? "").split(">"));
};

// Menu icons by the item that holds them; the sentence shows only an icon.
const playback = new Set(["Prev", "Stop", "Play", "Next"]);

export const menuItem: Solver = function* (page) {
	const seen: PageInput = yield click(page.named("Menu", "button"));
	const wanted = page.quoted[1] ?? iconIn(seen);
	yield* walkMenu(seen, playback.has(wanted) ? ["Playback", wanted] : [wanted]);
};

/** The item whose icon stands in the sentence as the page shows it. */
function iconIn(seen: PageInput): string {
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

export const pieItem: Solver = function* (page) {
	const wanted = page.quoted[0] ?? "";
	const center = page.controls.find((one) => one.content === "+" || one.name === "+");
	const seen: PageInput = center === undefined ? page : yield click(center);
	const item = seen.controls.find((one) => one.content === wanted || one.name === wanted);
	yield* item === undefined ? clickNamed(seen, wanted) : [click(item)];
};

/** Opens the numbered pages of a list until one holds the wanted entry. */
function* turnUntil(page: PageInput, isThere: (seen: PageInput) => boolean): Generator<string, PageInput, PageInput> {
	let seen = page;
	for (let page = 0; page < 10 && !isThere(seen); page += 1) {
		const next = seen.controls.find((one) => /^[›>]$/.test(one.content || one.name));
		if (next === undefined) throw new Error("the page text holds no way to the next page");
		seen = yield click(next);
	}
	return seen;
}

export const contact: Solver = function* (page) {
	const [name = "", property = ""] = page.said(/^Find (.*) in the contact book and click on their (\w+)/);
	const seen: PageInput = yield* turnUntil(page, (page) => page.lines.includes(name));
	yield click(seen.nth("a", ["phone", "email", "address"].indexOf(property)));
};

export const searchResult: Solver = function* (page) {
	const [place = "1"] = page.said(/the (\d+)\w\w search result/);
	let seen: PageInput = yield fill(page.nth("input", 0), page.quoted[0] ?? "");
	seen = yield click(seen.named("Search", "button"));
	const index = Number(place) - 1;
	const pageLink = seen.maybe(String(Math.floor(index / 3) + 1), "a");
	if (index >= 3 && pageLink !== undefined) seen = yield click(pageLink);
	yield click(seen.nth("a", index % 3));
};

/** Controls between the name of a post and the next name. */
function controlsOf(page: PageInput, user: string): readonly ElementView[] {
	const start = page.view.lines.findIndex(
		(line) => line.text.split(" ").includes(user) && line.text !== page.sentence && /ago/.test(line.text),
	);
	const next = page.view.lines.findIndex((line, index) => index > start && /@\w+ \d+h ago/.test(line.text));
	if (start === -1) throw new Error(`the page text holds no post of ${user}`);
	return page.controls.filter((one) => one.line > start && (next === -1 || one.line < next));
}

/** The name of an icon, or what its class says. */
const iconOf = (one: ElementView): string => one.name || (one.attributes.get("hint") ?? "");

export const postAction: Solver = function* (page) {
	const [user = ""] = page.said(/the user (@\S+),/);
	const action = page.quoted[0] ?? "";
	const direct = controlsOf(page, user).find((one) => iconOf(one).toLowerCase() === action.toLowerCase());
	if (direct !== undefined) return void (yield click(direct));
	const more = controlsOf(page, user).find((one) => iconOf(one) === "more");
	if (more === undefined) throw new Error("the page text holds no menu of that post");
	const seen: PageInput = yield click(more);
	const item = controlsOf(seen, user).find((one) => (one.content || one.name).startsWith(action));
	if (item !== undefined) return void (yield click(item));
	const found: PageInput = yield find(action);
	const named = controlsOf(found, user).find((one) => (one.content || one.name).startsWith(action));
	if (named === undefined) throw new Error(`the page text holds no “${action}”`);
	yield click(named);
};

/** Adds menu items by the plus button in their row. */
export const order: Solver = function* (page) {
	const named = /each item: (.*)$/.exec(page.sentence)?.[1];
	const [count = "0", sort = ""] = /Order (\d+) items that are (.*)$/.exec(page.sentence)?.slice(1) ?? [];
	const rows = dishesOf(page);
	const wanted =
		named === undefined
			? Array.from({ length: Number(count) }, () => rows.findIndex((row) => row.sorts.includes(sort)))
			: named.split(", ").map((name) => rows.findIndex((row) => row.name === name.trim()));
	let seen: PageInput = yield find("css:.add");
	const pluses = plusOf(seen);
	for (const row of wanted) {
		const plus = pluses[row];
		if (plus === undefined) throw new Error(`the page text holds no plus for item ${row + 1}`);
		seen = yield click(plus);
	}
	yield* clickNamed(seen, "Order!");
};

const plusOf = (page: PageInput): readonly ElementView[] => page.controls.filter((one) => (one.content || one.name) === "+");

function dishesOf(page: PageInput): readonly { readonly name: string; readonly sorts: readonly string[] }[] {
	const lines = page.lines;
	return lines.flatMap((line, index) => {
		const sorts = [...(lines[index + 1] ?? "").matchAll(/(vegan|gluten-free|dairy|meat|peanuts)/g)].map((match) => match[1] ?? "");
		return sorts.length > 0 && !/^(?:vegan|gluten-free|dairy|meat|peanuts|\[)/.test(line) ? [{ name: line.trim(), sorts }] : [];
	});
}
