import type { Clause, Intent } from "./clause.ts";
import type { Part } from "./split.ts";
import { verbOf } from "./starts.ts";

/** "Type Lon into From and pick London": what the words bring up is picked by the clause behind them. */
export function typedOnly(clause: Clause, next: Clause | undefined): Clause {
	const { intent } = clause;
	const value = intent.kind === "fill" ? intent.entries.at(-1)?.value : undefined;
	if (intent.kind !== "fill" || next === undefined || value?.kind !== "literal") return clause;
	if (startsSearch(next.intent))
		return { ...clause, intent: { ...intent, isSought: true, ...(next.intent.kind === "keys" ? { isTyped: true } : {}) } };
	const picked = next.intent.kind === "click" || next.intent.kind === "choose" ? next.intent.things : [];
	const isPicked = picked.some(({ whole }) => whole.toLowerCase().includes(value.text.toLowerCase()));
	return isPicked || next.intent.kind === "keys" ? { ...clause, intent: { ...intent, isTyped: true } } : clause;
}

const startsSearch = (intent: Intent): boolean =>
	intent.kind === "keys" ||
	(intent.kind === "submit" && intent.word !== undefined) ||
	(intent.kind === "click" && intent.things.some(({ name }) => /^(?:search|find|go)\b/i.test(name)));

const restatable: ReadonlySet<Intent["kind"]> = new Set(["click", "keys", "named", "confirm", "tick", "choose", "drag"]);

/** "click the trash icon to delete it": the purpose only says again what the click does. */
export function isRestated(part: Part, before: Clause): boolean {
	const kind = before.intent.kind;
	const verb = verbOf(part.tokens)?.verb;
	if (kind === "expand" || kind === "find" || kind === "scroll" || kind === "search") return false;
	const hasOwnName = part.tokens.some((token) => token.kind === "quoted" || token.kind === "number");
	if (kind === "fill" && verb === "submit") return true;
	if (part.tokens.some((token) => /^(?:it|them|this)$/.test(token.lower)) || part.tokens.length === 1) return true;
	return !hasOwnName && restatable.has(kind);
}

/** "use the box to enter X", "using the slider, select 7": the instrument becomes the field of what follows. */
export function mergeUse(before: Clause, next: Clause): Clause | undefined {
	if (!/^us(?:e|ing)\b/i.test(before.text) || before.intent.kind !== "find") return undefined;
	const instrument = before.intent.thing;
	const text = `${before.text} to ${next.text}`;
	const intent = next.intent;
	if (intent.kind === "fill")
		return {
			text,
			isWay: false,
			intent: { ...intent, entries: intent.entries.map((entry) => (entry.into === undefined ? { ...entry, into: instrument } : entry)) },
		};
	if (intent.kind === "choose" && intent.field === undefined) return { text, isWay: false, intent: { ...intent, field: instrument } };
	if (intent.kind === "search" && intent.field === undefined) return { text, isWay: false, intent: { ...intent, field: instrument } };
	if (intent.kind === "find")
		return {
			text,
			isWay: false,
			intent: { kind: "search", value: { kind: "literal", text: intent.thing.name || intent.thing.whole }, field: instrument },
		};
	return { ...next, text };
}

/** "find the price and tell me": what was found is what is told. */
export function mergeTell(before: Clause, next: Clause): Clause | undefined {
	const told = next.intent.kind === "read" ? next.intent.values[0] : undefined;
	if (told?.kind !== "text" || told.thing.whole !== "" || told.part !== undefined) return undefined;
	const text = `${before.text} and ${next.text}`;
	if (before.intent.kind === "find")
		return { text, isWay: false, intent: { kind: "read", values: [{ kind: "text", thing: before.intent.thing }] } };
	return before.intent.kind === "remember" ? { text, isWay: false, intent: { kind: "read", values: [before.intent.value] } } : undefined;
}

/** `Reply to Ada "Yes" and send it`: a reply that is written is sent. */
export function mergeSend(before: Clause, { intent, text }: Clause): Clause | undefined {
	const isSent = intent.kind === "submit" && (intent.thing === undefined || intent.thing.pronoun !== undefined);
	const isWritten = before.intent.kind === "named" && before.intent.content !== undefined;
	return isSent && isWritten ? { ...before, text: `${before.text} and ${text}` } : undefined;
}
