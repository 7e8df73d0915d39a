import { rolesOf } from "../../words/roles.ts";
import type { Token } from "../../words/tokens.ts";
import type { Condition, Intent } from "../clause.ts";
import { asLetter, isLetterOfSomeone } from "../letters.ts";
import { thingOf } from "../nouns/things.ts";
import { valueOf } from "../values.ts";
import { conditionOf } from "./conditions.ts";
import { forwardIntent } from "./forward.ts";
import { contentIntent, namedIntent } from "./named.ts";
import { pathOf, trimEnd, without, word } from "./pieces.ts";

/** "search for X in Y". */
export function searchIntent(rest: readonly Token[]): Intent {
	const tokens = without(rest, /^(?:for|the|on|up)$/).length > 0 ? without(rest, /^(?:for|up)$/) : rest;
	const at = tokens.findLastIndex(
		(token, index) =>
			index > 0 && /^(?:in|on|using|with|into)$/.test(word(token)) && tokens.slice(index + 1).some((one) => rolesOf(word(one)).length > 0),
	);
	const what = at === -1 ? tokens : tokens.slice(0, at);
	const field = at === -1 ? undefined : thingOf(tokens.slice(at + 1));
	if (isLetterOfSomeone(what)) return { kind: "find", thing: asLetter(thingOf(without(what, /^(?:an?|the)$/))) };
	// "search the catalogue for lamps"
	const inside = what.findIndex((token, index) => index > 0 && word(token) === "for");
	const value = valueOf(inside === -1 ? what : what.slice(inside + 1), { isText: true });
	if (rest.length === 0) return { kind: "submit", word: "search" };
	if (what.length === 0) return { kind: "click", things: [thingOf(rest)], times: 1 };
	const isPage = field?.roles.includes("page") === true && field.name === "";
	return { kind: "search", value, ...(field === undefined || isPage ? {} : { field }) };
}

/** "open", "go to": an address, a path of names, or a thing. */
export function openIntent(rest: readonly Token[], inNewTab: boolean): Intent {
	const tokens = without(rest, /^(?:the|to|on|up|a)$/);
	const first = tokens.find((token) => token.kind === "url");
	const newTab = inNewTab || /\bnew tab\b/.test(tokens.map(word).join(" "));
	if (first !== undefined && tokens.indexOf(first) <= 2 && URL.canParse(absolute(first.text)))
		return { kind: "visit", url: absolute(first.text), inNewTab: newTab };
	const path = pathOf(tokens);
	if (path !== undefined) return { kind: "path", names: path };
	// Where a link leads is not told to its end, so that only an address can be opened beside the page.
	return tokens.length === 0 || newTab ? { kind: "unknown" } : { kind: "open", thing: asLetter(thingOf(rest)) };
}

const absolute = (url: string): string => (/^https?:/i.test(url) ? url : `${/^localhost|^127\./.test(url) ? "http" : "https"}://${url}`);

/** "submit", "send": a form, or what its control is called. */
export function submitIntent(rest: readonly Token[], verb: readonly Token[]): Intent {
	const special = word(verb[0]) === "send" ? (forwardIntent(rest, verb) ?? contentIntent(rest, verb)) : undefined;
	if (special !== undefined) return special;
	const bare = without(rest, /^(?:the|it|this|your|my|them|that|a|completed|filled)$/);
	if (
		bare.length === 0 ||
		(bare.length === 1 && /^(?:form|answer|answers|data|information|page|everything|request|all)$/.test(word(bare[0])))
	)
		return { kind: "submit" };
	if (/^(?:when|once|after)$/.test(word(bare[0]))) return { kind: "submit" };
	const deed = namedIntent(rest, verb);
	return { kind: "submit", thing: thingOf(bare), ...(deed.kind === "named" ? { deed } : {}) };
}

/** "scroll down", "scroll to X", "scroll in the list". */
export function scrollIntent(rest: readonly Token[]): Intent {
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

/** "wait 3 seconds", 1 to 120, or until something is there. */
export function waitIntent(rest: readonly Token[]): Intent {
	const unit = rest.findIndex((token) => /^(?:seconds?|secs?|s|minutes?|milliseconds?|ms|moment)$/.test(word(token)));
	const amount = rest.slice(0, Math.max(0, unit)).findLast((token) => token.value !== undefined)?.value ?? 1;
	const factor = /^min/.test(word(rest[unit])) ? 60 : /^m(?:s|illi)/.test(word(rest[unit])) ? 0.001 : 1;
	if (unit !== -1 || rest.length === 0) return { kind: "wait", seconds: Math.max(1, Math.min(120, Math.ceil(amount * factor))) };
	if (rest.length === 1 && rest[0]?.value !== undefined) return { kind: "wait", seconds: Math.max(1, Math.min(120, rest[0].value)) };
	const reached = reachedBy(without(rest, /^(?:until|for|the|till)$/));
	if (reached !== undefined) return reached;
	const until = trimEnd(without(rest, /^(?:until|for|the|till|a)$/), /^(?:appears?|to|appear|loads?|visible|is|shows?|up)$/);
	const thing = thingOf(until);
	return thing.name === "" && thing.roles.includes("page") ? { kind: "wait", seconds: 2 } : { kind: "wait", seconds: 2, until: thing };
}

const becomes =
	/^(?:is|are|has|have|becomes?|became|gets?|reach(?:es)?|goes|go|rises?|falls?|drops?|changes?|turns?|says|equals?|exceeds?)$/;

/** "the price is above 500": a number of the page that is compared; what else a thing may become is not understood. */
function reachedBy(tokens: readonly Token[]): Intent | undefined {
	const at = tokens.findIndex((token, index) => index > 0 && becomes.test(word(token)));
	if (at === -1) return undefined;
	const behind = tokens.slice(at + 1);
	const subject = trimEnd(tokens.slice(0, at), /^to$/);
	const isLoaded = /^(?:page|site|everything|it)$/.test(word(subject.at(-1))) && /^(?:ready|done|finished|complete)$/.test(word(behind[0]));
	if (behind.length === 0 || isLoaded || isShowing(behind)) return undefined;
	const condition = conditionOf(behind) ?? numberReached(tokens.slice(at));
	const isNumber = condition?.kind === "number" && behind.every((token) => token.value !== undefined || comparing.test(word(token)));
	return isNumber ? { kind: "wait", seconds: 2, until: thingOf(subject), reaches: condition } : { kind: "unknown" };
}

const comparing =
	/^(?:above|over|below|under|less|more|greater|larger|bigger|smaller|lower|higher|fewer|than|at|least|most|or|exactly|equal|equals|to|no|between|and|the)$/;
const isShowing = (tokens: readonly Token[]): boolean =>
	tokens.every((token) => /^(?:there|shown|visible|displayed|loaded|up|on|the|page|screen|here)$/.test(word(token)));

/** "reaches 500" is at least that, "exceeds 500" more, "is 500" just so. */
function numberReached(tokens: readonly Token[]): Condition | undefined {
	const [verb, only, ...more] = tokens;
	if (only?.value === undefined || more.length > 0) return undefined;
	const compare = /^reach/.test(word(verb)) ? "atLeast" : /^exceeds?$/.test(word(verb)) ? "greater" : "equal";
	return /^(?:is|are|equals?|becomes?|gets?|reach(?:es)?|exceeds?)$/.test(word(verb))
		? { kind: "number", compare, bound: only.value }
		: undefined;
}
