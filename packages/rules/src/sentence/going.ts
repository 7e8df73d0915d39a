import type { Intent } from "../clause.ts";
import type { Order, Reading } from "./order.ts";
import { cutAt, indexOfWord, placed } from "./order.ts";
import { conditionOf, pathOf } from "./pointing.ts";
import { targetOf } from "./target.ts";
import type { Tokens } from "./tokens.ts";
import { lowAt, textOf } from "./tokens.ts";
import { ordinalOf, pronouns } from "./words.ts";

const maxWaitSeconds = 600;
const address = /^(?:https?:\/\/\S+|(?:localhost|(?:[\p{L}\d-]+\.)+\p{L}{2,24})(?::\d{1,5})?(?:[/?#]\S*)?)$/iu;
/** Endings of file names that look like the end of a domain. */
const fileName = /^[^/]+\.(?:txt|pdf|docx?|xlsx?|csv|png|jpe?g|gif|zip|html?|md|json|pptx?)$/i;

/** "open", "go to", "visit": an address, a page of several, or a thing that opens. */
export function readOpen({ rest: given, lead }: Order): Reading {
	const newTab = /(?:^| )in (?:a|another) new tab$|(?:^| )in a new tab$/.exec(given.map(({ low }) => low || '"').join(" "));
	const rest = newTab === null ? given : given.slice(0, -4);
	const [word] = rest;
	if (rest.length === 1 && word !== undefined && address.test(word.text) && !fileName.test(word.text) && word.text.length < 2_000) {
		const url = /^https?:/i.test(word.text) ? word.text : `${lowAt(rest, 0).startsWith("localhost") ? "http" : "https"}://${word.text}`;
		return URL.canParse(url) ? [{ kind: "visit", url, inNewTab: newTab !== null }] : undefined;
	}
	if (newTab !== null) return undefined;
	const turn = turnOf(rest);
	if (turn !== undefined) return [turn];
	const path = pathOf(rest);
	if (path !== undefined) return path.map((target) => ({ kind: "click", target, how: "single" }));
	const target = targetOf(rest);
	return target && [{ kind: "open", target: placed(target, lead) }];
}

function turnOf(tokens: Tokens): Intent | undefined {
	const said = tokens.map(({ low }) => low || '"').join(" ");
	const [, word] = /^(?:the )?(next|previous|first|last) page(?: of (?:the )?results)?$/.exec(said) ?? [];
	if (word === "next" || word === "previous" || word === "first" || word === "last") return { kind: "turn", to: word };
	const number = Number(
		/^(?:the )?page (?:number )?#?([1-9]\d{0,4})$/.exec(said)?.[1] ?? ordinalOf(/^(?:the )?(\w+) page$/.exec(said)?.[1] ?? ""),
	);
	return number > 0 ? { kind: "turn", to: number } : undefined;
}

/** "go back", "go forward", "reload": nothing may stand behind them but the page itself. */
export function readHistory(to: "back" | "forward" | "reload") {
	return ({ rest }: Order): Reading => {
		const said = rest.map(({ low }) => low || '"').join(" ");
		return /^(?:(?:to )?(?:the |this )?(?:(?:previous|next|last) )?page|once)?$/.test(said) ? [{ kind: "history", to }] : undefined;
	};
}

/** "scroll down", "scroll to the bottom", "scroll to “Contact us”", "scroll until you see “Load more”". */
export function readScroll({ rest }: Order): Reading {
	const said = rest.map(({ low }) => low || '"').join(" ");
	const plain =
		/^(?:all the way )?(?:(?:down )?to (?:the )?(bottom|end)|(?:up )?to (?:the )?(top)|(up|down))(?: (?:of|on) the page)?$/.exec(said);
	if (plain !== null) return [{ kind: "scroll", to: plain[1] ? "bottom" : plain[2] ? "top" : plain[3] === "up" ? "up" : "down" }];
	const start = /^(?:up |down )?(?:to |until you see )/.exec(said)?.[0];
	const target = start === undefined ? undefined : targetOf(rest.slice(start.trim().split(" ").length));
	return target && [{ kind: "scroll", to: target }];
}

const unitSeconds: readonly (readonly [unit: RegExp, seconds: number])[] = [
	[/^(?:ms|milliseconds?)$/, 0.001],
	[/^(?:s|secs?|seconds?)$/, 1],
	[/^(?:min|minutes?)$/, 60],
];

/** "wait 3 seconds", "wait until “Done” appears", "wait for the spinner to disappear". */
export function readWait({ rest }: Order): Reading {
	const said = rest.map(({ low }) => low || '"').join(" ");
	if (/^(?:(?:for )?a (?:moment|while|bit|second))?$/.test(said)) return [{ kind: "wait", seconds: 1 }];
	const tokens = lowAt(rest, 0) === "for" || lowAt(rest, 0) === "until" ? rest.slice(1) : rest;
	const [count, unit] = /^(\d+(?:\.\d+)?)(ms|s|min)$/.exec(lowAt(tokens, 0))?.slice(1) ?? [lowAt(tokens, 0), lowAt(tokens, 1)];
	const seconds = Number(count) * (unitSeconds.find(([name]) => name.test(unit ?? ""))?.[1] ?? Number.NaN);
	if (seconds > 0 && seconds <= maxWaitSeconds && tokens.length <= 2) return [{ kind: "wait", seconds: Math.ceil(seconds) }];
	if (tokens.length === rest.length) return undefined;
	if (/^(?:until|for) (?:the|this) page (?:loads|is loaded|has loaded|to load)$/.test(said)) return [{ kind: "wait", seconds: 2 }];
	const to = indexOfWord(tokens, /^to$/);
	const [thing, change] = to === -1 ? [tokens, []] : cutAt(tokens, to);
	if (lowAt(rest, 0) === "until") {
		const until = conditionOf(tokens);
		return until && [{ kind: "wait", until }];
	}
	const how = change.map(({ low }) => low).join(" ");
	if (!/^(?:(?:appear|show up|be shown|load)|disappear|vanish|go away)?$/.test(how)) return undefined;
	const text = targetOf(thing)?.text;
	return text === undefined || text === "" ? undefined : [{ kind: "wait", until: { text, isGone: /^(?:dis|van|go)/.test(how) } }];
}

/** "hover over the menu". */
export function readHover({ rest, lead }: Order): Reading {
	const target = targetOf(rest);
	return target && [{ kind: "hover", target: placed(target, lead) }];
}

/** What is searched for, as it is written. */
export function readSearch({ verb, rest, lead }: Order): Reading {
	if (rest.length === 0 && verb === "search") return [{ kind: "named", verb, phrase: verb }];
	const tool = lead?.isTool || lead?.place.relation === "section" ? { field: lead.place.anchor } : {};
	const quoted = rest.findIndex(({ kind }) => kind === "quote");
	const forAt = indexOfWord(rest, /^for$/);
	// "search the catalogue for lamps": the catalogue has the field.
	if (verb === "search" && forAt > 0 && (quoted === -1 || quoted > forAt)) {
		const [where, what] = cutAt(rest, forAt);
		const field = targetOf(lowAt(where, 0) === "in" ? where.slice(1) : where);
		return field === undefined || what.length === 0 ? undefined : [{ kind: "search", text: textOf(what), field }];
	}
	const fieldAt = quoted === 0 ? indexOfWord(rest, /^(?:in|on|with|using|into)$/) : searchFieldAt(rest);
	const [text, where] = fieldAt === -1 ? [rest, undefined] : cutAt(rest, fieldAt);
	const field = where === undefined ? undefined : targetOf(where);
	// "in the contact book" without quotes may say where, or belong to the text.
	const isUnclear =
		quoted === -1 &&
		text.some(({ low }, index) => (/^(?:in|on|with|using)$/.test(low) && lowAt(text, index + 1) === "the") || pronouns.has(low));
	if (isUnclear || text.length === 0 || (where !== undefined && field === undefined) || (quoted !== -1 && text.length > 1))
		return undefined;
	return [{ kind: "search", text: textOf(text), ...(field === undefined ? tool : { field }) }];
}

/** "search for tea in the search box": only a box says where; other words are searched for. */
function searchFieldAt(tokens: Tokens): number {
	const last = tokens.findLastIndex(({ low }, index) => index > 0 && (low === "in" || low === "with" || low === "using"));
	return last !== -1 && targetOf(tokens.slice(last + 1))?.role === "field" ? last : -1;
}
