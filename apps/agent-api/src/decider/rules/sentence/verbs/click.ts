import type { Token } from "../../words/tokens.ts";
import type { Intent, Thing } from "../clause.ts";
import { thingOf } from "../nouns/things.ts";
import { listOf } from "../values.ts";
import { orderOf, untilOf } from "./conditions.ts";
import { pathOf, timesOf, trimEnd, without, word } from "./pieces.ts";

/** What "click" asks for: things, a path of names, how often, in which order, until when. */
export function clickIntent(given: readonly Token[], how: "double" | "right" | undefined): Intent {
	let tokens = without(given, /^(?:on|at|in)$/);
	const kind = how === undefined ? {} : { how };
	const path = pathOf(tokens);
	if (path !== undefined) return { kind: "path", names: path };
	const times = timesOf(tokens);
	tokens = times.rest;
	const order = orderOf(tokens);
	const until = untilOf(order.rest);
	const base = { times: times.count, ...(until.condition === undefined ? {} : { until: until.condition }), ...kind };
	if (order.direction !== undefined) return { kind: "click", things: [thingOf(until.rest)], order: order.direction, ...base };
	const isEither = until.rest.some((token, index) => index > 0 && index < until.rest.length - 1 && word(token) === "or");
	return { kind: "click", things: thingsOf(until.rest), ...base, ...(isEither ? { isEither } : {}) };
}

const keyNames: Readonly<Record<string, string>> = {
	enter: "Enter",
	return: "Enter",
	tab: "Tab",
	escape: "Escape",
	esc: "Escape",
	space: " ",
	spacebar: " ",
	backspace: "Backspace",
	delete: "Delete",
	del: "Delete",
	home: "Home",
	end: "End",
	pageup: "PageUp",
	pagedown: "PageDown",
	up: "ArrowUp",
	down: "ArrowDown",
	left: "ArrowLeft",
	right: "ArrowRight",
	control: "Control",
	ctrl: "Control",
	strg: "Control",
	shift: "Shift",
	alt: "Alt",
	option: "Alt",
	cmd: "Meta",
	command: "Meta",
	meta: "Meta",
};

/** "press Enter", "press Ctrl+C", "press the down arrow 3 times" as keys; undefined where a control is meant. */
export function keysOf(given: readonly Token[]): Intent | undefined {
	const times = timesOf(given);
	let tokens = without(times.rest, /^(?:the|on|a)$/);
	const at = tokens.findIndex((token, index) => index > 0 && /^(?:in|on|inside|at)$/.test(word(token)));
	const field = at === -1 ? undefined : thingOf(tokens.slice(at + 1));
	if (at !== -1) tokens = tokens.slice(0, at);
	tokens = tokens.filter((token) => token.text !== "+");
	const hasNoun = tokens.some((token) => /^(?:key|keys|arrow|bar)$/.test(word(token)));
	if (tokens.some((token) => token.kind === "quoted" && !hasNoun)) return undefined;
	const names = tokens
		.filter((token) => !/^(?:key|keys|arrow|bar)$/.test(word(token)))
		.map((token) => token.text)
		.join(" ")
		.replace(/page (up|down)/i, "page$1")
		.split(/[ +]+/)
		.filter((name) => name !== "");
	if (names.length === 0) return undefined;
	const keys = names.map(
		(name) => keyNames[name.toLowerCase()] ?? (/^f\d{1,2}$/i.test(name) ? name.toUpperCase() : name.length === 1 ? name : undefined),
	);
	if (keys.some((key) => key === undefined)) return undefined;
	const isCombination = keys.length > 1 && keys.slice(0, -1).every((key) => /^(?:Control|Shift|Alt|Meta)$/.test(key ?? ""));
	const isPlainKey = keys.length === 1 && (hasNoun || /^(?:Enter|Tab|Escape|Backspace|Page(?:Up|Down)|F\d{1,2})$/.test(keys[0] ?? ""));
	if (!isCombination && !isPlainKey) return undefined;
	return { kind: "keys", keys: keys.join("+"), times: times.count, ...(field === undefined ? {} : { field }) };
}

/** The things of a list; "nothing" for none. A name that holds "and" is put together again by the act, which sees the page. */
export function thingsOf(given: readonly Token[]): readonly Thing[] {
	const not = given.findIndex((token, index) => index > 0 && /^(?:not|except|instead)$/.test(word(token)));
	const tokens =
		not === -1
			? given
			: trimEnd(given.slice(0, not), /^(?:but|and)$/).filter((token, index, all) => index < all.length - 1 || token.text !== ",");
	if (tokens.length === 1 && /^(?:nothing|none)$/.test(word(tokens[0]))) return [];
	const counted = firstOnes(tokens);
	if (counted !== undefined) return counted;
	const items = tokens.some((token) => word(token) === "between") ? [tokens] : listOf(tokens);
	if (items.length < 2 || isNameWithComma(tokens, items)) return [thingOf(tokens)];
	return items.map((item) => thingOf(item));
}

/** "Delete in the row of Chair, oak": a comma without "and", behind a place, parts a name and no list. */
function isNameWithComma(tokens: readonly Token[], items: readonly (readonly Token[])[]): boolean {
	const [first] = items;
	if (first === undefined || items.length > 2 || tokens.some((token) => /^(?:and|or)$/.test(word(token)))) return false;
	return thingOf(first).places.some(({ anchor }) => anchor.name !== "");
}

/** "the first two boxes": that many things, by their positions. */
function firstOnes(tokens: readonly Token[]): readonly Thing[] | undefined {
	const at = tokens.findIndex((token) => token.kind === "ordinal" && (token.value === 1 || token.value === -1));
	const count = tokens[at + 1]?.value;
	if (at === -1 || at > 1 || count === undefined || count < 2 || count > 20 || tokens.length < at + 3) return undefined;
	const thing = thingOf(tokens.slice(at + 2));
	const sign = tokens[at]?.value === 1 ? 1 : -1;
	return Array.from({ length: count }, (_, index) => ({ ...thing, position: sign * (index + 1) }));
}
