import type { ElementView } from "@webhand/page/parse/view";
import { isSameValue } from "@webhand/page/write/normalize";
import type { Found } from "../../page/find/match.ts";
import { matchOf } from "../../page/find/match.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { cellText } from "../../page/read/columns.ts";
import { isTextField } from "../../page/roles.ts";
import { rowsAt, spotsInCell, tablesOf } from "../../page/rows.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Thing } from "../../sentence/clause.ts";
import { numberIn } from "../../words/math.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, untried } from "../move.ts";

const waits = 4;

/** True where this part of the clause has opened a cell to write into: what stands in it then is that cell's field. */
export const isInCell = (scene: Scene): boolean => scene.memory.visited.includes(key("open", scene));

/**
 * "Set the counted value of the drill to 50", where that is a cell of a table which becomes a field when it is clicked, or clicked twice:
 * it is opened, written into and left with Enter, and done once the cell itself says so.
 *
 * @returns undefined where no cell that can be pressed is meant; several rows that are called so are asked about
 */
export function cellMove(thing: Thing, text: string, scene: Scene): Move | undefined {
	const cells = cellsOf(thing, scene);
	const [only] = cells;
	if (only === undefined) return undefined;
	const found: Found = untried({ kind: "tied", matches: cells.map(matchOf) }, { ...scene, isTried: () => false });
	if (found.kind === "tied") return { kind: "tied", thing, matches: found.matches };
	const cell = found.kind === "one" ? found.match.element : only;
	const spot = scene.finder.layout.spotOf.get(cell.id);
	if (spot === undefined) return undefined;
	const fields = (scene.finder.layout.spotsOfLine[spot.line] ?? []).flatMap(({ element, inside }) =>
		element !== undefined && isTextField(element) && inside.includes(cell.id) ? [element] : [],
	);
	const [field, ...others] = fields;
	if (others.length > 0) return undefined;
	return field === undefined
		? shownMove({ cell, shown: cellText(scene.finder, spot.line, spot.cell), text }, scene)
		: fieldMove(field, text, scene);
}

/** The cells that can be pressed, in the rows of the place and below the name of the column. */
function cellsOf({ name, noun, places }: Thing, { finder }: Scene): readonly ElementView[] {
	const [place, ...more] = places;
	const label = name || noun;
	if (place === undefined || more.length > 0 || label === "" || (place.relation !== "of" && place.relation !== "inside")) return [];
	const { around } = tablesOf(finder.layout);
	const rows = rowsAt(finder.layout, place.anchor)?.map(({ first }) => first) ?? finder.anchors(place.anchor).map(({ line }) => line);
	// A table's column is looked for once, and not for each of its rows.
	const wanted = nameOf(label);
	const columns = new Map<number, number>();
	const columnUnder = (header: number): number => {
		const isMeant = (_: unknown, at: number) => compareNames(wanted, nameOf(cellText(finder, header, at)), true) >= 0.9;
		const column = columns.get(header) ?? (finder.view.lines[header]?.cells ?? []).findIndex(isMeant);
		columns.set(header, column);
		return column;
	};
	return [...new Set(rows)].flatMap((line) => {
		const header = around.get(line)?.header.first;
		const column = header === undefined ? -1 : columnUnder(header);
		const cell = column === -1 ? undefined : spotsInCell(finder.layout, line, column)[0]?.element;
		return cell !== undefined && /^(?:gridcell|cell|td)$/.test(cell.type) ? [cell] : [];
	});
}

type Shown = { readonly cell: ElementView; readonly shown: string; readonly text: string };

function shownMove({ cell, shown, text }: Shown, scene: Scene): Move {
	const { memory } = scene;
	if (isSameValue(shown, text) || isSameNumber(shown, text)) return { kind: "pass" };
	const called = quoted(shown);
	if (memory.visited.includes(key("write", scene))) {
		const place = Array.from({ length: waits }, (_, turn) => key(`wait ${turn}`, scene)).find((one) => !memory.visited.includes(one));
		return place === undefined
			? { kind: "stuck", reason: `I wrote ${quoted(text)} into the cell, and it shows ${called}`, isFinal: true }
			: {
					kind: "act",
					action: { name: "wait", seconds: 1 },
					thought: `I wait for the cell to show ${quoted(text)}.`,
					then: "again",
					place,
				};
	}
	const ways = [
		{ place: key("open", scene), thought: `I click the cell ${called} to write into it.` },
		{ place: key("open twice", scene), kind: "double" as const, thought: `I double-click the cell ${called} to write into it.` },
	];
	const way = ways.find(({ place }) => !memory.visited.includes(place));
	if (way === undefined) return { kind: "stuck", reason: `The cell ${called} takes no text`, isFinal: true };
	const { place, kind, thought } = way;
	return {
		kind: "act",
		action: { name: "click", id: cell.id, ...(kind === undefined ? {} : { kind }) },
		thought,
		expect: { kind: "any_change" },
		target: cell,
		then: "again",
		place,
	};
}

/** "1,200" for 1200. */
const isSameNumber = (shown: string, text: string): boolean =>
	/^[\d.,]+$/.test(shown) && /^[\d.,]+$/.test(text) && numberIn(shown) === numberIn(text);

function fieldMove(field: ElementView, text: string, scene: Scene): Move {
	const place = key("write", scene);
	const called = calledOf(scene.finder, field);
	if (scene.memory.visited.includes(place))
		return { kind: "stuck", reason: `I wrote ${quoted(text)} into ${called}, and it was not taken`, isFinal: true };
	return {
		kind: "act",
		action: { name: "setValue", id: field.id, text, submit: true },
		thought: `I type ${quoted(text)} into ${called} and press Enter.`,
		expect: { kind: "any_change" },
		target: field,
		then: "again",
		place,
	};
}

const key = (what: string, { memory }: Scene): string => placeKey(`cell ${what} ${memory.clause} ${memory.part}`);
