import type { ElementView } from "@webhand/page/parse/view";
import { nameOf } from "../../page/names.ts";
import { isColumnName } from "../../page/read/columns.ts";
import { clickable, isList, isToggle } from "../../page/roles.ts";
import type { Thing } from "../../sentence/clause.ts";
import { bestOption, selectOption } from "../fields/set.ts";
import type { Move, Scene } from "../move.ts";
import { quoted } from "../move.ts";
import { clickOn } from "./click.ts";

const sorting = /^(?:sort|order|arrange|rank|group|filter)\b/i;

/** "sort by price": a choice of a list, else the name of a column that can be pressed; undefined for other verbs. */
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
	if (list !== undefined) return selectOption(list, [rest], scene);
	if (said === undefined) return undefined;
	const column = controls.find((element) => isColumn(element, said, scene));
	if (column !== undefined) return clickOn(column, scene, { thing });
	const isTable = controls.some((element) => isNamingColumn(element, scene));
	return isTable ? { kind: "stuck", reason: `I see no column ${quoted(said)} to sort by`, isFinal: true } : undefined;
}

const isColumn = (element: ElementView, name: string, scene: Scene): boolean =>
	isNamingColumn(element, scene) && scene.finder.nameScore(element, nameOf(name), true) >= 0.84;

function isNamingColumn(element: ElementView, { finder }: Scene): boolean {
	const spot = finder.layout.spotOf.get(element.id);
	return spot !== undefined && clickable(element) > 0 && !isToggle(element) && isColumnName(finder, spot);
}
