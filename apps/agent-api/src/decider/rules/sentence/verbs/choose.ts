import { rolesOf } from "../../words/roles.ts";
import type { Token } from "../../words/tokens.ts";
import { isLiteral } from "../../words/tokens.ts";
import type { Condition, Entry, Intent } from "../clause.ts";
import { entriesOf } from "../fill.ts";
import { fieldOf } from "../labels.ts";
import { superlativeIn } from "../nouns/heads.ts";
import { emptyThing, phrase } from "../nouns/plain.ts";
import { thingOf } from "../nouns/things.ts";
import { listOf, valueOf } from "../values.ts";
import { thingsOf } from "./click.ts";
import { conditionOf } from "./conditions.ts";
import { pathOf, word } from "./pieces.ts";

const sources = new Set("from in on with using for as of at".split(" "));

/** What "select", "choose", "pick" ask for: labels, a day, a point of a scale, and the field where the sentence names one. */
export function chooseIntent(rest: readonly Token[]): Intent {
	const path = pathOf(rest);
	if (path !== undefined) return { kind: "path", names: path };
	const pairs = choicePairs(rest) ?? labelledDays(rest);
	if (pairs !== undefined) return pairs;
	const first =
		rest.find((token) => token.kind === "date" && rest.every((one) => one === token || !isLiteral(one)) && rest.indexOf(token) <= 2) ??
		rest[0];
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

/** `"Large" as the size and "Red" as the color`: several fields, each with its choice. */
function choicePairs(rest: readonly Token[]): Intent | undefined {
	if (rest.filter((token) => word(token) === "as").length > 1) {
		const entries = entriesOf(rest);
		return entries.every(({ into }) => into !== undefined) ? { kind: "fill", entries, submits: false } : { kind: "unknown" };
	}
	const pieces = listOf(rest);
	const isPair = (piece: readonly Token[]) =>
		piece.length > 2 && piece.some((token, index) => index > 0 && /^(?:as|for)$/.test(word(token)));
	if (pieces.length < 2 || !pieces.every(isPair)) return undefined;
	return { kind: "fill", entries: pieces.flatMap((piece) => entriesOf(piece)), submits: false };
}

/** "Check-in 2026-12-04 and check-out 2026-12-07": days, each behind what its field is called. */
function labelledDays(rest: readonly Token[]): Intent | undefined {
	const entries = listOf(rest).map((piece): Entry | undefined => {
		const [day, label] = [piece.at(-1), fieldOf(piece.slice(0, -1))];
		const isLabelled = day?.kind === "date" && label.name !== "" && piece.slice(0, -1).every(({ kind }) => kind === "word");
		return isLabelled && !/^(?:the |a )?(?:date|day)$/i.test(label.whole)
			? { value: { kind: "literal", text: day.text }, into: label }
			: undefined;
	});
	return entries.every((entry) => entry !== undefined) ? { kind: "fill", entries, submits: false } : undefined;
}

/** Where "from the list", "as size", "with the slider" begins; the last such place outside quotations. */
function sourceAt(tokens: readonly Token[]): number | undefined {
	for (let at = tokens.length - 2; at > 0; at -= 1) {
		const token = tokens[at];
		if (token?.kind !== "word" || !sources.has(token.lower)) continue;
		const behind = tokens.slice(at + 1);
		// "as from account": the word behind a joint is a name.
		if (word(tokens[at - 1]) === "as") continue;
		// "in the From field": the word is a name there.
		if (behind.length === 1 && word(tokens[at - 1]) === "the" && rolesOf(word(behind[0])).includes("field")) continue;
		const nouns = thingOf(behind).roles;
		const naming = token.lower === "with" && behind.some((one) => one.kind === "quoted" || /^(?:label|text|name|value)$/.test(word(one)));
		// "the card with the greatest number": that says which one, not where it is chosen.
		if (naming || (token.lower === "with" && superlativeIn(behind) !== undefined)) continue;
		// "Active as the status for Ada": whose status it is.
		if (token.lower === "for" && tokens.slice(1, at).some((one) => word(one) === "as")) continue;
		if (token.lower === "of" && !nouns.some((role) => role === "select" || role === "slider")) continue;
		if (nouns.some((role) => role === "row" || role === "section" || role === "page")) continue;
		// "pick the blue one with a handle": the words behind are no control.
		if ((token.lower === "with" || token.lower === "using" || token.lower === "at" || token.lower === "on") && nouns.length === 0) continue;
		return at;
	}
	return undefined;
}

/** "mark X": a tick, a class for each number, or a control called so. */
export function markIntent(rest: readonly Token[]): Intent {
	const words = rest.map(word);
	const at = words.lastIndexOf("as");
	const classes = at === -1 ? [] : listOf(rest.slice(at + 1));
	const parities = classes.map((one) => conditionOf(one));
	if (classes.length > 1 && parities.every((one): one is Condition => one !== undefined))
		return { kind: "classify", classes: parities, labels: classes.map(phrase) };
	if (at > 0) {
		const object = thingOf(rest.slice(0, at));
		const placed = { ...emptyThing, whole: `mark ${phrase(rest)}`, name: `mark ${phrase(rest)}` };
		return { kind: "named", verb: "mark", phrase: phrase(rest.slice(at + 1)), object, placed, entries: [] };
	}
	return { kind: "tick", things: thingsOf(rest), on: true };
}
