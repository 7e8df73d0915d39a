import type { Token } from "../../words/tokens.ts";
import type { Intent, Thing } from "../clause.ts";
import { emptyThing, phrase, thingNamed } from "../nouns/plain.ts";
import { thingOf } from "../nouns/things.ts";
import { word } from "./pieces.ts";

const letters = /^(?:emails?|mails?|messages?|e-mails?|letter|note|post|document|file|it|that|this|them)$/;
const passing = /^(?:forward|foward|send|resend|give|pass|relay|share|email|mail|transfer|get|copy|deliver)$/;

/**
 * "forward the email from Bob to Jill", "send Jill the email you got from Bob", "forward Bob's email to Jill", "forward it to Jill".
 * What is passed on names a sender, or is what was found before.
 */
export function forwardIntent(rest: readonly Token[], verb: readonly Token[]): Intent | undefined {
	const said = word(verb[0]);
	if (!passing.test(said)) return undefined;
	// "… and send to Jill": what was found before.
	const isBare = said === "send" && word(rest[0]) === "to" && rest.length <= 3 && rest.every((token) => token.kind === "word");
	if (isBare) return { kind: "forward", item: { ...emptyThing, whole: "it", pronoun: "it" }, to: phrase(rest.slice(1)) };
	const isForward = said === "forward" || said === "foward";
	const letter = rest.findIndex((token) => letters.test(word(token)));
	const sender = senderOf(rest);
	const to = recipientOf(rest, letter);
	if (to === undefined || (!isForward && letter === -1)) return undefined;
	if (!isForward && sender === undefined && !/^(?:it|that|them|this)$/.test(word(rest[letter]))) return undefined;
	const item = sender === undefined ? plainLetter(rest) : letterFrom(sender);
	return { kind: "forward", item, to };
}

/** "the first email", "it": an item by its position, else what was found before. */
function plainLetter(rest: readonly Token[]): Thing {
	const to = rest.findLastIndex((token) => word(token) === "to");
	const thing = thingOf(to > 0 ? rest.slice(0, to) : rest);
	return thing.position !== undefined || thing.superlative !== undefined ? thing : { ...emptyThing, whole: "it", pronoun: "it" };
}

/** Who an email is from: "from Bob", "by Bob", "Bob's email", "that Bob sent". */
function senderOf(rest: readonly Token[]): string | undefined {
	const owner = rest.find((token, index) => /['\u2019]s$/.test(token.text) && index < rest.length - 1 && word(rest[index - 1]) !== "to");
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
			index > from &&
			(token.kind === "mark" ||
				/^(?:to|from|in|and|by|please|that|over|too|so|on|asap|now|the|an?|e?-?mails?|messages?|should|must|needs?|is|was|has|will|can|be|sent|for|with)$/.test(
					word(token),
				)),
	);
	return phrase(tokens.slice(from, Math.min(end === -1 ? tokens.length : end, from + 3)));
}

/** "Donia wants the email from Bob", "Bob's email should be forwarded to Jill": a wish without a verb at its start. */
export function wishIntent(tokens: readonly Token[]): Intent | undefined {
	const letter = tokens.findIndex((token) => letters.test(word(token)));
	const sender = senderOf(tokens);
	if (letter === -1 || sender === undefined) return undefined;
	const item = letterFrom(sender);
	const passed = tokens.findLastIndex((token) => /^(?:forwarded|sent|given|delivered|forward|send)$/.test(word(token)));
	const behind = passed === -1 ? [] : tokens.slice(passed + 1);
	const to = behind.findIndex(
		(token, index) => word(token) === "to" && index < behind.length - 1 && !/^(?:me|my)$/.test(word(behind[index + 1])),
	);
	if (to !== -1) return { kind: "forward", item, to: nameAt(behind, to + 1) };
	const wish = tokens.findIndex((token) => /^(?:wants|needs|requires|wanted|requested|requests|must|should|would)$/.test(word(token)));
	return wish > 0 && wish <= 3 ? { kind: "forward", item, to: phrase(tokens.slice(0, wish)) } : undefined;
}

/** The email by someone, as a thing in a list. */
const letterFrom = (sender: string): Thing => ({
	...emptyThing,
	whole: `email from ${sender}`,
	role: "item",
	roles: ["item"],
	noun: "email",
	places: [{ relation: "of", anchor: thingNamed(sender) }],
});
