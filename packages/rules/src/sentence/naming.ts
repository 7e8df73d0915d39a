import type { Intent, Target } from "../clause.ts";
import { credentialsOf, entriesOf, filled } from "./filling.ts";
import type { Order, Reading } from "./order.ts";
import { cutAt, indexOfWord, placed } from "./order.ts";
import { targetOf } from "./target.ts";
import { targetsOf } from "./target-list.ts";
import type { Tokens } from "./tokens.ts";
import { lowAt, textOf } from "./tokens.ts";
import { determiners, pronouns } from "./words.ts";

const signing = /^(?:log in|sign in|sign up)$/;
const needsModel =
	/^(?:summari[sz]e|explain|compare|describe|translate|analy[sz]e|recommend|suggest|plan|help|make|get|give|drag|draw|upload)$/;
const maxNameWords = 3;
const messages = /^(?:comment|note|message|reply)$/;

/** A verb that names a control of its own, with what it is done to. */
export function readNamed(order: Order): Reading {
	const { verb, rest, lead, now } = order;
	if (rest.length === 0) return [named(verb, {}, order)];
	if (signing.test(verb)) {
		const pairs = credentialsOf(rest);
		return pairs && filled(entriesOf(pairs, lead, now), true);
	}
	if (verb === "add" || verb === "post") return readAdd(order);
	if (verb === "reply" || verb === "reply to" || verb === "respond to") return readReply(order);
	const at = indexOfWord(rest, /^to$/);
	const article = indexOfWord(rest, /^(?:the|an?|my)$/);
	// "Send to Jill the email from Bob"
	if (/^(?:send|forward)$/.test(verb) && at === 0 && article > 1)
		return readNamed({ ...order, rest: [...rest.slice(article), ...rest.slice(0, article)] });
	const sent = verb === "send" && at > 0 ? targetOf(rest.slice(0, at)) : undefined;
	// A message that is there already is forwarded: "send it to Ada".
	if (verb === "forward" || sent?.isPronoun || sent?.role === "item") return readForward({ ...order, verb: "forward" });
	if (verb === "mark" || verb === "sort" || verb === "filter") return readManner(order);
	// "Send it to Ada" needs a form that nothing here names.
	if (/^(?:send|share|save|create|export)$/.test(verb) && indexOfWord(rest, /^(?:to|as|with|saying)$/) !== -1) return undefined;
	return each(targetsOf(rest), (object) => named(verb, { object }, order));
}

function named(phrase: string, about: { readonly object?: Target; readonly goal?: Target }, { verb, lead }: Order): Intent {
	const object = about.object ?? (lead?.isTool ? undefined : lead?.place.anchor);
	const place = about.object === undefined || lead === undefined ? object : placed(about.object, lead);
	return { kind: "named", verb, phrase, ...(place && { object: place }), ...(about.goal && { goal: about.goal }) };
}

/** Things by their position are taken from the last, since the first one may be gone afterwards. */
function each(targets: readonly Target[] | undefined, read: (target: Target) => Intent): Reading {
	const isCounted = targets?.every(({ ordinal }) => ordinal !== undefined && ordinal > 0) === true;
	return (isCounted ? targets.toSorted((one, other) => (other.ordinal ?? 0) - (one.ordinal ?? 0)) : targets)?.map(read);
}

/** A verb that is not listed, as all that an order says: only a control of exactly that name does it. */
export function readUnlisted(order: Order): Reading {
	const object = /^\p{L}{3,}$/u.test(order.verb) && !needsModel.test(order.verb) ? targetOf(order.rest) : undefined;
	const isThing =
		determiners.has(lowAt(order.rest, 0)) || order.rest[0]?.kind === "quote" || /^[\p{Lu}\d@#]/u.test(order.rest[0]?.text ?? "");
	const hasManner = order.rest.some(({ low }) => /^(?:by|to|with|into|as|on)$/.test(low));
	return object !== undefined && isThing && !hasManner && !object.isAll ? [named(order.verb, { object }, order)] : undefined;
}

/** "add the lamp and the chair to the cart", "add to cart", `add the comment "Nice"`. */
function readAdd(order: Order): Reading {
	const { verb, rest, now } = order;
	const at = indexOfWord(rest, /^(?:to|into)$/);
	if (at !== -1) {
		const [things, where] = cutAt(rest, at);
		const goal = targetOf(where);
		if (goal === undefined) return undefined;
		const phrase = `${verb} to ${goal.text}`;
		if (things.length === 0) return [named(phrase, { goal }, order)];
		return each(targetsOf(things), (object) => named(phrase, { object, goal }, order));
	}
	const value = contentOf(rest);
	const about = value === undefined ? undefined : targetOf(value.before);
	if (value !== undefined && about !== undefined && messages.test(about.name || about.text)) {
		const field: Target = { text: about.text, name: about.text, isQuoted: false, role: "field", places: [] };
		return filled(entriesOf([{ field, value: value.text }], order.lead, now), true);
	}
	if (value !== undefined && value.before.length === 0) return undefined;
	return each(targetsOf(rest), (object) => named(verb, { object }, order));
}

/** A text in quotes at the end, and the words before it without "saying" and "with the text". */
function contentOf(tokens: Tokens): { readonly before: Tokens; readonly text: string } | undefined {
	const last = tokens.at(-1);
	if (last?.kind !== "quote") return undefined;
	const before = tokens.slice(0, -1);
	const at = before.findLastIndex(({ low }) => low === "saying" || low === "with" || low === ":");
	const introduces = at !== -1 && /^(?:the )?(?:text|message|words)?$/.test(textOf(before.slice(at + 1)).toLowerCase());
	return { before: introduces ? before.slice(0, at) : before, text: last.text };
}

/** `reply to the email by Bob with "Thanks"`: the control that replies, then the text, then what sends it. */
function readReply(order: Order): Reading {
	const content = contentOf(order.rest);
	const about = content?.before ?? order.rest;
	const object = targetOf(lowAt(about, 0) === "to" ? about.slice(1) : about);
	if (about.length > 0 && object === undefined) return undefined;
	const reply = named("reply", object === undefined ? {} : { object }, { ...order, verb: "reply" });
	return content === undefined ? [reply] : [reply, { kind: "fill", entries: [{ value: content.text }], submits: true }];
}

/** "forward the email from Bob to Jill": the control that forwards, then the recipient, then what sends it. */
function readForward(order: Order): Reading {
	const at = order.rest.findLastIndex(({ low }) => low === "to");
	const [what, whom] = at === -1 ? [order.rest, []] : cutAt(order.rest, at);
	const object = what.length === 0 ? undefined : targetOf(what);
	const isName = whom.length <= maxNameWords && (whom.length === 1 || whom.every(({ text }) => /^\p{Lu}/u.test(text)));
	if ((what.length > 0 && object === undefined) || (at !== -1 && (whom.length === 0 || !isName || pronouns.has(lowAt(whom, 0)))))
		return undefined;
	const forward = named("forward", object === undefined ? {} : { object }, order);
	if (at === -1) return [forward];
	const field: Target = { text: "to", name: "to", isQuoted: false, role: "field", places: [] };
	return [forward, { kind: "fill", entries: [{ field, value: textOf(whom) }], submits: true }];
}

/** "mark it as read", "sort the table by name", "filter by status": what a control is called says how. */
function readManner(order: Order): Reading {
	const { verb, rest } = order;
	const at = rest.findLastIndex(({ low }) => low === (verb === "mark" ? "as" : "by"));
	if (at === -1 || at === rest.length - 1) return undefined;
	const [what, how] = cutAt(rest, at);
	const phrase = `${verb} ${lowAt(rest, at)} ${textOf(how)}`;
	if (what.length === 0) return [named(phrase, {}, order)];
	return each(targetsOf(what), (object) => named(phrase, { object }, order));
}
