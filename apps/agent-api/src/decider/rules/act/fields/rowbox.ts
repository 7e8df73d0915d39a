import type { ElementView } from "@webhand/page/parse/view";
import type { Block } from "../../page/layout.ts";
import { isIn } from "../../page/layout.ts";
import { isToggle } from "../../page/roles.ts";
import { rowsAt } from "../../page/rows.ts";
import type { Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import type { Scene } from "../move.ts";

/** "Select Bob", "select the second row": the box that selects it, where the rows have one; its link would open it. */
export function boxOfRow(thing: Thing, scene: Scene): ElementView | undefined {
	const { finder } = scene;
	const toggles = (element: ElementView) => (isToggle(element) && !scene.isTried(element) ? 1 : 0);
	for (const name of new Set([thing.whole, thing.name].filter((one) => one !== ""))) {
		const found = finder.find(thingNamed(`Select ${name}`), toggles);
		if (found.kind === "one" && found.match.name >= 0.95) return found.match.element;
	}
	const rows = rowsAt(finder.layout, thing) ?? [];
	const [row] = rows;
	return row === undefined || rows.length > 1 ? undefined : onlyBox(row, scene);
}

/** "All customers", where one box selects all that the page shows under that name. */
export function isBoxForAll({ name }: Thing, { finder }: Scene): boolean {
	// A link of that name leads to another list.
	if (name === "" || !finder.anchors(thingNamed(name)).some(({ element }) => element === undefined)) return false;
	const found = finder.find(thingNamed("Select all"), (element) => (isToggle(element) ? 1 : 0));
	return found.kind === "one" && found.match.name >= 0.95;
}

function onlyBox(row: Block, { finder }: Scene): ElementView | undefined {
	const boxes = [...finder.view.elements.values()].filter((element) => {
		const spot = finder.layout.spotOf.get(element.id);
		return isToggle(element) && spot !== undefined && isIn(row, spot);
	});
	return boxes.length === 1 ? boxes[0] : undefined;
}
