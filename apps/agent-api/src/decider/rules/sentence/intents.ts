import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Verb } from "../words/verbs.ts";
import type { Intent, Thing, Value } from "./clause.ts";
import { isLetterOfSomeone } from "./letters.ts";
import { emptyThing, phrase } from "./nouns/plain.ts";
import { thingOf } from "./nouns/things.ts";
import { startsSee, startsVerb, verbOf } from "./starts.ts";
import { valueOf } from "./values.ts";
import { chooseIntent, markIntent } from "./verbs/choose.ts";
import { clickIntent, keysOf, thingsOf } from "./verbs/click.ts";
import { dragIntent } from "./verbs/drag.ts";
import { fillIntent, intoCart, isUnwritten, pasteIntent, setIntent, switchIntent, useIntent } from "./verbs/fill.ts";
import { wishIntent } from "./verbs/forward.ts";
import { openIntent, scrollIntent, searchIntent, submitIntent, waitIntent } from "./verbs/go.ts";
import { namedIntent } from "./verbs/named.ts";
import { without, word } from "./verbs/pieces.ts";
import { findIntent, readIntent, solved, withoutText } from "./verbs/read.ts";

/** What one clause asks for; `unknown` where no reading fits. `tokens` start with the verb. */
export function intentOf(tokens: readonly Token[]): Intent {
	const found = startsVerb(tokens, 0) || tokens.length === 1 ? verbOf(tokens) : undefined;
	if (found === undefined) {
		if (startsSee(tokens, 0)) return openIntent(tokens.slice(1), false);
		const isPair = tokens.some(isLiteral) || tokens.some((token) => token.text === ":");
		// `Cliquez sur "Suivant"`: words that are no verb here and no label that is tied to its value.
		if (isPair && namesNoJoint(tokens)) return { kind: "unknown" };
		return isPair ? fillIntent(tokens) : (wishIntent(tokens) ?? { kind: "unknown" });
	}
	return readers[found.verb](tokens.slice(found.words), tokens.slice(0, found.words));
}

const namesNoJoint = (tokens: readonly Token[]): boolean =>
	tokens.length > 2 &&
	tokens.at(-1)?.kind === "quoted" &&
	tokens
		.slice(0, -1)
		.every((token) => token.kind === "word" && !/^(?:with|is|as|to|for|in|into|on|by|of|the|and|field|box)$/.test(token.lower));

/** What is to be emptied; "all filters" are several. */
function clearedIn(rest: readonly Token[]): Thing {
	const thing = thingOf(without(rest, /^(?:out|all|text|in|from|of)$/));
	return word(rest[0]) === "all" && thing.whole !== "" ? { ...thing, isAll: true } : thing;
}

const switching = (verb: readonly Token[]): { readonly called?: string } =>
	/^(?:turn|switch|enable|disable|activate|deactivate)$/.test(word(verb[0])) ? { called: phrase(verb) } : {};
const typing = /^(?:enter|input|put|key|insert)$/;

/**
 * "Complete the sprint", "set them as draft", "set everything to draft": words that name no field are no text for the one that happens to be
 * there. They are what a control is called, or are not understood.
 */
function withoutField(intent: Intent, rest: readonly Token[], verb: readonly Token[]): Intent {
	if (intent.kind !== "fill" || intent.submits || rest.some(isLiteral)) return intent;
	const [entry, ...more] = intent.entries;
	if (entry === undefined || more.length > 0 || entry.value.kind !== "literal" || entry.words !== undefined) return intent;
	const { into } = entry;
	if (into?.isAll === true && into.name === "" && into.roles.length === 0) return { kind: "unknown" };
	if (into !== undefined && into.pronoun === undefined) return intent;
	const first = word(verb[0]);
	if (first === "type" || first === "write") return intent;
	// "Enter the competition": a thing, and no text to write.
	const isThing = /^(?:the|a|an|this|that)$/.test(word(rest[0]));
	if (into === undefined && (isThing || !typing.test(first))) {
		const named = namedIntent(rest, verb);
		return named.kind === "named" ? { ...named, isWhole: true } : named;
	}
	const said = [...verb, ...rest].filter((token) => !/^(?:it|them|this|that|these|those|the|a|an|my|your)$/.test(word(token)));
	return { ...intent, called: phrase(said) };
}

/** "Report it as spam" asks for no text. */
function reportedAs(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	const at = rest.findLastIndex((token, index) => index > 0 && word(token) === "as");
	const goal = phrase(rest.slice(at + 1));
	if (at === -1 || goal === "") return undefined;
	const name = `${phrase(verb)} ${goal}`;
	const placed = { ...emptyThing, whole: name, name };
	return {
		kind: "named",
		verb: phrase(verb),
		phrase: phrase([...verb, ...rest]),
		object: thingOf(rest.slice(0, at)),
		placed,
		goal,
		entries: [],
	};
}

/** "The mail from Bob", `"Lunch on Friday?"`: one thing of a list, whose text nobody asks for. */
const isOneOfMany = (value: Value): boolean =>
	value.kind === "literal" ||
	(value.kind === "text" &&
		value.part === undefined &&
		value.thing.role === "item" &&
		!value.thing.noun.endsWith("s") &&
		(value.thing.position ?? value.thing.superlative) === undefined &&
		value.thing.places.some(({ anchor }) => anchor.name !== ""));

type ReadIntent = (rest: readonly Token[], verb: readonly Token[]) => Intent;

const readers: Readonly<Record<Verb, ReadIntent>> = {
	click: (rest, verb) => {
		const how = /double/.test(word(verb[0])) ? "double" : /right/.test(word(verb[0])) ? "right" : undefined;
		// "hit return", but "click home": only where the word is a key and nothing else.
		return (/^(?:hit|push|tap)$/.test(word(verb[0])) ? keysOf(rest) : undefined) ?? clickIntent(rest, how);
	},
	press: (rest) => {
		const keys = keysOf(rest);
		return keys ?? clickIntent(rest, undefined);
	},
	fill: (rest, verb) => {
		if (isUnwritten(rest, verb)) return { kind: "unknown" };
		const added = intoCart(rest, verb);
		return added === undefined ? withoutField(fillIntent(rest), rest, verb) : namedIntent(added.rest, added.verb);
	},
	set: (rest, verb) => withoutField(setIntent(rest), rest, verb),
	choose: (rest) => chooseIntent(rest),
	// "check that …" asks for a proof, which a tick is not.
	tick: (rest, verb) =>
		/^(?:that|if|whether)$/.test(word(rest[0]))
			? { kind: "unknown" }
			: { kind: "tick", things: thingsOf(rest), on: true, ...switching(verb) },
	untick: (rest, verb) => ({ kind: "tick", things: thingsOf(rest), on: false, ...switching(verb) }),
	toggle: (rest) => ({ kind: "tick", things: thingsOf(rest), on: "toggle" }),
	search: (rest, verb) => {
		const intent = searchIntent(rest);
		const isPlain = intent.kind === "search" && verb.length === 1 && rest.every((token) => token.kind === "word" && token.lower !== "for");
		return isPlain ? { ...intent, called: phrase([...verb, ...rest]) } : intent;
	},
	open: (rest) => openIntent(without(rest, /^(?:me|us)$/), false),
	visit: (rest) => openIntent(rest, false),
	switch: (rest, verb) => switchIntent(rest, verb),
	submit: (rest, verb) => submitIntent(rest, verb),
	scroll: (rest) => scrollIntent(rest),
	wait: (rest) => waitIntent(rest),
	hover: (rest) => ({ kind: "hover", thing: thingOf(without(rest, /^(?:over|on|at)$/)) }),
	drag: (rest, verb) => {
		const bare = without(rest, /^(?:the|your)$/);
		if (/^(?:mouse|cursor|pointer)$/.test(word(bare[0])))
			return { kind: "hover", thing: thingOf(without(bare.slice(1), /^(?:over|onto|on|to)$/)) };
		return dragIntent(rest) ?? namedIntent(rest, verb);
	},
	// "copy the email from Bob and send it on": the letter is meant, not its text.
	copy: (rest) =>
		isLetterOfSomeone(rest) && !rest.some((token) => /^(?:address|text|number|code|link)$/.test(token.lower))
			? findIntent(rest)
			: { kind: "copy", value: valueOf(withoutText(rest), { isText: false }) },
	paste: (rest) => pasteIntent(rest),
	expand: (rest) => ({ kind: "expand", thing: thingOf(rest), on: true }),
	collapse: (rest) => ({ kind: "expand", thing: thingOf(rest), on: false }),
	close: (rest) => (rest.length === 0 ? { kind: "close" } : { kind: "close", thing: thingOf(rest) }),
	back: () => ({ kind: "history", to: "back" }),
	forward: () => ({ kind: "history", to: "forward" }),
	reload: () => ({ kind: "history", to: "reload" }),
	read: (rest, verb) => {
		const intent = readIntent(rest, verb);
		if (word(verb[0]) !== "report" || rest.length === 0 || intent.kind !== "read") return intent;
		const deed = namedIntent(rest, verb);
		const judged = reportedAs(rest, verb);
		if (judged !== undefined || deed.kind !== "named") return judged ?? intent;
		const whole = { ...deed, isWhole: true } as const;
		return intent.values.some(isOneOfMany) ? whole : { ...intent, deed: whole };
	},
	find: (rest) => findIntent(rest),
	focus: (rest) => ({ kind: "focus", thing: thingOf(without(rest, /^(?:into|on|in|the)$/)) }),
	use: (rest) => useIntent(rest),
	clear: (rest) => ({ kind: "clear", thing: clearedIn(rest) }),
	solve: (rest) => ({ kind: "remember", value: solved(rest) }),
	mark: (rest) => markIntent(rest),
	ask: (rest) => ({ kind: "ask", question: phrase(rest) }),
	stop: () => ({ kind: "avoid" }),
	other: (rest, verb) => namedIntent(rest, verb),
};
