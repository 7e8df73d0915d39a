import type { Role } from "../../words/roles.ts";
import { rolesOf } from "../../words/roles.ts";
import type { Token } from "../../words/tokens.ts";
import type { Clause, Thing } from "../clause.ts";
import { determiners, trailing } from "./words.ts";

/** A thing that the sentence leaves unsaid. */
export const emptyThing: Thing = { whole: "", name: "", isQuoted: false, roles: [], noun: "", isAll: false, places: [], traits: [] };

/** A thing named by exactly these words. */
export function thingNamed(name: string, role?: Role): Thing {
	return {
		...emptyThing,
		whole: name,
		name,
		isQuoted: true,
		roles: role === undefined ? [] : [role],
		...(role === undefined ? {} : { role }),
	};
}

/** The words of tokens as a person would say them, without quotes. */
export function phrase(tokens: readonly Token[]): string {
	let out = "";
	for (const [index, token] of tokens.entries()) {
		const before = tokens[index - 1];
		out += `${before !== undefined && token.start > before.end ? " " : ""}${token.text}`;
	}
	return out.trim();
}

export function trim(tokens: readonly Token[]): readonly Token[] {
	let start = 0;
	let end = tokens.length;
	const isMark = (token: Token | undefined) => token?.kind === "mark" && !token.text.startsWith("(") && !">+-".includes(token.text);
	while (
		start < end &&
		!(start > 0 && isCalledLikeAJoint(tokens.slice(start, end))) &&
		(isMark(tokens[start]) || isDeterminer(tokens[start], end - start))
	)
		start += 1;
	while (
		end > start &&
		(isMark(tokens[end - 1]) || (tokens[end - 1]?.kind === "word" && end - start > 1 && trailing.has(tokens[end - 1]?.lower ?? "")))
	)
		end -= 1;
	return tokens.slice(start, end);
}

// "To do" in capitals is what something is called.
const isDeterminer = (token: Token | undefined, left: number): boolean =>
	token?.kind === "word" && left > 1 && determiners.has(token.lower) && token.text !== "To";

/** "the To field": what stands between an article and its noun is a name, whatever word it is. */
const isCalledLikeAJoint = ([first, noun, ...more]: readonly Token[]): boolean =>
	first?.kind === "word" &&
	/^(?:to|on|at)$/.test(first.lower) &&
	more.length === 0 &&
	noun?.kind === "word" &&
	rolesOf(noun.lower)[0] === "field";

/** The thing a clause is about, as far as it names one. */
export function clauseThing(clause: Clause): Thing {
	const { intent } = clause;
	if ("thing" in intent && intent.thing !== undefined) return intent.thing;
	if ("things" in intent) return intent.things[0] ?? emptyThing;
	return emptyThing;
}
