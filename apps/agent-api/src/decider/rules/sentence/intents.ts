import type { Verb } from "../words/lexicon.ts";
import { countOf, rolesOf } from "../words/lexicon.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Condition, DragGoal, Intent, Relation, Thing, Value } from "./clause.ts";
import { entriesOf, fieldOf } from "./fill.ts";
import { startsVerb, verbOf } from "./split.ts";
import { emptyThing, phrase, thingNamed, thingOf } from "./things.ts";
import { listOf, valueOf, withoutArticle } from "./values.ts";

/** What one clause asks for; `unknown` where no reading fits. `tokens` start with the verb. */
export function intentOf(tokens: readonly Token[]): Intent {
	const found = startsVerb(tokens, 0) ? verbOf(tokens) : undefined;
	if (found === undefined)
		return tokens.some(isLiteral) || tokens.some((token) => token.text === ":") ? fillIntent(tokens) : { kind: "unknown" };
	return readers[found.verb](tokens.slice(found.words), tokens.slice(0, found.words));
}

type ReadIntent = (rest: readonly Token[], verb: readonly Token[]) => Intent;

const word = (token: Token | undefined): string => (token?.kind === "quoted" ? "" : (token?.lower ?? ""));
const without = (tokens: readonly Token[], words: RegExp): readonly Token[] => {
	let rest = tokens;
	while (rest.length > 0 && rest[0]?.kind === "word" && words.test(rest[0].lower)) rest = rest.slice(1);
	return rest;
};

const readers: Readonly<Record<Verb, ReadIntent>> = {
	click: (rest, verb) => clickIntent(rest, /double/.test(word(verb[0])) ? "double" : /right/.test(word(verb[0])) ? "right" : undefined),
	press: (rest) => {
		const keys = keysOf(rest);
		return keys ?? clickIntent(rest, undefined);
	},
	fill: (rest) => fillIntent(rest),
	set: (rest) => setIntent(rest),
	choose: (rest) => chooseIntent(rest),
	tick: (rest) => ({ kind: "tick", things: thingsOf(rest), on: true }),
	untick: (rest) => ({ kind: "tick", things: thingsOf(rest), on: false }),
	toggle: (rest) => ({ kind: "tick", things: thingsOf(rest), on: "toggle" }),
	search: (rest) => searchIntent(rest),
	open: (rest) => openIntent(rest, false),
	visit: (rest) => openIntent(rest, false),
	switch: (rest) => ({ kind: "click", things: [thingOf(rest)], times: 1 }),
	submit: (rest, verb) => submitIntent(rest, verb),
	scroll: (rest) => scrollIntent(rest),
	wait: (rest) => waitIntent(rest),
	hover: (rest) => ({ kind: "hover", thing: thingOf(without(rest, /^(?:over|on|at)$/)) }),
	drag: (rest, verb) => dragIntent(rest) ?? namedIntent(rest, verb),
	copy: (rest) => ({ kind: "copy", value: valueOf(withoutText(rest), { isText: false }) }),
	paste: (rest) => pasteIntent(rest),
	expand: (rest) => ({ kind: "expand", thing: thingOf(rest), on: true }),
	collapse: (rest) => ({ kind: "expand", thing: thingOf(rest), on: false }),
	close: (rest) => (rest.length === 0 ? { kind: "close" } : { kind: "close", thing: thingOf(rest) }),
	back: () => ({ kind: "history", to: "back" }),
	forward: () => ({ kind: "history", to: "forward" }),
	reload: () => ({ kind: "history", to: "reload" }),
	read: (rest, verb) => readIntent(rest, verb),
	find: (rest) => findIntent(rest),
	focus: (rest) => ({ kind: "focus", thing: thingOf(without(rest, /^(?:into|on|in|the)$/)) }),
	use: (rest) => useIntent(rest),
	clear: (rest) => ({ kind: "clear", thing: thingOf(without(rest, /^(?:out|all|text|in|from|of)$/)) }),
	solve: (rest) => ({ kind: "remember", value: solved(rest) }),
	mark: (rest) => markIntent(rest),
	ask: (rest) => ({ kind: "ask", question: phrase(rest) }),
	stop: () => ({ kind: "avoid" }),
	other: (rest, verb) => namedIntent(rest, verb),
};

function thingsOf(tokens: readonly Token[]): readonly Thing[] {
	if (tokens.length === 1 && /^(?:nothing|none)$/.test(word(tokens[0]))) return [];
	const items = listOf(tokens);
	// A single name may hold "and" ("Terms and conditions"): it is kept whole, the matcher tries it first.
	return items.length < 2 ? [thingOf(tokens)] : items.map((item) => thingOf(item));
}

function clickIntent(given: readonly Token[], how: "double" | "right" | undefined): Intent {
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
	return { kind: "click", things: thingsOf(until.rest), ...base };
}

/** "File > Open > Recent": the names in order, or undefined. */
function pathOf(tokens: readonly Token[]): readonly string[] | undefined {
	if (!tokens.some((token) => token.kind === "mark" && (token.text === ">" || token.text === "\u203a" || token.text === "\u2192")))
		return undefined;
	const names: Token[][] = [[]];
	for (const token of tokens) {
		if (token.kind === "mark" && /^[>\u203a\u2192]$/.test(token.text)) names.push([]);
		else if (token.kind !== "mark" || token.text !== "-") names.at(-1)?.push(token);
	}
	const read = names.filter((name) => name.length > 0).map((name) => phrase(withoutArticle(name)));
	return read.length > 1 ? read : undefined;
}

function timesOf(tokens: readonly Token[]): { readonly count: number; readonly rest: readonly Token[] } {
	const last = tokens.at(-1);
	if (/^(?:once|twice|thrice)$/.test(word(last)) && tokens.length > 1)
		return { count: last?.value ?? countOf(word(last)) ?? 1, rest: tokens.slice(0, -1) };
	const count = tokens.at(-2);
	if (word(last) === "times" && count?.value !== undefined && tokens.length > 2)
		return { count: Math.max(1, Math.min(20, count.value)), rest: tokens.slice(0, -2) };
	return { count: 1, rest: tokens };
}

function orderOf(tokens: readonly Token[]): { readonly direction?: "ascending" | "descending"; readonly rest: readonly Token[] } {
	const at = tokens.findIndex((token) =>
		/^(?:ascending|increasing|descending|decreasing|alphabetical|numerical|numeric|reverse)$/.test(word(token)),
	);
	if (at === -1) return { rest: tokens };
	const direction = /^(?:desc|decr|rev)/.test(word(tokens[at])) ? "descending" : "ascending";
	let start = at;
	while (start > 0 && /^(?:in|the|an|a|order|by)$/.test(word(tokens[start - 1]))) start -= 1;
	return { direction, rest: tokens.slice(0, start) };
}

function untilOf(tokens: readonly Token[]): { readonly condition?: Condition; readonly rest: readonly Token[] } {
	const at = tokens.findIndex((token) => word(token) === "until");
	if (at === -1) return { rest: tokens };
	const after = without(tokens.slice(at + 1), /^(?:you|we|i|it|see|find|reach|get|the|is|there|a|an)$/);
	const condition =
		conditionOf(after) ?? ({ kind: "shows", thing: thingOf(trimEnd(after, /^(?:appears?|shows?|visible|is|up|displayed)$/)) } as const);
	return { condition, rest: tokens.slice(0, at) };
}

const trimEnd = (tokens: readonly Token[], words: RegExp): readonly Token[] => {
	let rest = tokens;
	while (rest.length > 1 && words.test(word(rest.at(-1)))) rest = rest.slice(0, -1);
	return rest;
};

/** "less than 5", "greater than 2", "between 3 and 7", "even"; undefined for anything else. */
function conditionOf(tokens: readonly Token[]): Condition | undefined {
	const words = tokens.map(word);
	const parity = words.find((one) => one === "even" || one === "odd");
	const numbers = tokens.filter((token) => token.value !== undefined && (token.kind === "number" || token.kind === "word"));
	const bound = numbers[0]?.value;
	if (bound === undefined) return parity === undefined ? undefined : { kind: "parity", isEven: parity === "even" };
	const text = words.join(" ");
	const second = numbers[1]?.value;
	if (/\bbetween\b/.test(text) && second !== undefined) return { kind: "number", compare: "atLeast", bound, bound2: second };
	if (/at most|or less|no more than|maximum/.test(text)) return { kind: "number", compare: "atMost", bound };
	if (/at least|or more|no less than|minimum/.test(text)) return { kind: "number", compare: "atLeast", bound };
	if (/less than|smaller than|lower than|below|under|fewer than/.test(text)) return { kind: "number", compare: "less", bound };
	if (/greater than|more than|larger than|bigger than|higher than|above|over/.test(text))
		return { kind: "number", compare: "greater", bound };
	if (/equal|exactly|equals/.test(text)) return { kind: "number", compare: "equal", bound };
	return undefined;
}

/** "the value that corresponds with each label": every field gets what the page shows beside the same label. */
function isMatching(rest: readonly Token[]): boolean {
	const words = rest.map(word);
	return (
		words.some((one) => /^(?:each|every|corresponding|corresponds|correspond|matching|respective)$/.test(one)) &&
		words.some((one) => /^(?:labels?|fields?|values?)$/.test(one)) &&
		!rest.some(isLiteral)
	);
}

function fillIntent(rest: readonly Token[]): Intent {
	if (isMatching(rest)) return { kind: "match" };
	const submits = rest.length > 3 && /^(?:and|then) (?:press|hit) (?:enter|return)$/.test(rest.slice(-3).map(word).join(" "));
	const entries = entriesOf(submits ? rest.slice(0, -3) : rest);
	return entries.length === 0 ? { kind: "unknown" } : { kind: "fill", entries, submits };
}

function setIntent(rest: readonly Token[]): Intent {
	const at = rest.findLastIndex((token) => word(token) === "to" || word(token) === "as" || token.text === "=" || token.text === ":");
	if (at <= 0) return fillIntent(rest);
	const thing = fieldOf(rest.slice(0, at));
	const value = rest.slice(at + 1);
	const state = word(value[0]);
	if (value.length === 1 && /^(?:on|off|true|false|enabled|disabled|checked|unchecked)$/.test(state))
		return { kind: "tick", things: [thing], on: !/^(?:off|false|disabled|unchecked)$/.test(state) };
	return { kind: "fill", entries: [{ value: valueOf(value, { isText: true }), into: thing }], submits: false };
}

const sources = new Set("from in on with using for as of at".split(" "));

function chooseIntent(rest: readonly Token[]): Intent {
	const path = pathOf(rest);
	if (path !== undefined) return { kind: "path", names: path };
	const first = rest[0];
	if (rest.length === 0) return { kind: "unknown" };
	// A day before "as the date", "in the calendar": the field decides how it is written.
	const at = sourceAt(rest);
	const what = at === undefined ? rest : rest.slice(0, at);
	const field = at === undefined ? undefined : thingOf(rest.slice(at + 1));
	const withField =
		field === undefined || (field.name === "" && field.roles.length === 0 && field.position === undefined && field.places.length === 0)
			? {}
			: { field };
	if (first?.kind === "date" || first?.kind === "time")
		return { kind: "choose", things: [thingOf([first])], value: { kind: "literal", text: first.text }, ...withField };
	const value = valueOf(what, { isText: true });
	if (value.kind === "day" || value.kind === "extreme" || value.kind === "math" || value.kind === "count")
		return { kind: "choose", things: [thingOf(what)], value, ...withField };
	if (what.length === 1 && /^(?:nothing|none)$/.test(word(first))) return { kind: "choose", things: [], ...withField };
	return { kind: "choose", things: thingsOf(what), ...withField };
}

/** Where "from the list", "as size", "with the slider" begins; the last such place outside quotations. */
function sourceAt(tokens: readonly Token[]): number | undefined {
	for (let at = tokens.length - 2; at > 0; at -= 1) {
		const token = tokens[at];
		if (token?.kind !== "word" || !sources.has(token.lower)) continue;
		const behind = tokens.slice(at + 1);
		const nouns = thingOf(behind).roles;
		const naming = token.lower === "with" && behind.some((one) => one.kind === "quoted" || /^(?:label|text|name|value)$/.test(word(one)));
		if (naming) continue;
		if (token.lower === "of" && !nouns.some((role) => role === "select" || role === "slider")) continue;
		if (nouns.some((role) => role === "row" || role === "section" || role === "page")) continue;
		// "pick the blue one with a handle": the words behind are no control.
		if ((token.lower === "with" || token.lower === "using" || token.lower === "at" || token.lower === "on") && nouns.length === 0) continue;
		return at;
	}
	return undefined;
}

function searchIntent(rest: readonly Token[]): Intent {
	const tokens = without(rest, /^(?:for|the|on|up)$/).length > 0 ? without(rest, /^(?:for|up)$/) : rest;
	const at = tokens.findLastIndex(
		(token, index) =>
			index > 0 && /^(?:in|on|using|with|into)$/.test(word(token)) && tokens.slice(index + 1).some((one) => rolesOf(word(one)).length > 0),
	);
	const what = at === -1 ? tokens : tokens.slice(0, at);
	const field = at === -1 ? undefined : thingOf(tokens.slice(at + 1));
	// "search the catalogue for kettles"
	const inside = what.findIndex((token, index) => index > 0 && word(token) === "for");
	const value = valueOf(inside === -1 ? what : what.slice(inside + 1), { isText: true });
	if (what.length === 0) return { kind: "click", things: [thingOf(rest.length > 0 ? rest : [])], times: 1 };
	const isPage = field?.roles.includes("page") === true && field.name === "";
	return { kind: "search", value, ...(field === undefined || isPage ? {} : { field }) };
}

function openIntent(rest: readonly Token[], inNewTab: boolean): Intent {
	const tokens = without(rest, /^(?:the|to|on|up|a)$/);
	const first = tokens.find((token) => token.kind === "url");
	const newTab = inNewTab || /\bnew tab\b/.test(tokens.map(word).join(" "));
	if (first !== undefined && tokens.indexOf(first) <= 2 && URL.canParse(absolute(first.text)))
		return { kind: "visit", url: absolute(first.text), inNewTab: newTab };
	const path = pathOf(tokens);
	if (path !== undefined) return { kind: "path", names: path };
	return tokens.length === 0 ? { kind: "unknown" } : { kind: "open", thing: thingOf(rest) };
}

const absolute = (url: string): string => (/^https?:/i.test(url) ? url : `${/^localhost|^127\./.test(url) ? "http" : "https"}://${url}`);

function submitIntent(rest: readonly Token[], verb: readonly Token[]): Intent {
	const special = word(verb[0]) === "send" ? (forwardIntent(rest, verb) ?? contentIntent(rest, verb)) : undefined;
	if (special !== undefined) return special;
	const bare = without(rest, /^(?:the|it|this|your|my|them|that|a|completed|filled)$/);
	if (
		bare.length === 0 ||
		(bare.length === 1 && /^(?:form|answer|answers|data|information|page|everything|request|all)$/.test(word(bare[0])))
	)
		return { kind: "submit" };
	if (/^(?:when|once|after)$/.test(word(bare[0]))) return { kind: "submit" };
	return { kind: "submit", thing: thingOf(bare) };
}

function scrollIntent(rest: readonly Token[]): Intent {
	const words = rest.map(word);
	const direction = (["down", "up", "left", "right", "top", "bottom"] as const).find((one) => words.includes(one));
	const to = words.findIndex(
		(one, index) =>
			(one === "to" || one === "until") && !/^(?:top|bottom|down|up|end|beginning)$/.test(words[index + 2] ?? words[index + 1] ?? ""),
	);
	const end = words.includes("end") ? "bottom" : words.includes("beginning") ? "top" : undefined;
	if (to !== -1 && (direction === undefined || words.indexOf(direction) < to) && end === undefined) {
		const target = without(rest.slice(to + 1), /^(?:you|we|i|it|see|find|reach|the|is|a)$/);
		if (target.length > 0 && !/^(?:top|bottom)$/.test(word(target[0])))
			return { kind: "scroll", direction: "to", thing: thingOf(trimEnd(target, /^(?:appears?|visible|is|shows?)$/)) };
	}
	const container = words.findIndex((one, index) => index > 0 && /^(?:in|of|inside)$/.test(one));
	const thing = container === -1 ? undefined : thingOf(rest.slice(container + 1));
	const useful = thing !== undefined && !thing.roles.includes("page") && thing.whole !== "";
	return { kind: "scroll", direction: end ?? direction ?? "down", ...(useful ? { thing } : {}) };
}

function waitIntent(rest: readonly Token[]): Intent {
	const unit = rest.findIndex((token) => /^(?:seconds?|secs?|s|minutes?|milliseconds?|ms|moment)$/.test(word(token)));
	const amount = rest.slice(0, Math.max(0, unit)).findLast((token) => token.value !== undefined)?.value ?? 1;
	const factor = /^min/.test(word(rest[unit])) ? 60 : /^m(?:s|illi)/.test(word(rest[unit])) ? 0.001 : 1;
	if (unit !== -1 || rest.length === 0) return { kind: "wait", seconds: Math.max(1, Math.min(120, Math.ceil(amount * factor))) };
	if (rest.length === 1 && rest[0]?.value !== undefined) return { kind: "wait", seconds: Math.max(1, Math.min(120, rest[0].value)) };
	const until = trimEnd(without(rest, /^(?:until|for|the|till|a)$/), /^(?:appears?|to|appear|loads?|visible|is|shows?|up)$/);
	return { kind: "wait", seconds: 2, until: thingOf(until) };
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
function keysOf(given: readonly Token[]): Intent | undefined {
	const times = timesOf(given);
	let tokens = without(times.rest, /^(?:the|on|a)$/);
	const at = tokens.findIndex((token, index) => index > 0 && /^(?:in|on|inside|at)$/.test(word(token)));
	const field = at === -1 ? undefined : thingOf(tokens.slice(at + 1));
	if (at !== -1) tokens = tokens.slice(0, at);
	const hasNoun = tokens.some((token) => /^(?:key|keys|arrow)$/.test(word(token)));
	const names = tokens
		.filter((token) => !/^(?:key|keys|arrow)$/.test(word(token)))
		.flatMap((token) => (token.kind === "quoted" && !hasNoun ? [] : token.text.split("+")));
	if (names.length === 0 || tokens.some((token) => token.kind === "quoted" && !hasNoun)) return undefined;
	const keys = names.map(
		(name) => keyNames[name.toLowerCase()] ?? (/^f\d{1,2}$/i.test(name) ? name.toUpperCase() : name.length === 1 ? name : undefined),
	);
	if (keys.some((key) => key === undefined)) return undefined;
	const isCombination = keys.length > 1 && keys.slice(0, -1).every((key) => /^(?:Control|Shift|Alt|Meta)$/.test(key ?? ""));
	const isPlainKey = keys.length === 1 && (hasNoun || /^(?:Enter|Tab|Escape|Backspace)$/.test(keys[0] ?? ""));
	if (!isCombination && !isPlainKey) return undefined;
	return { kind: "keys", keys: keys.join("+"), times: times.count, ...(field === undefined ? {} : { field }) };
}

function dragIntent(rest: readonly Token[]): Intent | undefined {
	const words = rest.map(word);
	const purpose = words.findIndex((one, index) => index > 0 && one === "so");
	if (purpose !== -1) {
		const goal = goalOf(without(rest.slice(purpose + 1), /^(?:that|it|they|is|are|completely|fully|entirely|placed|lies)$/));
		return goal === undefined ? undefined : { kind: "drag", thing: thingOf(rest.slice(0, purpose)), goal };
	}
	const order = orderOf(rest);
	if (order.direction !== undefined)
		return { kind: "drag", thing: thingOf(order.rest), goal: { kind: "order", direction: order.direction } };
	const joint = words.findIndex(
		(one, index) =>
			index > 0 &&
			/^(?:to|onto|into|over|on|inside|next|below|above|under|left|right|up|down|before|after|between|upwards?|downwards?|by)$/.test(one),
	);
	if (joint === -1) return undefined;
	const goal = goalOf(rest.slice(joint));
	return goal === undefined ? undefined : { kind: "drag", thing: thingOf(rest.slice(0, joint)), goal };
}

function goalOf(given: readonly Token[]): DragGoal | undefined {
	const tokens = without(given, /^(?:to|onto|into|the|over)$/);
	const words = tokens.map(word);
	const direction = (["up", "down", "left", "right"] as const).find(
		(one) => words[0] === one || words[0] === `${one}wards` || words[0] === `${one}ward`,
	);
	const of = words.findIndex((one) => /^(?:of|from)$/.test(one));
	const count = tokens.find((token) => token.value !== undefined && token.kind !== "ordinal")?.value;
	if (
		direction !== undefined &&
		of === -1 &&
		words.includes("by") &&
		count !== undefined &&
		count < 10 &&
		!words.some((one) => /^(?:px|pixels?)$/.test(one))
	)
		return { kind: "steps", direction, count };
	const cell = cellGoal(words);
	if (cell !== undefined && of === -1) return cell;
	if (direction !== undefined && of === -1) {
		const pixels = tokens.find((token) => token.kind === "number")?.value;
		return { kind: "direction", direction, ...(pixels === undefined ? {} : { pixels }) };
	}
	const position = tokens.find((token) => token.kind === "ordinal")?.value ?? (words[0] === "position" ? tokens[1]?.value : undefined);
	if (position !== undefined && words.some((one) => /^(?:position|place|spot|slot|row)$/.test(one))) return { kind: "position", position };
	if (words[0] === "top" || words[0] === "bottom") return { kind: "position", position: words[0] === "top" ? 1 : -1 };
	const relations: readonly (readonly [RegExp, Relation])[] = [
		[/^left$/, "left"],
		[/^right$/, "right"],
		[/^(?:below|under|beneath|underneath)$/, "below"],
		[/^above$/, "above"],
		[/^next$/, "next"],
		[/^before$/, "before"],
		[/^after$/, "after"],
	];
	const relation = relations.find(([pattern]) => words.some((one) => pattern.test(one)))?.[1] ?? "inside";
	const target = without(
		tokens,
		/^(?:next|to|left|right|side|of|below|under|beneath|underneath|above|position|place|the|inside|within|in|on|before|after|right|directly|immediately)$/,
	);
	return target.length === 0 ? undefined : { kind: "thing", thing: thingOf(target), relation };
}

/** "to the center", "to the top left": a place in a grid. */
function cellGoal(words: readonly string[]): DragGoal | undefined {
	const named = words.filter((one) => /^(?:top|bottom|center|centre|middle|left|right|upper|lower)$/.test(one));
	const isCentre = (one: string) => /^(?:center|centre|middle)$/.test(one);
	if (named.length === 0 || words.length > named.length + 2 || (named.length === 1 && !isCentre(named[0] ?? ""))) return undefined;
	const row = named.some((one) => one === "top" || one === "upper")
		? 0
		: named.some((one) => one === "bottom" || one === "lower")
			? 1
			: 0.5;
	const column = named.includes("left") ? 0 : named.includes("right") ? 1 : 0.5;
	return { kind: "cell", row, column };
}

function pasteIntent(rest: readonly Token[]): Intent {
	const into = rest.findIndex((token) => /^(?:into|in|inside|to|on)$/.test(word(token)));
	return into === -1 ? { kind: "paste" } : { kind: "paste", into: thingOf(rest.slice(into + 1)) };
}

const withoutText = (tokens: readonly Token[]): readonly Token[] => {
	const bare = withoutArticle(tokens);
	return /^(?:text|content|contents|value)$/.test(word(bare[0])) && /^(?:in|of|from|inside|within|on)$/.test(word(bare[1]))
		? bare.slice(2)
		: bare;
};

function readIntent(rest: readonly Token[], verb: readonly Token[]): Intent {
	const said = phrase(verb).toLowerCase();
	let tokens = without(rest, /^(?:me|us|what|is|are|out|back|to|which|whats)$/);
	if (/^how (?:many|much)$/.test(said) || /^how (?:many|much)\b/.test(phrase(tokens).toLowerCase())) {
		const isCount = /many/.test(said) || /^how many/.test(phrase(tokens).toLowerCase());
		tokens = trimEnd(without(tokens, /^(?:how|many|much|is|are|does)$/), /^(?:are|there|is|cost|costs|do|you|see|listed|shown)$/);
		return {
			kind: "read",
			values: [
				isCount
					? { kind: "count", thing: thingOf(tokens) }
					: {
							kind: "text",
							thing: { ...emptyThing, whole: "price", name: "price", places: [{ relation: "of", anchor: thingOf(tokens) }] },
						},
			],
		};
	}
	if (tokens.length === 0) return { kind: "read", values: [{ kind: "text", thing: emptyThing }] };
	const isBare = tokens.length <= 8 && !tokens.some((token) => /^(?:in|of|for|from|on)$/.test(word(token)));
	const items = isBare ? listOf(tokens) : [tokens];
	return { kind: "read", values: items.map((item) => valueOf(item, { isText: false })) };
}

function findIntent(rest: readonly Token[]): Intent {
	const value = valueOf(rest, { isText: false });
	if (value.kind !== "text" && value.kind !== "literal") return { kind: "remember", value };
	if (value.kind === "text" && value.part !== undefined) return { kind: "remember", value };
	return { kind: "find", thing: thingOf(without(rest, /^(?:for|out)$/)) };
}

function useIntent(rest: readonly Token[]): Intent {
	const at = rest.findLastIndex((token, index) => index > 0 && /^(?:as|for)$/.test(word(token)));
	if (at === -1) return { kind: "find", thing: thingOf(rest) };
	const value: Value = valueOf(rest.slice(0, at), { isText: true });
	return { kind: "fill", entries: [{ value, into: thingOf(rest.slice(at + 1)) }], submits: false };
}

function solved(rest: readonly Token[]): Value {
	const value = valueOf(rest, { isText: false });
	return value.kind === "text" ? { kind: "math" } : value;
}

function markIntent(rest: readonly Token[]): Intent {
	const words = rest.map(word);
	const at = words.lastIndexOf("as");
	const classes = at === -1 ? [] : listOf(rest.slice(at + 1));
	const parities = classes.map((one) => conditionOf(one));
	if (classes.length > 1 && parities.every((one): one is Condition => one !== undefined))
		return { kind: "classify", classes: parities, labels: classes.map(phrase) };
	if (at > 0) return { kind: "named", verb: "mark", phrase: phrase(rest.slice(at + 1)), object: thingOf(rest.slice(0, at)), entries: [] };
	return { kind: "tick", things: thingsOf(rest), on: true };
}

/** A verb that names a control of its own: "add it to the cart", "reply to Ada", "star it". */
function namedIntent(rest: readonly Token[], verb: readonly Token[]): Intent {
	const special = forwardIntent(rest, verb) ?? accountIntent(rest, verb) ?? contentIntent(rest, verb);
	if (special !== undefined) return special;
	const at =
		verb[0]?.lower === "generate" || verb[0]?.lower === "make" || verb[0]?.lower === "roll"
			? rest.findIndex((token) =>
					/^(?:less|greater|more|smaller|larger|between|even|odd|equal|at|that|until|bigger|higher|lower)$/.test(word(token)),
				)
			: rest.findIndex((token) => word(token) === "until");
	const condition = at === -1 ? undefined : conditionOf(rest.slice(at));
	const parity = condition === undefined ? conditionOf(rest.filter((token) => /^(?:odd|even)$/.test(word(token)))) : condition;
	const object = at === -1 ? rest : rest.slice(0, at);
	const found =
		parity !== undefined && /^(?:generate|make|roll)$/.test(verb[0]?.lower ?? "")
			? { condition: parity }
			: condition === undefined
				? {}
				: { condition };
	return {
		kind: "named",
		verb: phrase(verb),
		phrase: phrase([...verb, ...object]),
		object: thingOf(withoutTo(object)),
		entries: [],
		...found,
	};
}

// "reply to Ada", "log in to the shop": what stands behind the preposition is the object.
const withoutTo = (tokens: readonly Token[]): readonly Token[] => without(tokens, /^(?:to|in|into|up|out|for|on|off|from)$/);

const letters = /^(?:emails?|mails?|messages?|e-mails?|letter|note|post|document|file|it|that|this|them)$/;
const passing = /^(?:forward|foward|send|give|pass|relay|share|email|transfer|get|copy)$/;

/**
 * "forward the email from Bob to Jill", "send Jill the email you got from Bob", "forward Bob's email to Jill", "forward it to Jill".
 * What is passed on names a sender, or is what was found before.
 */
function forwardIntent(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	const said = word(verb[0]);
	if (!passing.test(said)) return undefined;
	const isForward = said === "forward" || said === "foward";
	const letter = rest.findIndex((token) => letters.test(word(token)));
	const sender = senderOf(rest);
	const to = recipientOf(rest, letter);
	if (to === undefined || (!isForward && letter === -1)) return undefined;
	if (!isForward && sender === undefined && !/^(?:it|that|them|this)$/.test(word(rest[letter]))) return undefined;
	const item: Thing =
		sender === undefined
			? { ...emptyThing, whole: "it", pronoun: "it" }
			: {
					...emptyThing,
					whole: `email from ${sender}`,
					role: "item",
					roles: ["item"],
					noun: "email",
					places: [{ relation: "of", anchor: thingNamed(sender) }],
				};
	return { kind: "forward", item, to };
}

/** Who an email is from: "from Bob", "by Bob", "Bob's email", "that Bob sent". */
function senderOf(rest: readonly Token[]): string | undefined {
	const owner =
		rest.find(
			(token, index) =>
				/['\u2019]s$/.test(token.text) && index < rest.length - 1 && !/^(?:email|inbox)$/.test(word(rest[index + 1])) === false,
		) ?? rest.find((token, index) => /['\u2019]s$/.test(token.text) && index < rest.length - 1 && word(rest[index - 1]) !== "to");
	if (owner !== undefined) return owner.text.replace(/['\u2019]s$/, "");
	for (const [index, token] of rest.entries()) {
		const next = rest[index + 1];
		if (/^(?:from|by)$/.test(word(token)) && next !== undefined && !/^(?:the|yesterday|today|my|me)$/.test(word(next)))
			return nameAt(rest, index + 1);
		if (/^(?:sent|wrote|written)$/.test(word(token)) && index > 0 && !/^(?:email|message|mail|that|was|is|be)$/.test(word(rest[index - 1])))
			return rest[index - 1]?.text;
	}
	return undefined;
}

/** Who gets it: behind the last "to" that is followed by a name, else between the verb and what is passed on. */
function recipientOf(rest: readonly Token[], letter: number): string | undefined {
	const to = rest.findLastIndex(
		(token, index) => word(token) === "to" && index < rest.length - 1 && !/^(?:me|my|the|forward|send|be)$/.test(word(rest[index + 1])),
	);
	if (to !== -1) return nameAt(rest, to + 1).replace(/['\u2019]s$/, "");
	const end = rest.findIndex(
		(token, index) =>
			index > 0 && (/^(?:the|that|this|an?|my|all|email|e-mail|message)$/.test(word(token)) || /['\u2019]s$/.test(token.text)),
	);
	return end <= 0 || letter === 0 ? undefined : phrase(rest.slice(0, end));
}

/** A name from a place on: up to the next preposition, at most three words, or a quotation. */
function nameAt(tokens: readonly Token[], from: number): string {
	const end = tokens.findIndex(
		(token, index) =>
			index > from && (token.kind === "mark" || /^(?:to|from|in|and|by|please|that|over|too|so|on|asap|now)$/.test(word(token))),
	);
	return phrase(tokens.slice(from, Math.min(end === -1 ? tokens.length : end, from + 3)));
}

/** "log in with username ada and password x", "sign up as Ada using …": values come with the verb. */
function accountIntent(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	if (!/^(?:log|sign|login|register|subscribe|join|enroll)$/.test(word(verb[0]))) return undefined;
	const at = rest.findIndex((token) => /^(?:with|using|as)$/.test(word(token)));
	if (at === -1) return undefined;
	const said = phrase([...verb, ...rest.slice(0, at)]);
	const behind = rest.slice(at + 1);
	const second = word(rest[at]) === "as" ? behind.findIndex((token) => /^(?:with|using)$/.test(word(token))) : -1;
	const parts = second === -1 ? [behind] : [behind.slice(0, second), behind.slice(second + 1)];
	const entries = parts.flatMap((part) =>
		entriesOf(part.filter((token) => !/^(?:the|following|credentials)$/.test(word(token)) && token.text !== ":")),
	);
	return entries.length === 0 ? undefined : { kind: "named", verb: said, phrase: said, object: emptyThing, entries };
}

/** "reply to Ada with the text X", "comment: X": what is to be written comes with the verb. */
function contentIntent(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	if (!/^(?:reply|respond|comment|post|tweet|message|email|answer|send|text|publish)$/.test(word(verb[0]))) return undefined;
	const at = rest.findIndex((token) => token.text === ":" || /^(?:with|saying|says|that|reading|containing)$/.test(word(token)));
	const last = rest.at(-1);
	const content =
		last?.kind === "quoted"
			? last.text
			: at !== -1 && at < rest.length - 1 && (rest[at]?.text === ":" || /^(?:saying|that)$/.test(word(rest[at])))
				? phrase(rest.slice(at + 1))
				: undefined;
	if (content === undefined) return undefined;
	const object = at === -1 ? rest.slice(0, -1) : rest.slice(0, at);
	const plain = without(object, /^(?:to|on|a|the|message|comment|reply|following)$/);
	return {
		kind: "named",
		verb: phrase(verb),
		phrase: phrase([...verb, ...object]),
		object: plain.length === 0 ? emptyThing : thingOf(plain),
		entries: [],
		content,
	};
}
