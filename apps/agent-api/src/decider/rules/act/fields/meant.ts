import type { ElementView } from "@webhand/page/parse/view";
import type { Finder } from "../../page/find/finder.ts";
import type { Accepts, Found } from "../../page/find/match.ts";
import { nameOf } from "../../page/names.ts";
import { isRadio, isTextField, isToggle, takesValue } from "../../page/roles.ts";
import type { Entry, Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";

/** Fields, best those for text; toggles take "true" and "false". */
export const acceptsField = (element: ElementView): number => (isTextField(element) ? 1 : takesValue(element) ? 0.9 : 0);

/** How well a name must fit where the sentence does not set it apart from its value. */
const surely = 0.9;

/** The field that a thing means: called so, in the group that its first words name, or by the noun that it counts. */
export function findField(finder: Finder, thing: Thing, accepts: Accepts = acceptsField): Found {
	const found = finder.find(thing, accepts);
	if (found.kind === "one" && found.match.name >= surely) return found;
	const other = inGroup(finder, thing, accepts) ?? counted(finder, thing, accepts);
	if (other !== undefined) return other;
	const isSought = /search|find|filter|query|look/i.test(thing.whole);
	// "An email to Bob" is nothing to look for in the mails.
	if (found.kind === "one" && thing.name !== "" && !isSought && isForSearch(finder, found.match.element))
		return { kind: "none", isPlaceMissing: false };
	return found;
}

/** True for a field whose words are looked for. */
export const isForSearch = (finder: Finder, element: ElementView): boolean =>
	element.type === "search" ||
	element.type === "searchbox" ||
	finder.names.own(element).some(({ folded }) => /^(?:search|find|filter)\b/.test(folded));

/** "The billing street", "the billing address with street": the field "Street" of the group "Billing address". */
function inGroup(finder: Finder, thing: Thing, accepts: Accepts): Found | undefined {
	const words = thing.isQuoted ? [] : thing.name.split(/\s+/);
	const [place, ...more] = thing.places;
	const cuts = words
		.slice(1)
		.map((_, cut) => ({ group: words.slice(0, cut + 1).join(" "), name: words.slice(cut + 1).join(" "), outer: thing.places }));
	const owned = place?.relation === "of" && place.anchor.name !== "" ? [{ group: thing.name, name: place.anchor.name, outer: more }] : [];
	for (const { group, name, outer } of [...cuts, ...owned]) {
		for (const title of titlesOf(finder)) {
			if (!nameOf(title).holdsAll(nameOf(group).canonical)) continue;
			const places = [...outer, { relation: "section", anchor: thingNamed(title) } as const];
			const found = finder.find({ ...thing, whole: name, name, places }, accepts);
			if (found.kind === "one" && found.match.name >= surely) return found;
		}
	}
	return undefined;
}

/** What stands over a part of the page: legends, names of sections, headings. */
function titlesOf({ view }: Finder): readonly string[] {
	return view.lines.flatMap((line) => {
		const title = line.kind === "heading" ? line.text : line.kind === "region" ? (line.name ?? "") : "";
		return title === "" ? [] : [title];
	});
}

const countingNouns = /^(?:number|amount|quantity|count)$/;

/** "The number of passengers": the field "Passengers", where none is called by all these words. */
function counted(finder: Finder, thing: Thing, accepts: Accepts): Found | undefined {
	const [place, ...more] = thing.places;
	const said = (thing.name || thing.noun).toLowerCase();
	if (place?.relation !== "of" || place.anchor.name === "" || !countingNouns.test(said)) return undefined;
	const found = finder.find(
		{ ...thing, whole: place.anchor.whole, name: place.anchor.name, roles: [], role: undefined, places: more },
		accepts,
	);
	return found.kind === "one" && found.match.name >= surely ? found : undefined;
}

/** An entry with the label and the value that its words are on this page: "country France" where a field is called "Country". */
export function apart(entry: Entry, finder: Finder): Entry {
	const { words, into, splits } = entry;
	const split = splits?.find((one) => isSurely(finder, one.into));
	if (splits !== undefined) return split ?? { ...entry, isOpen: true };
	if (words === undefined || into === undefined) return entry;
	for (let cut = words.length - 1; cut > 0; cut -= 1) {
		// "Shelf mark A 41": no label ends with an article.
		if (/^(?:the|an?)$/i.test(words[cut - 1] ?? "")) continue;
		const label = words.slice(0, cut).join(" ");
		const thing: Thing = { ...into, whole: label, name: label, role: undefined, roles: [] };
		if (isSurely(finder, thing) || isGroup(finder, label))
			return { value: { kind: "literal", text: words.slice(cut).join(" ") }, into: thing };
	}
	return entry;
}

function isSurely(finder: Finder, thing: Thing): boolean {
	const field = findField(finder, thing);
	const matches = field.kind === "one" ? [field.match] : field.kind === "tied" ? field.matches : [];
	return matches.length > 0 && matches.every(({ name }) => name >= surely);
}

/** True for the name of a group of choices, or of a box. */
const isGroup = (finder: Finder, label: string): boolean =>
	[...finder.view.elements.values()].some(
		(element) =>
			(isRadio(element) && nameOf(element.attributes.get("of") ?? "").folded === nameOf(label).folded) ||
			(isToggle(element) && nameOf(element.name).folded === nameOf(label).folded),
	);
