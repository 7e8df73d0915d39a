import type { Intent, Target } from "../clause.ts";
import { blocksOf } from "../page/rows.ts";
import { stem } from "../page/text.ts";
import type { Scene } from "./move.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

/** "Anna Lee and Bob Roy" is looked up as one thing first; where it is none, each is done and proven on its own. */
export function partsOf({ object, verb }: Named, { layout, referent, part, done }: Scene): readonly Target[] {
	if (object === undefined) return [];
	const isOne = object.isQuoted || object.isAll === true || !/,| and /i.test(object.name) || /^(?:compare|merge|swap)$/i.test(verb);
	if (isOne || (part === 0 ? blocksOf(layout, object, referent).length > 0 : !done.includes("parts"))) return [object];
	const bare = object.name.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).map((name) => name.replace(/^(?:the|a|an) /i, "").trim());
	const [first = "", ...rest] = bare.filter((name) => name !== "");
	// "The customers Anna Lee and David Roy": the sort of things stands before the first alone.
	const [noun = "", ...words] = first.split(" ");
	const own = words.length > 0 && layout.kinds().has(stem(noun.toLowerCase())) ? words.join(" ") : first;
	return rest.length === 0 ? [object] : [own, ...rest].map((name) => ({ ...object, text: name, name }));
}
