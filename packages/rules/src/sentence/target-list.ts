import type { Target } from "../clause.ts";
import { roleAtStart } from "./head.ts";
import { placeAt, targetOf, withoutArticle } from "./target.ts";
import type { Tokens } from "./tokens.ts";
import { lowAt, partsBetween, textOf } from "./tokens.ts";
import { determiners, ordinalOf, roleNouns } from "./words.ts";

const isJoint = (low: string): boolean => low === "," || low === "and" || low === "&";

/**
 * The things of a list: "the lamp, the chair and the table", "tickets 12, 15 and 19", "A" and "B". Names without quotes are one name
 * unless a comma, an article or a position divides them, or `dividesAnd` says that "and" does.
 *
 * @returns undefined when one of them cannot be read
 */
export function targetsOf(tokens: Tokens, dividesAnd = false): readonly Target[] | undefined {
	const parts = partsBetween(tokens, ({ low }) => isJoint(low));
	const comma = tokens.findIndex(({ low }) => low === ",");
	const isDivided = dividesAnd || comma !== -1 || parts.slice(1).every((part) => startsThing(part) || isNumber(part));
	// "in the row of Chair, oak": the comma is part of what the row says.
	const isInAnchor =
		(placeAt(tokens, 1)?.at ?? tokens.length) < comma && !tokens.some(({ low }) => low === "and") && !parts.slice(1).some(startsThing);
	if (parts.length < 2 || !isDivided || isInAnchor) {
		const one = targetOf(tokens);
		return one && [one];
	}
	// `"Urgent", date 5 March`: what has no quotes beside names in quotes is no name.
	const quoted = parts.filter((part) => part.some(({ kind }) => kind === "quote"));
	if (quoted.length > 0 && quoted.length < parts.length) return undefined;
	const last = parts.at(-1) ?? [];
	const first = parts[0] ?? [];
	// A place behind the last one counts for all: "A and B in the list". A noun before the first one does as well: "tickets 12 and 15".
	const noun = isNumber(first.slice(-1)) && parts.slice(1).every(isNumber) ? textOf(withoutArticle(first).slice(0, -1)) : "";
	const counted = parts.slice(0, -1).every(isOrdinalOnly) ? targetOf(last) : undefined;
	if (counted?.ordinal !== undefined)
		return parts.map((part) =>
			part === last ? counted : { ...counted, ordinal: ordinalOf(part.at(-1)?.low ?? "") ?? 1, text: textOf(part) },
		);
	const plural = noun === "" ? roleAtStart(withoutArticle(first)) : undefined;
	const targets = parts.map((part) => (noun === "" || part === first ? targetOf(part) : numberedTarget(noun, part)));
	if (targets.some((target) => target === undefined)) return undefined;
	const read = targets.flatMap((target) => (target === undefined ? [] : [target]));
	// "Delete the email from Bob and the chair" does not say whether the chair is from Bob.
	if (read[0]?.places.length && read.some((target) => target.places.length === 0)) return undefined;
	const places = targetOf(last)?.places ?? [];
	return read.map((target, index) => ({
		...(index === 0 && noun !== "" ? numberedTarget(noun, first.slice(-1)) : target),
		...(plural === undefined || index === 0 ? {} : { role: plural.role }),
		places: target.places.length === 0 ? places : target.places,
	}));
}

const startsThing = (part: Tokens): boolean =>
	determiners.has(lowAt(part, 0)) || ordinalOf(lowAt(part, 0)) !== undefined || part[0]?.kind === "quote";
const isOrdinalOnly = (part: Tokens): boolean => withoutArticle(part).length === 1 && ordinalOf(part.at(-1)?.low ?? "") !== undefined;
const isNumber = (part: Tokens): boolean => part.length === 1 && /^#?\d+$/.test(lowAt(part, 0));

function numberedTarget(noun: string, part: Tokens): Target {
	const role = roleNouns.get(noun.toLowerCase());
	const ordinal = Number(lowAt(part, 0).replace("#", ""));
	if (role !== undefined && ordinal > 0)
		return { text: `${noun.replace(/s$/, "")} ${ordinal}`, name: "", isQuoted: false, role, ordinal, places: [] };
	const name = `${noun.replace(/s$/, "")} ${textOf(part)}`;
	return { text: name, name, isQuoted: false, places: [] };
}
