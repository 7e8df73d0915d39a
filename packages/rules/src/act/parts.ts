import { stem } from "@webhand/page/layout/phrase";
import type { Intent, Target } from "../clause.ts";
import { kindsOf } from "../page/kinds.ts";
import { blocksOf } from "../page/rows.ts";
import type { Scene } from "./move.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

/** "Anna Lee and Bob Roy" is looked up as one thing first; where it is none, each is done and proven on its own. */
export function partsOf({ object, verb }: Named, { layout, referent, part, done }: Scene): readonly Target[] {
	if (object === undefined) return [];
	// "The emails from Ann and Bob" are one for each sender.
	const [place] = object.places;
	const listed = place?.relation === "row" && !/,| and /i.test(object.name) ? place.anchor : object;
	const isOne = listed.isQuoted || object.isAll === true || !/,| and /i.test(listed.name) || /^(?:compare|merge|swap)$/i.test(verb);
	if (isOne || (part === 0 ? blocksOf(layout, object, referent).length > 0 : !done.includes("parts"))) return [object];
	const bare = listed.name.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).map((name) => name.replace(/^(?:the|a|an) /i, "").trim());
	const [first = "", ...rest] = bare.filter((name) => name !== "");
	// "The customers Anna Lee and David Roy": the sort of things stands before the first alone.
	const [noun = "", ...words] = first.split(" ");
	const own = words.length > 0 && kindsOf(layout).has(stem(noun.toLowerCase())) ? words.join(" ") : first;
	const partOf = (name: string): Target =>
		listed === object || place === undefined
			? { ...object, text: name, name }
			: { ...object, text: name, places: [{ ...place, anchor: { ...listed, text: name, name } }] };
	return rest.length === 0 ? [object] : [own, ...rest].map(partOf);
}
