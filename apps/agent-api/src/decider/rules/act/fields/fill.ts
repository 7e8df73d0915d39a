import type { ElementView } from "@webhand/page/parse/view";
import { partOf } from "../../page/find/choice.ts";
import type { Accepts, Found, Match } from "../../page/find/match.ts";
import { actFrom } from "../../page/find/match.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { readValue } from "../../page/read/texts.ts";
import { clickable, isRadio, isTextField, isToggle, takesValue } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Entry, Intent, Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import { clickOn } from "../controls/click.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, unresolved, untried } from "../move.ts";
import { lookFirst } from "../pin.ts";
import { cellMove, isInCell } from "./cell.ts";
import { offersChoices, pickMove } from "./combobox.ts";
import { acceptsField, apart, findField, isForSearch } from "./meant.ts";
import { clickChoice, setField, setToggle } from "./set.ts";
import { stepperMove } from "./stepper.ts";

type Fill = Extract<Intent, { readonly kind: "fill" }>;

/** Fills the entry that is due: one field a turn, those that hold their value already are passed over. */
export function fillMove(intent: Fill, scene: Scene): Move {
	const { called } = intent;
	const control =
		called === undefined || scene.memory.part > 0 ? undefined : untried(scene.finder.find(thingNamed(called), presses), scene);
	if (control?.kind === "one" && control.match.name >= 0.95)
		return clickOn(control.match.element, scene, { thing: thingNamed(called ?? "") });
	const slots = slotsOf(
		intent.entries.map((entry) => apart(entry, scene.finder)),
		scene,
	);
	const slot = slots[scene.memory.part];
	const none = slots.length === 0 ? intent.entries[0]?.into : undefined;
	if (none !== undefined) return { kind: "missing", thing: none };
	if (slot === undefined) return { kind: "end" };
	if (called !== undefined && fieldUnsaid(intent, slot, scene).kind !== "one")
		return { kind: "stuck", reason: `I see nothing called ${quoted(called)}, and no field is named for it`, isFinal: true };
	const hindrance = scene.memory.part === 0 && scene.memory.tried.length === 0 ? hindranceIn(slots.slice(1), scene) : undefined;
	if (hindrance !== undefined) return hindrance;
	const look = lookFirst(slot.entry.value, scene);
	if (look !== undefined) return look;
	const text = readValue(scene.finder, slot.entry.value, scene.memory);
	if (text === undefined) return valueMissing(slot.entry);
	const into = slot.entry.into ?? anyField;
	if (isInCell(scene))
		return cellMove(into, text, scene) ?? { kind: "stuck", reason: `I see the cell of ${quoted(into.whole)} no more`, isFinal: true };
	const found = called === undefined ? together(fieldFor(slot, scene), slots, scene) : fieldUnsaid(intent, slot, scene);
	if (found.kind !== "one") return otherMove(slot.entry, text, scene) ?? unresolved(into, found);
	const isLast = scene.memory.part === slots.length - 1;
	const { element } = found.match;
	if (offersChoices(element, scene) && !intent.submits && !(isLast && intent.isTyped === true)) return pickMove(element, text, scene);
	return setField({ element, text, submits: intent.submits && isLast }, scene);
}

/** What takes a value and is no field: a group of choices, a number between two buttons, a cell that becomes a field. */
const otherMove = (entry: Entry, text: string, scene: Scene): Move | undefined =>
	groupMove(entry, text, scene) ??
	stepperMove(entry.into ?? anyField, text, scene) ??
	(entry.into === undefined ? undefined : cellMove(entry.into, text, scene));

/** Of two streets the one that stands with the other fields of the list, where those stand together. */
function together(found: Found, slots: readonly Slot[], scene: Scene): Found {
	if (found.kind !== "tied" || slots.length < 2) return found;
	const owned = ofOneThing(found, slots, scene);
	if (owned !== undefined) return owned;
	const { layout } = scene.finder;
	const others = slots.flatMap((slot) => {
		const other = slot.entry.into === undefined ? undefined : findField(scene.finder, slot.entry.into);
		return other?.kind === "one" ? [partOf(layout, other.match.element)] : [];
	});
	const [part] = others;
	const inPart = found.matches.filter(({ element }) => partOf(layout, element) === part);
	const [only] = inPart;
	if (only === undefined || inPart.length > 1 || part === "" || others.some((other) => other !== part)) return found;
	return { kind: "one", match: only, others: [] };
}

/** "90 as Test 1 and 85 as Test 2 of Ada": whose field one of the list is, the others are too. */
function ofOneThing({ matches }: Extract<Found, { readonly kind: "tied" }>, slots: readonly Slot[], { finder }: Scene): Found | undefined {
	const places = slots.flatMap(({ entry }) => entry.into?.places ?? []).filter(({ anchor }) => anchor.name !== "");
	const [place] = places;
	if (place === undefined || places.some(({ anchor }) => anchor.name !== place.anchor.name)) return undefined;
	const there =
		finder.narrow(
			matches.map(({ element }) => element),
			place,
		) ?? [];
	const [only, ...others] = matches.filter(({ element }) => there.includes(element));
	return only === undefined || others.length > 0 ? undefined : { kind: "one", match: only, others: [] };
}

/** What stands in the way of a later entry: of several fields none is filled where one is not there, or cannot hold what it should. */
function hindranceIn(slots: readonly Slot[], scene: Scene): Move | undefined {
	for (const slot of slots) {
		const { entry } = slot;
		if (entry.value.kind !== "literal" || entry.into === undefined || isGeneric(entry.into)) continue;
		const { text } = entry.value;
		const found = fieldFor(slot, scene);
		const other = found.kind === "none" ? otherMove(entry, text, scene) : undefined;
		if (found.kind === "none" && other === undefined) return { kind: "missing", thing: entry.into };
		const move = found.kind === "one" ? setField({ element: found.match.element, text, submits: false }, scene) : undefined;
		if (move?.kind === "stuck") return move;
	}
	return undefined;
}

const anyField: Thing = {
	whole: "field",
	name: "",
	isQuoted: false,
	role: "field",
	roles: ["field"],
	noun: "field",
	isAll: false,
	places: [],
	traits: [],
};

function valueMissing(entry: Entry): Move {
	const { value } = entry;
	if (value.kind === "text" || value.kind === "count" || value.kind === "sum" || value.kind === "extreme")
		return { kind: "missing", thing: value.thing };
	if (value.kind === "cell") return { kind: "stuck", reason: `I do not see a value for ${value.labels.map(quoted).join(" and ")}` };
	if (value.kind === "math") return { kind: "stuck", reason: "I do not see a calculation on this page" };
	return { kind: "stuck", reason: "I do not know which value is meant" };
}

/** An entry with the number of the field it goes into, where the sentence does not say one. */
type Slot = { readonly entry: Entry; readonly order: number };

/** Entries with "both fields" written out, one slot for each field. */
function slotsOf(entries: readonly Entry[], scene: Scene): readonly Slot[] {
	return entries.flatMap((entry, order) => {
		if (entry.into?.isAll !== true) return [{ entry, order }];
		const fields = scene.finder.all(entry.into, acceptsField) ?? [];
		return fields.map((_, position) => ({
			entry: { ...entry, into: { ...(entry.into ?? anyField), isAll: false, position: position + 1 } },
			order: position,
		}));
	});
}

const isGeneric = (into: Thing): boolean =>
	into.name === "" && into.position === undefined && into.places.length === 0 && into.traits.length === 0 && into.pronoun === undefined;

function fieldFor({ entry, order }: Slot, scene: Scene): Found {
	const { finder } = scene;
	const isAnyField = entry.into === undefined || isGeneric(entry.into);
	if (entry.isOpen) return { kind: "none", isPlaceMissing: false };
	if (entry.label !== undefined && isAnyField) {
		const byLabel = untried(findField(finder, labelThing(entry.label)), scene);
		if (byLabel.kind === "one") return byLabel;
	}
	if (isAnyField) return nextField(entry.into ?? anyField, order, scene);
	const into = entry.into ?? anyField;
	if (into.pronoun !== undefined) return fieldSpokenOf(scene) ?? nextField(anyField, order, scene);
	const best = findField(finder, into);
	const found = untried(best, scene);
	// What the field called so did not take goes into none that is only called like it.
	const isLesser = best.kind === "one" && found.kind === "one" && best.match.name >= 0.9 && found.match.name < 0.9;
	if (isLesser) return { kind: "none", isPlaceMissing: false };
	if (found.kind !== "none") return found;
	// A label that no field carries leaves the only field there is, as long as that one carries no name of its own.
	const fields = textFields(scene);
	const only = fields.length === 1 ? fields[0] : undefined;
	const isUnnamed =
		only !== undefined && finder.names.own(only).length === 0 && finder.names.label(only) === undefined && only.type !== "search";
	return isUnnamed && !scene.isTried(only) ? { kind: "one", match: matchOf(only), others: [] } : found;
}

const presses: Accepts = (element) => (takesValue(element) ? 0 : clickable(element));

/** Where words go that may as well not be meant for a field: never into a search that nothing starts. */
function fieldUnsaid({ isSought }: Fill, { entry, order }: Slot, scene: Scene): Found {
	const spoken = entry.into?.pronoun === undefined ? undefined : fieldSpokenOf(scene);
	if (spoken !== undefined || entry.into?.pronoun !== undefined) return spoken ?? { kind: "none", isPlaceMissing: false };
	const found = nextField(entry.into ?? anyField, order, scene);
	const isStray = found.kind === "one" && isForSearch(scene.finder, found.match.element) && !found.match.element.states.has("focused");
	return isStray && isSought !== true ? { kind: "none", isPlaceMissing: false } : found;
}

/** "Set it to 5": the field that was spoken of last. */
function fieldSpokenOf({ finder, memory }: Scene): Found | undefined {
	const { referent } = memory;
	const element = referent?.id === undefined || referent.epoch !== finder.view.epoch ? undefined : finder.view.elements.get(referent.id);
	const isUsable = element !== undefined && takesValue(element) && !element.states.has("disabled") && !element.states.has("readonly");
	return isUsable ? { kind: "one", match: matchOf(element), others: [] } : undefined;
}

const labelThing = (label: string): Thing => ({ ...anyField, whole: label, name: label, role: undefined, roles: [] });
const matchOf = (element: ElementView): Match => ({ element, score: actFrom, name: 1, role: 1 });

function textFields(scene: Scene): readonly ElementView[] {
	return [...scene.finder.view.elements.values()].filter(
		(element) => isTextField(element) && !element.states.has("disabled") && !element.states.has("readonly"),
	);
}

/** The field that is due when the sentence names none: the focused one, the one in the dialog, else the next empty one in order. */
function nextField(thing: Thing, order: number, scene: Scene): Found {
	const { finder, memory } = scene;
	const ranked = (finder.rank(thing, acceptsField) ?? []).filter(
		(match) =>
			match.score >= actFrom &&
			!scene.isTried(match.element) &&
			!match.element.states.has("disabled") &&
			!match.element.states.has("readonly"),
	);
	if (ranked.length === 0) return { kind: "none", isPlaceMissing: false };
	const position = (match: Match) => finder.layout.spotOf.get(match.element.id)?.order ?? 0;
	const texts = ranked.filter((match) => isTextField(match.element));
	const pool = [...(texts.length > 0 ? texts : ranked)].sort((left, right) => position(left) - position(right));
	const best = Math.max(...pool.map((match) => match.score));
	const near = pool.filter((match) => match.score >= best - 0.05);
	const fresh = near.filter((match) => match.element.isNew);
	const group = fresh.length > 0 ? fresh : near;
	const isSearch = (match: Match) => match.element.type === "search";
	const plain = group.some((match) => !isSearch(match)) ? group.filter((match) => !isSearch(match)) : group;
	const focused =
		order === 0 ? plain.find((match) => match.element.states.has("focused") && finder.valueOf(match.element) === "") : undefined;
	if (focused !== undefined) return { kind: "one", match: focused, others: [] };
	const after =
		memory.field?.epoch === finder.view.epoch && memory.field.id !== undefined
			? (finder.layout.spotOf.get(memory.field.id)?.order ?? -1)
			: -1;
	const isEmpty = (match: Match) => finder.valueOf(match.element) === "" && !match.element.states.has("filled");
	const next =
		(order > 0 ? plain.find((match) => position(match) > after && isEmpty(match)) : undefined) ??
		plain.find(isEmpty) ??
		plain[order] ??
		plain[0];
	return next === undefined ? { kind: "none", isPlaceMissing: false } : { kind: "one", match: next, others: [] };
}

/** "topic: Delivery" where the topic is a group of radio buttons, or "urgent: yes" where it is a box. */
function groupMove(entry: Entry, text: string, scene: Scene): Move | undefined {
	const { into } = entry;
	if (into === undefined || into.name === "") return undefined;
	const wanted = nameOf(into.name);
	const elements = [...scene.finder.view.elements.values()];
	const radio = elements
		.filter((element) => isRadio(element) && compareNames(wanted, nameOf(element.attributes.get("of") ?? ""), false) >= 0.8)
		.map((element) => ({ element, name: scene.finder.nameScore(element, nameOf(text), true) }))
		.sort((left, right) => right.name - left.name)[0];
	if (radio !== undefined && radio.name >= 0.8) return clickChoice(radio.element, scene);
	if (!/^(?:yes|no|true|false|on|off|checked|unchecked)$/i.test(text)) return undefined;
	const box = untried(
		scene.finder.find(into, (element) => (isToggle(element) ? 1 : 0)),
		scene,
	);
	return box.kind === "one" ? setToggle(box.match.element, /^(?:yes|true|on|checked)$/i.test(text), scene) : undefined;
}

/** Pastes by the field's own key what was copied by one; anything else is typed. */
export function pasteMove(into: Thing | undefined, scene: Scene): Move {
	const entry: Entry = { value: { kind: "copied" }, ...(into === undefined ? {} : { into }) };
	const fill = fillMove({ kind: "fill", entries: [entry], submits: false }, scene);
	if (fill.kind !== "act" || fill.action.name !== "setValue" || !scene.memory.isClipped || scene.memory.visited.includes(pasted))
		return fill;
	const thought = `I paste the text into ${fill.target === undefined ? "the field" : calledOf(scene.finder, fill.target)}.`;
	return {
		...fill,
		action: { name: "press", id: fill.action.id, keys: "Control+V" },
		thought,
		expect: { kind: "any_change" },
		place: pasted,
	};
}

const pasted = placeKey("pasted");
