import type { Condition, Intent, Target } from "../clause.ts";
import { roleAtEnd } from "./head.ts";
import type { Order, Reading } from "./order.ts";
import { cutAt, indexOfWord, placed } from "./order.ts";
import { targetOf } from "./target.ts";
import { targetsOf } from "./target-list.ts";
import type { Tokens } from "./tokens.ts";
import { lowAt, partsBetween } from "./tokens.ts";
import { pronouns, verbs } from "./words.ts";

const maxTimes = 40;
const timeWords: ReadonlyMap<string, number> = new Map([
	["twice", 2],
	["two", 2],
	["three", 3],
	["four", 4],
	["five", 5],
]);

/** "3 times" and "twice" at the end, and the words before them. */
function timesOf(tokens: Tokens): { readonly rest: Tokens; readonly times: number } {
	const hasNoun = lowAt(tokens, tokens.length - 1) === "times";
	const at = tokens.length - (hasNoun ? 2 : 1);
	const said = lowAt(tokens, at);
	const times = hasNoun && /^\d{1,3}$/.test(said) ? Number(said) : timeWords.get(said);
	if (times === undefined || (!hasNoun && said !== "twice") || at < 1) return { rest: tokens, times: 1 };
	return { rest: tokens.slice(0, at), times };
}

/** What "until" names: "you see “The end”", "“Done” appears", "the spinner is gone". */
export function conditionOf(given: Tokens): Condition | undefined {
	let tokens = given;
	if (/^(?:you|i|we)$/.test(lowAt(tokens, 0)) && lowAt(tokens, 1) === "see") tokens = tokens.slice(2);
	const end = / (?:appears?|shows?(?: up)?|is (?:shown|visible|there)|(disappears?|vanishes|is gone|is hidden))$/.exec(
		` ${tokens.map(({ low }) => low).join(" ")}`,
	);
	const isSeen = tokens.length < given.length;
	if (end === null && !isSeen) return undefined;
	const length = end === null ? 0 : end[0].trim().split(" ").length;
	const target = targetOf(tokens.slice(0, tokens.length - length));
	if (target === undefined || target.isPronoun || target.text === "") return undefined;
	return { text: target.text, isGone: end?.[1] !== undefined };
}

/** "to delete it" behind a thing only says what for. */
function withoutPurpose(tokens: Tokens): Tokens {
	const at = indexOfWord(tokens, /^to$/, 1);
	if (at === -1 || !verbs.has(lowAt(tokens, at + 1))) return tokens;
	const rest = tokens.slice(at + 2);
	const isOfIt = pronouns.has(lowAt(rest, 0)) && (rest.length === 1 || (rest.length === 3 && lowAt(rest, 1) === "as"));
	const isAlone = rest.length === 0 && roleAtEnd(tokens.slice(0, at)) !== undefined;
	return isOfIt || isAlone ? tokens.slice(0, at) : tokens;
}

/** "click", "double-click", "right-click": things, a path of names, how often, until when. */
export function readClick({ verb, rest, lead }: Order): Reading {
	const how = verb.startsWith("double") ? "double" : verb.startsWith("right") ? "right" : "single";
	const until = indexOfWord(rest, /^until$/);
	const [what, when] = until === -1 ? [rest, []] : cutAt(rest, until);
	const condition = conditionOf(when);
	if (until !== -1 && condition === undefined) return undefined;
	const click = (target: Target): Intent => ({
		kind: "click",
		target: placed(target, lead),
		how,
		...(condition === undefined ? {} : { until: condition }),
	});
	const { rest: named, times } = timesOf(withoutPurpose(what));
	if (times < 1 || times > maxTimes) return undefined;
	const path = pathOf(named);
	const targets = path ?? targetsOf(named);
	if (targets === undefined || (targets.length > 1 && (condition !== undefined || times > 1))) return undefined;
	return targets.flatMap((target) => Array.from({ length: times }, () => click(target)));
}

/** "File > Open > Recent": one thing after the other; undefined for words without a path. */
export function pathOf(tokens: Tokens): readonly Target[] | undefined {
	const isArrow = ({ low }: { readonly low: string }) => /^[>›→]$/.test(low);
	if (!tokens.some(isArrow)) return undefined;
	const targets = partsBetween(tokens, isArrow).map((part) => targetOf(part));
	const read = targets.flatMap((target) => (target === undefined ? [] : [target]));
	if (read.length < targets.length || read.length < 2) return undefined;
	return read.map((target, at) => (at < read.length - 1 ? { ...target, isOnPath: true } : target));
}

const keyNames: ReadonlyMap<string, string> = new Map(
	Object.entries({
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
	}),
);
const modifiers: ReadonlyMap<string, string> = new Map(
	Object.entries({ control: "Control", ctrl: "Control", shift: "Shift", alt: "Alt", cmd: "Meta", command: "Meta", meta: "Meta" }),
);
/** Keys that are meant without the word "key" behind them; "Press Delete" and "Press End" may name a button. */
const plainKeys: ReadonlySet<string> = new Set(["Enter", "Tab", "Escape", "Backspace", "PageUp", "PageDown"]);

/** "press Enter", "press Ctrl+C in the name field", "press the down arrow 3 times"; a press of a control where no key is named. */
export function readPress(order: Order): Reading {
	const { rest, times } = timesOf(order.rest);
	const at = indexOfWord(rest, /^(?:in|inside|on)$/, 1);
	const [said, place] = at === -1 ? [rest, []] : cutAt(rest, at);
	const keys = keysOf(said);
	if (keys === undefined) return readClick(order);
	const field = targetOf(place);
	if ((at !== -1 && field === undefined) || times < 1 || times > maxTimes) return undefined;
	const tool = order.lead?.place.anchor;
	return [{ kind: "press", keys, times, ...(field === undefined ? (tool === undefined ? {} : { field: tool }) : { field }) }];
}

function keysOf(tokens: Tokens): string | undefined {
	const words = tokens.map(({ kind, text, low }) => (kind === "quote" ? text.toLowerCase() : low)).filter((word) => word !== "the");
	const hasNoun = /^(?:key|arrow|bar)s?$/.test(words.at(-1) ?? "") || words[0] === "arrow";
	if (!hasNoun && tokens.some(({ kind }) => kind !== "word")) return undefined;
	const names = words
		.filter((word) => !/^(?:key|arrow|bar)s?$/.test(word))
		.join(" ")
		.replace("page up", "pageup")
		.replace("page down", "pagedown")
		.split(/\s*\+\s*|\s+/);
	const last = names.pop() ?? "";
	const held = names.map((name) => modifiers.get(name));
	const key = keyNames.get(last) ?? (/^f(?:\d|1[0-2])$/.test(last) ? last.toUpperCase() : /^[a-z0-9]$/.test(last) ? last : undefined);
	if (key === undefined || held.some((name) => name === undefined)) return undefined;
	if (held.length === 0 && !hasNoun && !plainKeys.has(key) && !/^F\d+$/.test(key)) return undefined;
	return [...held, held.length > 0 && key.length === 1 ? key.toUpperCase() : key].join("+");
}
