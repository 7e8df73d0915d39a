import type { CallRead } from "./clauses.ts";
import { takeClause, takeWorkspace } from "./clauses.ts";
import type { Scan } from "./scan.ts";
import { blanksEnd, take } from "./scan.ts";

/** A clause of an order for the server host, in the words of the person. */
export type ServerClause = CallRead & { readonly text: string };

/** An order for the server host: its tool calls in order, or what was not understood, in words for the person. */
export type ServerOrder =
	| { readonly kind: "calls"; readonly clauses: readonly ServerClause[] }
	| { readonly kind: "not_understood"; readonly text: string; readonly message: string };

const maxClauses = 40;
const maxShown = 80;
const joint = /[,;.!?]+|(?:and|then)\b/iy;
const courtesies = /(?:please|then|and|now|also|next|finally|first|afterwards)\b,?/iy;

/**
 * Reads an order for the server host, without a model: literal clauses, joined by commas, "and", "then". One that is not understood refuses
 * the whole order, before anything is done.
 *
 * @param sentence ≤ 10,000 characters; the time is linear in its length
 * @returns 1 to 40 tool calls by the names of `modelTools`; arguments are not checked against their schemas
 * @throws never
 */
export function readServerOrder(sentence: string): ServerOrder {
	const scan: Scan = { text: sentence, at: 0 };
	const clauses: ServerClause[] = [];
	for (skip(scan, courtesies); blanksEnd(scan) < sentence.length; ) {
		const found = clauses.length < maxClauses ? takeWhole(scan) : undefined;
		if (found === undefined) return notUnderstood(sentence.slice(blanksEnd(scan)));
		clauses.push(found);
	}
	return clauses.length === 0 ? notUnderstood(sentence) : { kind: "calls", clauses };
}

/** A clause with the joint behind it; undefined where neither a joint nor the end follows. */
function takeWhole(scan: Scan): ServerClause | undefined {
	const from = scan.at;
	const found = takeNamed(scan);
	const isWhole = blanksEnd(scan) === scan.text.length || skip(scan, joint) || scan.text.slice(scan.at, blanksEnd(scan)).includes("\n");
	if (found !== undefined && isWhole) {
		skip(scan, courtesies);
		return found;
	}
	scan.at = from;
	return undefined;
}

/** A clause, and whether it names the workspace before or behind it. */
export function takeNamed(scan: Scan): (ServerClause & { readonly isNamed: boolean }) | undefined {
	const start = blanksEnd(scan);
	const isBefore = takeWorkspace(scan);
	if (isBefore) take(scan, /,/y);
	const found = takeClause(scan);
	if (found === undefined) return undefined;
	const isNamed = takeWorkspace(scan) || isBefore;
	return { ...found, text: scan.text.slice(start, scan.at).trim(), isNamed };
}

/** Goes past what a pattern matches, as often as it does. @returns whether it did at all */
function skip(scan: Scan, pattern: RegExp): boolean {
	const from = scan.at;
	while (take(scan, pattern) !== undefined);
	return scan.at > from;
}

function notUnderstood(given: string): ServerOrder {
	const said = given.trim();
	const text = said.length > maxShown ? `${said.slice(0, maxShown)}…` : said;
	const message = text === "" ? "There is no order in this text." : `I can’t do “${text}” without a language model. Nothing was changed.`;
	return { kind: "not_understood", text, message };
}
