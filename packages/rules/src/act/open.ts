import { canBeOn, isClickable, isList, isRadio, isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Range } from "@webhand/page/layout/layout";
import { elementsIn, nodesIn } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import type { Target } from "../clause.ts";
import { calledOf } from "../page/names.ts";
import { blocksOf, goesOn, mainList } from "../page/rows.ts";
import { gradeOf, grades, quoted } from "../page/text.ts";
import { turnMove } from "./go.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, locate, missing, oneOf, target as plain, referentTo, stuck, unresolved } from "./move.ts";

const showing = /^(?:open|view|show|see|details?|read more|more info(?:rmation)?)(?!\p{L})/iu;
const shown = /^(?:menu|page|tab|panel|list|dialog|options|settings|overview|\d+ \p{L}+)$/u;
const mostSeen = 200;
const rowTypes = /^(?:row|tr|option|treeitem|listitem|li|gridcell|article|div|span|summary)$/;

/** Opens a thing: a link, tab, menu or section called so, or the row, result or message by what opens it. */
export function openMove(target: Target, scene: Scene): Move {
	const { layout } = scene;
	const isListed = target.role === "row" || target.role === "item";
	const turned = turnedTo(target, scene);
	if (turned !== undefined) return turned;
	const { words } = layout.phrase(target.name);
	// A button whose longer name holds the words does something of its own: "Order H-9 again".
	const isShowing = (name: string) =>
		gradeOf(layout.phrase(target.name), layout.phrase(name)) >= grades.folded ||
		showing.test(name) ||
		shown.test(layout.phrase(name).words.slice(words.length).join(" "));
	const isFolding = ({ states }: ElementView) => states.has("collapsed") || states.has("expanded");
	const isOpener = (element: ElementView) =>
		isClickable(element) &&
		(element.type !== "button" || isFolding(element) || namesOf(layout, element).some(isShowing)) &&
		!isToggle(element) &&
		!isRadio(element) &&
		(!takesValue(element) || isList(element) || element.type === "date");
	const own =
		target.places.length > 0 && target.role !== undefined
			? plain(target.name, { places: target.places, isQuoted: target.isQuoted })
			: target;
	const found = isListed && target.name === "" ? undefined : locate(own, scene, isOpener);
	if (found?.kind === "one") return openWith(found.element, scene);
	const blocks = blocksOf(layout, target, scene.referent);
	const openers = blocks.flatMap((block) => titleControl(block, scene) ?? []);
	const opener = openers.length === blocks.length ? oneOf(openers, scene) : undefined;
	if (opener !== undefined) return openWith(opener, scene);
	if (openers.length > 1) return { kind: "tied", target, elements: openers };
	if (blocks.length === 1) return stuck(`I can’t find anything here that opens ${quoted(target.text || "it")}`, "not_on_page");
	return found === undefined ? missing(target) : unresolved(target, found);
}

/** "The 5th result" of a list that shows three a page: its pages are turned, and what stood on them is counted. */
export function turnedTo({ name, role, ordinal = 0, places }: Target, scene: Scene): Move | undefined {
	if (name !== "" || role !== "item" || places.length > 0 || !goesOn(scene.layout)) return undefined;
	const blocks = mainList(scene.layout, plain("", { role }))?.blocks ?? [];
	const seen = scene.done.reduce((sum, key) => sum + Number(/^seen (\d+)/.exec(key)?.[1] ?? 0), 0);
	const block = blocks[ordinal - seen - 1];
	if (ordinal <= blocks.length && seen === 0) return undefined;
	const opener = block === undefined ? undefined : titleControl(block, scene);
	if (opener !== undefined) return openWith(opener, scene);
	const move = block === undefined && ordinal > 0 && seen < mostSeen ? turnMove({ kind: "turn", to: "next" }, scene) : undefined;
	return move?.kind === "act" ? { ...move, then: "again", key: `seen ${blocks.length} of ${scene.done.length}` } : undefined;
}

/** What opens the one row or card that a target means. */
export function openerOf(target: Target, scene: Scene): ElementView | undefined {
	const [block, ...others] = blocksOf(scene.layout, target, scene.referent);
	return block === undefined || others.length > 0 ? undefined : titleControl(block, scene);
}

/** What opens a row or card: its only control, else its only link, the link of its title, what says that it shows more, or the row itself. */
function titleControl(block: Range, { layout, isFree }: Scene): ElementView | undefined {
	const nodes = nodesIn(layout, block);
	const other = layout.groups
		.find(({ blocks }) => blocks.some(({ from }) => from === block.from))
		?.blocks.find(({ from }) => from !== block.from);
	const repeated = new Set((other === undefined ? [] : elementsIn(layout, other)).flatMap(({ content, name }) => content || name || []));
	// What is called alike in each row does something, unless it says that it shows more.
	const isDeed = ({ content, name, type, states }: ElementView) =>
		!showing.test(name) &&
		!showing.test(content) &&
		(repeated.has(content || name) || (type === "button" && !states.has("collapsed")) || states.has("submit"));
	const usable = (element: ElementView) =>
		isClickable(element) && !canBeOn(element) && !takesValue(element) && isFree(element) && !isDeed(element);
	const controls = elementsIn(layout, block).filter(usable);
	const links = controls.filter(({ type, href }) => type === "a" || href !== undefined);
	const isTitle = (link: ElementView) => layout.view.lines[layout.nodeOf.get(link.id)?.line ?? -1]?.kind === "heading";
	const around = controls.filter(({ id, type }) => rowTypes.test(type) && nodes.some(({ inside }) => inside.includes(id)));
	const lists = [
		controls,
		links,
		links.filter(isTitle),
		controls.filter((element) => namesOf(layout, element).some((name) => showing.test(name))),
		around,
	];
	const only = lists.find(({ length }) => length === 1)?.[0];
	if (only !== undefined) return only;
	const [first] = links;
	const isFirst = nodes.find(({ element }) => element !== undefined && !canBeOn(element))?.element === first;
	return isFirst || links.every(({ href }) => href !== undefined && href === first?.href) ? first : undefined;
}

function openWith(element: ElementView, scene: Scene): Move {
	const referent = referentTo(scene.layout, element);
	if (element.states.has("expanded") || (element.type === "tab" && element.states.has("selected"))) return { kind: "pass", referent };
	const thought = `I open ${calledOf(scene.layout, element)}.`;
	// What a click only selects is opened by two.
	const isAgain = scene.failures > 0 && element.href === undefined;
	const twice = { action: { name: "click", id: element.id, kind: "double" }, expect: { kind: "any_change" } } as const;
	return clickOn(element, scene, { thought, ...(isAgain ? twice : {}) });
}
