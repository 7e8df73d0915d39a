import type { Token } from "../words/tokens.ts";
import { tokensOf } from "../words/tokens.ts";
import type { Clause, Intent } from "./clause.ts";
import { intentOf } from "./intents.ts";
import { verbOf } from "./starts.ts";

/** A prohibition that is not understood, or that forbids what another clause asks for, stands before everything: nothing is done. */
export function withProhibitions(clauses: readonly Clause[]): readonly Clause[] {
	const forbidden = clauses.filter((clause) => clause.intent.kind === "avoid" && clause.text !== "");
	const refused = forbidden.find((clause) => {
		const denied = deniedBy(tokensOf(clause.text));
		return denied !== undefined && (denied.kind === "unknown" || clauses.some(({ intent }) => isDenied(intent, denied)));
	});
	return refused === undefined ? clauses : [{ ...refused, intent: { kind: "unknown" } }, ...clauses.filter((clause) => clause !== refused)];
}

/** "all … except …", "… but not …", "… unless …": to leave out what bounds an order would do what was not asked for. Where that begins. */
export function boundAt(tokens: readonly Token[]): number {
	const words = tokens.map((token, index) => (index > 0 && token.kind === "word" ? token.lower : ""));
	const isAll = tokens.some((token) => token.kind === "word" && /^(?:all|any|every|everything|both|each)$/.test(token.lower));
	return words.findIndex((word, index) => {
		const next = words[index + 1] ?? "";
		if (/^(?:unless|provided|if|when|while|except|excluding|excepting)$/.test(word)) return true;
		if (/^(?:other than|rather than|apart from|but not)$/.test(`${word} ${next}`)) return true;
		return isAll && (word === "without" || word === "besides" || (word === "but" && next !== ""));
	});
}

/** "Don't", "never", "without …ing" at the start. */
export const isNegated = (tokens: readonly Token[]): boolean => {
	const [first, second] = tokens;
	return (
		first?.lower === "dont" ||
		first?.lower === "never" ||
		first?.lower === "without" ||
		(first?.lower === "do" && second?.lower === "not") ||
		first?.lower === "avoid"
	);
};

/** What "do not …", "never …", "without …ing" forbid; undefined for "stop" and the like, which forbid nothing by name. */
export function deniedBy(tokens: readonly Token[]): Intent | undefined {
	const [first, second] = tokens;
	const skipped = first?.lower === "do" && second?.lower === "not" ? 2 : /^(?:dont|never|without|avoid)$/.test(first?.lower ?? "") ? 1 : 0;
	const [verb, ...rest] = tokens.slice(skipped);
	if (skipped === 0 || verb === undefined) return undefined;
	const stem = /^(.{2,}?)ing$/.exec(verb.lower)?.[1];
	// "clicking", "saving", "submitting".
	const forms = stem === undefined ? [verb.lower] : [stem, `${stem}e`, stem.replace(/(.)\1$/, "$1")];
	const known = forms.find((form) => verbOf([{ ...verb, lower: form }]) !== undefined);
	return known === undefined ? { kind: "unknown" } : intentOf([{ ...verb, text: known, lower: known }, ...rest]);
}

/** True for a clause that asks for the very thing that is forbidden, or that sends by itself where sending is. */
function isDenied(intent: Intent, denied: Intent): boolean {
	if ((denied.kind === "submit" || denied.kind === "keys") && (intent.kind === "search" || (intent.kind === "fill" && intent.submits)))
		return true;
	const isSame = JSON.stringify(namesIn(intent)) === JSON.stringify(namesIn(denied)) && namesIn(intent).length > 0;
	return intent.kind !== "avoid" && (isSame || (intent.kind === denied.kind && JSON.stringify(intent) === JSON.stringify(denied)));
}

function namesIn(intent: Intent): readonly string[] {
	if (intent.kind === "click" || intent.kind === "tick") return intent.things.map(({ name, whole }) => (name || whole).toLowerCase());
	return intent.kind === "named" ? [intent.phrase.toLowerCase()] : [];
}
