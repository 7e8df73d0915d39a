import type { ElementView } from "@webhand/page/parse/view";
import { readOptions } from "@webhand/page/write/grammar";
import type { Found } from "../../page/find/match.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { readValue } from "../../page/read/texts.ts";
import { boxOf, isDayHint, isList, isRadio, isSlider, isTextField, isToggle, takesValue } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { parseDay } from "../../words/dates.ts";
import { clickOn } from "../controls/click.ts";
import { locate } from "../locate.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, noFieldThere, unresolved, untried } from "../move.ts";
import { isPressedOpen, offersChoices, pickMove } from "./combobox.ts";
import { dayMove } from "./days.ts";
import { choices, noneOf, spelledOut, unlessHindered } from "./each.ts";
import { findField, isForSearch } from "./meant.ts";
import { choiceWithField } from "./paired.ts";
import { boxOfRow } from "./rowbox.ts";
import { bestOption, clickChoice, selectOption, setField, setToggle } from "./set.ts";
import { setSlider } from "./slider.ts";

type Choose = Extract<Intent, { readonly kind: "choose" }>;

/** Chooses what is due: an option of a list, a radio button, a box, a day, a point of a scale, or any control called so. */
export function chooseMove(intent: Choose, scene: Scene): Move {
	const { things, field } = intent;
	if (intent.value !== undefined && scene.memory.part === 0) {
		const text = readValue(scene.finder, intent.value, scene.memory);
		if (text === undefined) return { kind: "stuck", reason: "I do not see the value to choose" };
		const thing: Thing = { ...(things[0] as Thing), whole: text, name: text, isQuoted: true, superlative: undefined, places: [] };
		const day = parseDay(text, scene.now);
		const isDay = day !== undefined && intent.value.kind !== "extreme" && !isChoice(thing, scene);
		if (isDay) return chooseDay({ day, text, field }, scene);
		return chooseOne(thing, field, scene);
	}
	const together = selectTogether(things, field, scene);
	if (together !== undefined) return scene.memory.part === 0 ? together : { kind: "end" };
	const spelled = things.map((thing) => spelledOut(thing, scene));
	const lost = things.find((_, index) => spelled[index]?.length === 0);
	return lost !== undefined ? noneOf(lost) : unlessHindered(spelled.flat(), (one) => chooseOne(one, field, scene), scene);
}

/** Several labels of one list that takes several go in one action. */
function selectTogether(things: readonly Thing[], field: Thing | undefined, scene: Scene): Move | undefined {
	if (things.length < 2) return undefined;
	const lists = [...scene.finder.view.elements.values()].filter(
		(element) => isList(element) && element.states.has("multiple") && !scene.isTried(element),
	);
	const named = field === undefined ? undefined : scene.finder.find(field, (element) => (lists.includes(element) ? 1 : 0));
	const list =
		named?.kind === "one"
			? named.match.element
			: lists.find((element) => things.every((thing) => bestOption(element, thing.whole) !== undefined));
	return list === undefined
		? undefined
		: selectOption(
				list,
				things.map((thing) => thing.whole),
				scene,
			);
}

function chooseOne(thing: Thing, field: Thing | undefined, scene: Scene): Move {
	const box = field === undefined ? boxOfRow(thing, scene) : undefined;
	if (box !== undefined) return setToggle(box, true, scene);
	const inField = field === undefined ? undefined : chooseInField(thing, field, scene);
	if (inField !== undefined) return inField;
	const elsewhere = noFieldThere(field, scene, fieldSorts);
	if (elsewhere !== undefined) return elsewhere;
	const list = listWith(thing, scene);
	const found = directChoice(thing, scene);
	if (list !== undefined && (found.kind !== "one" || found.match.name < list.score))
		return selectOption(list.element, [saidOf(list.element, thing)], scene);
	const apart = found.kind === "one" && found.match.name >= 0.9 ? undefined : choiceWithField(thing, scene);
	if (apart !== undefined) return apart;
	// "Kim as assignee": what only holds the word is no choice of that field, nor is any choice where that field is not there.
	const isThere = field === undefined || field.name === "" || findField(scene.finder, field).kind !== "none";
	const isLesser = found.kind === "one" && found.match.name < 0.9 && (choices(found.match.element) < 1 || !isThere);
	// "Urgent as priority": the word in the row of another one is no choice of any field.
	const isText = field?.name !== "" && matchesOf(found).some(({ element }) => element.type === "text");
	if (field !== undefined && (isLesser || isText)) return { kind: "missing", thing: field };
	if (found.kind === "one") return takeChoice(found.match.element, thing, scene);
	if (found.kind === "tied") return unresolved(thing, found);
	const lists = [...scene.finder.view.elements.values()].filter((element) => isList(element) && !scene.isTried(element));
	const cut = lists.filter((element) => readOptions(element.attributes.get("options") ?? "").left > 0);
	if (lists.length === 1 && cut.length === 1 && cut[0] !== undefined) return selectOption(cut[0], [thing.whole], scene);
	return unresolved(thing, found);
}

const matchesOf = (found: Found) => (found.kind === "one" ? [found.match] : found.kind === "tied" ? found.matches : []);

function takeChoice(element: ElementView, thing: Thing, scene: Scene): Move {
	if (isToggle(element)) return setToggle(element, true, scene);
	if (isRadio(element) || element.type === "option") return clickChoice(element, scene);
	return clickOn(element, scene, { thing });
}

function directChoice(thing: Thing, scene: Scene): Found {
	const found = untried(scene.finder.find(thing, choices), scene);
	const other = found.kind === "none" ? locate(thing, scene) : found;
	// To choose is not to press the field that has no such choice.
	return other.kind === "one" && takesValue(other.match.element) ? { kind: "none", isPlaceMissing: false } : other;
}

/** "30 days" where the page has a choice called so: a label comes before any reading as a day. */
function isChoice(thing: Thing, scene: Scene): boolean {
	const labelled = scene.finder.find(thing, (element) => (isRadio(element) || isToggle(element) || element.type === "option" ? 1 : 0));
	return (labelled.kind === "one" && labelled.match.name >= 0.95) || (listWith(thing, scene)?.score ?? 0) >= 0.95;
}

/** "Ticket "#104"": the words that the list has a choice for, all of them or the name alone. */
const saidOf = (list: ElementView, { whole, name }: Thing): string =>
	name !== "" && bestOption(list, whole) === undefined && bestOption(list, name) !== undefined ? name : whole;

/** The list that offers a choice called so, and how well its name fits. */
function listWith(thing: Thing, scene: Scene): { readonly element: ElementView; readonly score: number } | undefined {
	const wanted = [thing.whole, thing.name].filter((name) => name !== "").map(nameOf);
	const scored = [...scene.finder.view.elements.values()].flatMap((element) => {
		if (!isList(element) || scene.isTried(element) || element.states.has("disabled")) return [];
		const labels = readOptions(element.attributes.get("options") ?? "").options.map((option) => nameOf(option.label));
		const score = Math.max(0, ...labels.flatMap((label) => wanted.map((name) => compareNames(name, label, true))));
		return score >= 0.8 ? [{ element, score }] : [];
	});
	return scored.reduce<(typeof scored)[number] | undefined>(
		(best, one) => (best === undefined || one.score > best.score ? one : best),
		undefined,
	);
}

/** "… from the list", "… as size", "… with the slider": the field that the sentence names. */
function chooseInField(thing: Thing, field: Thing, scene: Scene): Move | undefined {
	const { finder } = scene;
	const found = untried(finder.find(field, fieldSorts), scene);
	const listed =
		found.kind === "tied"
			? found.matches.filter((match) => isList(match.element) && bestOption(match.element, thing.whole) !== undefined)
			: [];
	if (listed.length > 1) return { kind: "tied", thing: field, matches: listed };
	const element = found.kind === "one" ? found.match.element : listed[0]?.element;
	if (element !== undefined) {
		if (isList(element)) return selectOption(element, [saidOf(element, thing)], scene);
		if (isPressedOpen(element)) return pickMove(element, thing.name || thing.whole, scene);
		if (isSlider(element) || element.type === "spinbutton" || element.type === "color")
			return setField({ element, text: thing.whole, submits: false }, scene);
	}
	const opened = element === undefined ? openField(field, scene) : undefined;
	if (opened !== undefined) return opened;
	const handle = element === undefined && field.roles.includes("slider") ? handleOf(scene) : undefined;
	if (handle !== undefined) return setSlider(handle, thing.whole, scene);
	const near = untried(finder.find({ ...thing, places: [...thing.places, { relation: "section", anchor: field }] }, choices), scene);
	if (near.kind === "one") return takeChoice(near.match.element, thing, scene);
	const group = nameOf(field.name || field.whole);
	const radio = [...finder.view.elements.values()].find(
		(one) =>
			isRadio(one) &&
			compareNames(group, nameOf(one.attributes.get("of") ?? ""), false) >= 0.8 &&
			finder.nameScore(one, nameOf(thing.whole), true) >= 0.8,
	);
	if (radio !== undefined) return clickChoice(radio, scene);
	if (listWith(thing, scene) === undefined && element !== undefined && isTextField(element) && !isCalledSo(directChoice(thing, scene)))
		return offersChoices(element, scene)
			? pickMove(element, thing.name || thing.whole, scene)
			: setField({ element, text: thing.whole, submits: false }, scene);
	return undefined;
}

/** "Project: none ▾": a button that opens its choices, which is called like the field and what is chosen in it. */
function openField(field: Thing, { finder, memory, isTried }: Scene): Move | undefined {
	const wanted = nameOf(field.name);
	const [element, ...others] = [...finder.view.elements.values()].filter(
		({ type, states, name, content }) =>
			type === "button" &&
			states.has("collapsed") &&
			compareNames(wanted, nameOf(content !== "" && name.endsWith(content) ? name.slice(0, -content.length) : name), false) >= 0.9,
	);
	const place = placeKey(`open ${field.name} ${memory.clause} ${memory.part}`);
	if (element === undefined || others.length > 0 || isTried(element) || memory.visited.includes(place)) return undefined;
	const thought = `I open ${calledOf(finder, element)} to see its choices.`;
	return {
		kind: "act",
		action: { name: "click", id: element.id },
		thought,
		expect: { kind: "any_change" },
		target: element,
		then: "again",
		place,
	};
}

/** An item that only holds the word ("Refund for Nora") is none of the choices of another field. */
const isCalledSo = (found: Found): boolean => found.kind === "one" && found.match.name >= 0.9;

/** A slider drawn by the page: the one small box without words is its handle. */
function handleOf(scene: Scene): ElementView | undefined {
	const small = [...scene.finder.view.elements.values()].filter((element) => {
		const box = boxOf(element);
		return box !== undefined && box.width <= 40 && box.height <= 40;
	});
	return small.length === 1 ? small[0] : undefined;
}

const fieldSorts = (element: ElementView): number =>
	isList(element) || isSlider(element) || element.type === "color" ? 1 : isTextField(element) ? 0.7 : 0;

type DayChoice = { readonly day: NonNullable<ReturnType<typeof parseDay>>; readonly text: string; readonly field: Thing | undefined };

function chooseDay({ day, text, field }: DayChoice, scene: Scene): Move {
	const days = [...scene.finder.view.elements.values()].filter(
		(element) => element.type === "date" || (isTextField(element) && isDayHint(element)),
	);
	const named =
		field === undefined || field.name === "" ? undefined : scene.finder.find(field, (element) => (isTextField(element) ? 1 : 0));
	const [only, ...others] = [...scene.finder.view.elements.values()].filter(isTextField);
	// A place that offers choices, or words that are looked for, are no day.
	const isLone = only !== undefined && others.length === 0 && !offersChoices(only, scene) && !isForSearch(scene.finder, only);
	const element = named?.kind === "one" ? named.match.element : (days[0] ?? (isLone ? only : undefined));
	// A field for the calendar shows its day once picked, whatever page it is read from.
	if (element === undefined) return dayMove(day, undefined, scene);
	if (element.type === "date") return setField({ element, text, submits: false }, scene);
	if (element.states.has("readonly") || !isDayHint(element)) return dayMove(day, element, scene);
	return setField({ element, text, submits: false }, scene);
}
