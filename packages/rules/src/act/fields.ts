import {
	isButtonList,
	isDisabled,
	isRadio,
	isSearchField,
	isSlider,
	isTextField,
	isToggle,
	takesValue,
} from "@webhand/page/layout/controls";
import { isIn, positionOf } from "@webhand/page/layout/layout";
import { namesOf, valueOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import type { Entry, Target } from "../clause.ts";
import { dialogRange } from "../page/find.ts";
import { sectionsOf } from "../page/sections.ts";
import { grades, holdsPhrase } from "../page/text.ts";
import type { Move, Scene } from "./move.ts";
import { elementOf, fieldOf, locate, missing, target as plain, unresolved } from "./move.ts";

/** The field of an entry, or why there is none. */
export type FieldFound = { readonly kind: "one"; readonly element: ElementView } | Move;

const isFillable = (element: ElementView): boolean => takesValue(element) || isToggle(element) || isButtonList(element);
const kindNames: Readonly<Record<string, RegExp>> = {
	password: /^pass(?:word|code)?$/,
	email: /^e-?mail(?: address)?$/,
	tel: /^(?:phone|telephone|mobile)(?: number)?$/,
	date: /^date$/,
	time: /^time$/,
	number: /^(?:number|amount|quantity)$/,
	url: /^(?:url|address|website)$/,
	textarea: /^(?:message|comment|text|description|text ?area)$/,
	color: /^colou?r$/,
};

/**
 * The field that an entry names; without a name the one at hand, or the next empty one.
 *
 * @param isInOrder several values without names go into the fields in order
 */
export function fieldFor({ field }: Pick<Entry, "field">, scene: Scene, isInOrder = false): FieldFound {
	if (field === undefined || (field.name === "" && field.ordinal === undefined && field.places.length === 0))
		return anyField(field, scene, isInOrder);
	const { layout } = scene;
	const wanted = layout.phrase(field.name).folded;
	const isCalled = (element: ElementView) => namesOf(layout, element).some((name) => layout.phrase(name).folded === wanted);
	// Nothing but a search goes into the search of the site.
	const isSearch = /(?<!\p{L})(?:search|find|filter|query|such\w*)(?!\p{L})/iu.test(field.text);
	const found = locate(field, scene, (element) => isFillable(element) && (isSearch || !isSearchField(element) || isCalled(element)));
	if (found.kind !== "none") return found.kind === "one" ? found : unresolved(field, found);
	const section = inSection(field, scene);
	if (section !== undefined) return { kind: "one", element: section };
	const [kind] = Object.entries(kindNames).find(([, words]) => words.test(wanted)) ?? [];
	const typed = kind === undefined ? found : locate({ ...field, name: "", text: "", role: "field" }, scene, ({ type }) => type === kind);
	if (typed.kind === "one") return typed;
	const group = layout.elements.find(
		(element) => isRadio(element) && wanted !== "" && layout.phrase(element.attributes.get("of") ?? "").folded === wanted,
	);
	const radio = group === undefined ? locate(field, scene, isRadio) : undefined;
	const member = group ?? (radio?.kind === "one" && radio.grade === grades.exact ? radio.element : undefined);
	return member === undefined ? unresolved(field, found) : { kind: "one", element: member };
}

/** "Both password fields": every text field whose name holds the words. */
export function allFields({ name }: Target, { layout, isFree }: Scene): readonly ElementView[] {
	const wanted = layout.phrase(name);
	const isNamed = (element: ElementView) =>
		name === "" || namesOf(layout, element).some((shown) => holdsPhrase(layout.phrase(shown), wanted));
	return layout.elements.filter(
		(element) => isTextField(element) && !isSearchField(element) && !isDisabled(element) && isFree(element) && isNamed(element),
	);
}

/** "The billing street": the field "Street" of the section "Billing address". */
function inSection(field: Target, scene: Scene): ElementView | undefined {
	const { words } = scene.layout.phrase(field.name);
	if (field.isQuoted || field.places.length > 0 || words.length > 4) return undefined;
	for (let at = 1; at < words.length; at += 1) {
		const anchor = plain(words.slice(0, at).join(" "));
		if (sectionsOf(scene.layout, anchor).length !== 1) continue;
		const name = words.slice(at).join(" ");
		const found = locate({ ...field, text: name, name, places: [{ relation: "section", anchor }] }, scene, isFillable);
		if (found.kind === "one") return found.element;
	}
	return undefined;
}

/** Text for no named field goes into the one just filled or focused, else into the only one, or the next empty one in order. */
function anyField(field: Target | undefined, scene: Scene, isInOrder: boolean): FieldFound {
	const { layout, part, done, failures } = scene;
	const dialog = dialogRange(layout);
	const isSort = field?.role === "slider" ? (element: ElementView) => isSlider(element) || element.type === "spinbutton" : isTextField;
	const isOpen = (element: ElementView) => !isDisabled(element) && !element.states.has("readonly") && scene.isFree(element);
	const isInFront = (element: ElementView) => dialog === undefined || isIn(dialog, positionOf(layout, element));
	const all = layout.elements.filter((element) => isSort(element) && isOpen(element) && isInFront(element));
	const isUsed = ({ id }: ElementView) => failures === 0 && done.includes(`filled ${id}`);
	const known = [elementOf(layout, scene.referent), fieldOf(scene)].find(
		(element) => element !== undefined && all.includes(element) && !isUsed(element),
	);
	const focused = all.find((element) => element.id === layout.view.focus && !isSearchField(element));
	const atHand = part === 0 ? (known ?? focused) : undefined;
	if (atHand !== undefined) return { kind: "one", element: atHand };
	// "The textbox" is the only one there is, whatever it is for; a value of which no field is said is no search.
	const own = field !== undefined && all.length === 1 ? all : all.filter((element) => !isSearchField(element));
	const form = fieldOf(scene)?.form;
	const near = own.filter((element) => form !== undefined && element.form === form);
	const candidates = near.length > 0 ? near : own;
	const empty = candidates.filter((element) => valueOf(element) === "" && !element.states.has("filled") && !isUsed(element));
	const wanted = field ?? plain("", { role: "field" });
	const [only, ...others] = candidates.length === 1 ? candidates : empty;
	if (only === undefined) return missing(wanted);
	const isNamed = candidates.some((element) => namesOf(layout, element).length > 0);
	return others.length > 0 && !isInOrder && isNamed ? { kind: "tied", target: wanted, elements: empty } : { kind: "one", element: only };
}
