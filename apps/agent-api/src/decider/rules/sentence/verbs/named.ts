import type { Token } from "../../words/tokens.ts";
import { isLiteral } from "../../words/tokens.ts";
import type { Intent, NamedIntent, Thing } from "../clause.ts";
import { entriesOf } from "../fill.ts";
import { asLetter } from "../letters.ts";
import { emptyThing, phrase } from "../nouns/plain.ts";
import { thingOf } from "../nouns/things.ts";
import { conditionOf } from "./conditions.ts";
import { forwardIntent } from "./forward.ts";
import { timesOf, without, word } from "./pieces.ts";

/** A verb that names a control of its own: "add it to the cart", "reply to Ada", "star it". */
export function namedIntent(rest: readonly Token[], verb: readonly Token[]): Intent {
	// "Carla, not Bob": whether the one is meant by the other is not told.
	if (rest.some((token, index) => index > 0 && word(token) === "not")) return { kind: "unknown" };
	const answer = answerIntent(rest, verb);
	if (answer !== undefined) return answer;
	const special = noteIntent(rest, verb) ?? forwardIntent(rest, verb) ?? accountIntent(rest, verb) ?? contentIntent(rest, verb);
	if (special !== undefined) return special;
	const at =
		verb[0]?.lower === "generate" || verb[0]?.lower === "make" || verb[0]?.lower === "roll"
			? rest.findIndex((token) =>
					/^(?:less|greater|more|smaller|larger|between|even|odd|equal|at|that|until|bigger|higher|lower)$/.test(word(token)),
				)
			: rest.findIndex((token) => word(token) === "until");
	// "Increase it by 2", "… twice": one press is not what was asked for.
	const isByAmount = rest.some((token, index) => word(token) === "by" && rest[index + 1]?.kind === "number" && index === rest.length - 2);
	if (timesOf(rest).count > 1 || (isByAmount && /^(?:increase|decrease|raise|lower|reduce)$/.test(word(verb[0]))))
		return { kind: "unknown" };
	const condition = at === -1 ? undefined : conditionOf(rest.slice(at));
	const parity = condition === undefined ? conditionOf(rest.filter((token) => /^(?:odd|even)$/.test(word(token)))) : condition;
	const object = at === -1 ? rest : rest.slice(0, at);
	const found =
		parity !== undefined && /^(?:generate|make|roll)$/.test(verb[0]?.lower ?? "")
			? { condition: parity }
			: condition === undefined
				? {}
				: { condition };
	const named: NamedIntent = {
		kind: "named",
		verb: phrase(verb),
		phrase: phrase([...verb, ...object]),
		object: objectOf(object),
		entries: [],
		...goalOf(object),
		...placedIn([...verb, ...object]),
		...found,
	};
	return named.verb.toLowerCase() === "confirm" && named.object.name === "" ? { kind: "confirm", press: named } : named;
}

/** "Confirm with "Archive"": the button of a question, and no other of that name. */
function answerIntent(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	const isQuoted = rest.length === 1 && rest[0]?.kind === "quoted";
	if (word(verb[0]) !== "confirm" || !(isQuoted || /^(?:with|by|using)$/.test(word(rest[0])))) return undefined;
	const name = phrase(without(isQuoted ? rest : rest.slice(1), /^(?:clicking|pressing|the|on|button)$/));
	return name === ""
		? undefined
		: { kind: "confirm", press: { kind: "named", verb: name, phrase: name, object: emptyThing, entries: [] }, isAnswer: true };
}

function placedIn(tokens: readonly Token[]): { readonly placed?: Thing } {
	const thing = thingOf(tokens);
	return thing.places.length > 0 && thing.name !== "" ? { placed: thing } : {};
}

/** "… to Sara": a name behind the thing. "… to the cart" names a place, which is part of what the control is called. */
function goalOf(given: readonly Token[]): { readonly goal?: string } {
	const tokens = without(given, /^(?:to|in|into|up|out|for|on|off|from|even|odd)$/);
	const at = tokens.findIndex((token, index) => index > 0 && /^(?:to|into|onto)$/.test(word(token)));
	const goal = at === -1 ? [] : tokens.slice(at + 1);
	const isPlace = /^(?:the|my|your|our|a|an|this|that|its|their|his|her|it|them|cart|basket|bag)$/.test(word(goal[0]));
	return goal.length === 0 || isPlace ? {} : { goal: phrase(goal) };
}

/**
 * What the verb is about: "Ada" of "reply to Ada", "the blue lamp" of "add the blue lamp to the cart". Where it goes is part of the
 * control's name, not of the thing.
 */
function objectOf(given: readonly Token[]): Thing {
	const tokens = without(given, /^(?:to|in|into|up|out|for|on|off|from|even|odd)$/);
	const goal = tokens.findIndex((token, index) => index > 0 && /^(?:to|into|onto)$/.test(word(token)));
	const object = goal === -1 ? tokens : tokens.slice(0, goal);
	return object.every((token) => /^(?:a|an|the|number)$/.test(word(token))) ? emptyThing : asLetter(thingOf(object));
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

/** `Add the note "Called back"`: what is written, and what it is called. */
function noteIntent(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	const [noun, said, ...more] = without(rest, /^(?:an?|the|this|following)$/);
	const isNote =
		/^(?:note|comment|remark|message|reply|answer|description)$/.test(word(noun)) && said?.kind === "quoted" && more.length === 0;
	if (!/^(?:add|leave)$/.test(word(verb[0])) || !isNote || noun === undefined) return undefined;
	const name = `${phrase(verb)} ${noun.text}`;
	return { kind: "named", verb: name, phrase: name, object: emptyThing, entries: [], content: said.text };
}

/** "reply to Ada with the text X", "comment: X": what is to be written comes with the verb. */
export function contentIntent(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	if (!/^(?:reply|respond|comment|post|tweet|message|email|answer|send|text|publish|write)$/.test(word(verb[0]))) return undefined;
	const at = rest.findIndex((token) => token.text === ":" || /^(?:with|saying|says|that|reading|containing)$/.test(word(token)));
	const last = rest.at(-1);
	// What is published is there already: "Publish "Spring sale"" names an article.
	const isThere = word(verb[0]) === "publish" && rest.length === 1;
	const content =
		last?.kind === "quoted" && !isThere
			? last.text
			: at !== -1 && at < rest.length - 1 && (rest[at]?.text === ":" || word(rest[at]) === "saying")
				? phrase(rest.slice(at + 1))
				: undefined;
	// "Answer her that it is late": nobody said in which words.
	if (content === undefined && rest.some((token, index) => index > 0 && word(token) === "that")) return { kind: "unknown" };
	if (content === undefined) return undefined;
	// `email with "a@x.example", town with "Bath"` are fields: one text is written, not the last of several.
	if (last?.kind === "quoted" && rest.slice(at === -1 ? rest.length : at, -1).some(isLiteral)) return { kind: "unknown" };
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
