import type { ElementView } from "@webhand/page/parse/view";
import { nameOf } from "../../page/names.ts";
import { columnOf, isColumnName } from "../../page/read/columns.ts";
import { clickable, isList, isToggle } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Thing } from "../../sentence/clause.ts";
import { emptyThing, thingNamed } from "../../sentence/nouns/plain.ts";
import { numberIn } from "../../words/math.ts";
import { offersChoices, pickMove } from "../fields/combobox.ts";
import { findField } from "../fields/meant.ts";
import { choiceWithField } from "../fields/paired.ts";
import { bestOption, selectOption, setToggle } from "../fields/set.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted } from "../move.ts";
import { clickOn } from "./click.ts";

const sorting = /^(?:sort|order|arrange|rank|group|filter)\b/i;

/** "sort by price", "filter by brand Acme": a choice of a list or a box, else the name of a column that can be pressed; undefined for other verbs. */
export function sortMove(
	verb: string,
	phrase: string,
	{ thing, scene }: { readonly thing: Thing; readonly scene: Scene },
): Move | undefined {
	if (!sorting.test(verb)) return undefined;
	const said = /\bby (.+)$/i.exec(phrase)?.[1];
	const rest = said ?? phrase.replace(/^\S+\s+/, "");
	const controls = [...scene.finder.view.elements.values()].filter((element) => !scene.isTried(element));
	const list = controls.filter(isList).find((element) => bestOption(element, rest) !== undefined);
	const isFilter = /^filter/i.test(verb);
	const chosen = list === undefined ? undefined : selectOption(list, [rest], scene);
	if (isFilter) return applied(chosen ?? filterMove(rest, scene), scene);
	if (chosen !== undefined) return chosen;
	const opened = openedList(verb, rest, scene);
	if (opened !== undefined) return opened;
	if (said === undefined) return undefined;
	const { column: name, way } = directionIn(said);
	const column = controls.find((element) => isColumn(element, name, scene));
	if (column !== undefined) return way === undefined ? clickOn(column, scene, { thing }) : turnedTo(way, { column, name }, scene);
	const isTable = controls.some((element) => isNamingColumn(element, scene));
	return isTable ? { kind: "stuck", reason: `I see no column ${quoted(name)} to sort by`, isFinal: true } : undefined;
}

const ascending =
	/,?\s*(?:in |from )?(?:(?:ascending|increasing|alphabetical)(?: order)?|asc|(?:low(?:est)?|cheapest|oldest|smallest|a)(?: first| to (?:high(?:est)?|newest|largest|z)))$/i;
const descending =
	/,?\s*(?:in |from )?(?:(?:descending|decreasing|reverse)(?: order)?|desc|(?:high(?:est)?|most expensive|newest|latest|largest|biggest|z)(?: first| to (?:low(?:est)?|oldest|smallest|a)))$/i;

/** "Name descending", "price, low to high": the column, and which way. */
export function directionIn(said: string): { readonly column: string; readonly way?: "ascending" | "descending" } {
	if (ascending.test(said)) return { column: said.replace(ascending, ""), way: "ascending" };
	return descending.test(said) ? { column: said.replace(descending, ""), way: "descending" } : { column: said };
}

const mostPresses = 3;

/** Presses the name of a column until what stands below it goes the way that is asked for. */
function turnedTo(
	way: "ascending" | "descending",
	{ column, name }: { readonly column: ElementView; readonly name: string },
	scene: Scene,
): Move {
	const { finder, memory } = scene;
	const texts = columnOf(finder, name).texts ?? [];
	if (texts.length < 2) return { kind: "stuck", reason: `I cannot tell which way ${quoted(name)} is sorted`, isFinal: true };
	if (isInOrder(texts, way)) return { kind: "end" };
	for (let press = 1; press <= mostPresses; press += 1) {
		const place = placeKey(`sort ${press} ${memory.clause} ${memory.part}`);
		if (memory.visited.includes(place)) continue;
		return {
			kind: "act",
			action: { name: "click", id: column.id },
			thought: `I sort with ${calledOf(finder, column)}.`,
			expect: { kind: "any_change" },
			target: column,
			then: "again",
			place,
		};
	}
	return { kind: "stuck", reason: `${calledOf(finder, column)} does not sort ${way}`, isFinal: true };
}

function isInOrder(texts: readonly string[], way: "ascending" | "descending"): boolean {
	const days = texts.map((text) => Date.parse(text));
	const numbers = texts.map((text) => numberIn(text));
	const areDays = texts.every((text) => /\d{4}-\d{2}-\d{2}/.test(text));
	// "9 in stock", "40 in stock": the same words beside each number.
	const besides = new Set(texts.map((text) => text.replace(/\d[\d.,]*/, "").toLowerCase()));
	const areNumbers =
		texts.every((text) => /^\W*\d[\d.,\s]*(?:[^\w.,\s]\W*)?$/.test(text)) ||
		(besides.size === 1 && numbers.every((number) => number !== undefined));
	const compare = (left: number, right: number): number => {
		if (areDays) return (days[left] ?? 0) - (days[right] ?? 0);
		if (areNumbers) return (numbers[left] ?? 0) - (numbers[right] ?? 0);
		return (texts[left] ?? "").localeCompare(texts[right] ?? "", "en", { sensitivity: "base" });
	};
	return texts.slice(1).every((_, at) => (way === "ascending" ? compare(at, at + 1) <= 0 : compare(at, at + 1) >= 0));
}

/** A list that says itself that it sorts, and shows its choices once it is open. */
function openedList(verb: string, rest: string, scene: Scene): Move | undefined {
	const field = findField(scene.finder, thingNamed(`${verb} by`), (element) => (element.type === "combobox" ? 1 : 0));
	const element = field.kind === "one" && field.match.name >= 0.9 ? field.match.element : undefined;
	return element === undefined || !offersChoices(element, scene) ? undefined : pickMove(element, rest, scene);
}

/** "Location D", "brand Acme", "Acme": a field and its choice, or a box in the group of that name. */
function filterMove(rest: string, scene: Scene): Move | undefined {
	const inField = choiceWithField({ ...emptyThing, whole: rest, name: rest }, scene);
	if (inField !== undefined) return inField;
	const words = rest.split(/\s+/);
	for (let cut = 0; cut < words.length; cut += 1) {
		const [group, name] = [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
		const places = cut === 0 ? [] : [{ relation: "section", anchor: thingNamed(group) } as const];
		const found = scene.finder.find({ ...thingNamed(name), places }, (element) => (isToggle(element) && !scene.isTried(element) ? 1 : 0));
		if (found.kind === "one" && found.match.name >= 0.9) return setToggle(found.match.element, true, scene);
	}
	return undefined;
}

const applies =
	/^(?:(?:apply|update|set)(?: (?:the )?(?:filters?|list|results))?|filter(?: (?:the )?(?:list|results|now))?|(?:filter )?anwenden|filtern)$/i;

/** Where a filter has a button of its own, the list changes only once that is pressed. */
function applied(move: Move | undefined, scene: Scene): Move | undefined {
	const { finder, memory } = scene;
	const [button, another] = [...finder.view.elements.values()].filter(
		(element) =>
			clickable(element) === 1 && element.type === "button" && applies.test(element.name || element.content) && !scene.isTried(element),
	);
	if (button === undefined || another !== undefined) return move;
	const [chosen, pressed] = ["chosen", "pressed"].map((part) => placeKey(`filter ${part} ${memory.clause} ${memory.part}`));
	if (move?.kind === "act" && move.target?.form === button.form && chosen !== undefined && !memory.visited.includes(chosen))
		return { ...move, then: "again", place: chosen };
	if (move?.kind !== "pass" || pressed === undefined || memory.visited.includes(pressed)) return move;
	const press = clickOn(button, scene, { thing: thingNamed(button.name) });
	return press.kind === "act" ? { ...press, place: pressed } : press;
}

const isColumn = (element: ElementView, name: string, scene: Scene): boolean =>
	isNamingColumn(element, scene) && scene.finder.nameScore(element, nameOf(name), true) >= 0.84;

function isNamingColumn(element: ElementView, { finder }: Scene): boolean {
	const spot = finder.layout.spotOf.get(element.id);
	return spot !== undefined && clickable(element) > 0 && !isToggle(element) && isColumnName(finder, spot);
}
