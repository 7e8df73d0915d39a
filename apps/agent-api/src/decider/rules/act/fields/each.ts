import type { ElementView, PageLine } from "@webhand/page/parse/view";
import { clickable, isList, isRadio, isTextField, isToggle } from "../../page/roles.ts";
import type { Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import type { Move, Scene } from "../move.ts";
import { quoted } from "../move.ts";
import { isBoxForAll } from "./rowbox.ts";

/** The move for the thing that is due; of several none is begun where a later one is not there. */
export function unlessHindered(things: readonly Thing[], moveFor: (thing: Thing) => Move, { memory }: Scene): Move {
	const [due, ...later] = things.slice(memory.part);
	const move: Move = due === undefined ? { kind: "end" } : moveFor(due);
	if (memory.part > 0 || memory.tried.length > 0 || move.kind !== "act") return move;
	for (const thing of later) {
		const other = moveFor(thing);
		if (other.kind === "stuck") return other;
		if (other.kind === "missing")
			return { kind: "stuck", reason: `I cannot find what ${quoted(thing.whole)} means on this page`, isFinal: true };
	}
	return move;
}

const boxWords = /^(?:(?:check|tick)?box(?:es)?|options?|choices?|items?|elements?|fields?|ones?|things?|rows?|entry|entries|results?)$/i;

/** "The newsletter box" means its checkbox; as a role "box" would ask for a field. */
export function withoutBoxRole(thing: Thing): Thing {
	if (thing.roles.includes("checkbox") || thing.roles.includes("radio") || thing.roles.length === 0) return thing;
	// "Turn off email": what a switch is called so, and not any switch.
	if (thing.name === "" && thing.noun !== "" && !boxWords.test(thing.noun) && thing.position === undefined)
		return { ...thing, name: thing.noun, roles: [], role: undefined };
	return {
		...thing,
		roles: thing.name === "" ? ["checkbox"] : [],
		...(thing.name === "" ? { role: "checkbox" as const } : { role: undefined }),
	};
}

/** "All toppings", "the second brand": a thing for each that is meant; none where there are none or fewer. */
export function spelledOut(thing: Thing, scene: Scene, accepts: (element: ElementView) => number = choices): readonly Thing[] {
	if (!thing.isAll) return nthBelow(thing, scene, accepts);
	if (isBoxForAll(thing, scene)) return [thingNamed("Select all")];
	const single = withoutBoxRole({ ...thing, isAll: false });
	const below = single.name === "" ? [] : belowHeading(single, scene, accepts);
	if (below.length > 0) return below;
	// "All customers" are no link of that name.
	const isChosen = (element: ElementView) => (single.name === "" || accepts(element) >= 0.9 ? accepts(element) : 0);
	const all = scene.finder.all(single, isChosen) ?? [];
	return all.map((_, index) => ({ ...single, position: index + 1 }));
}

/** "The second brand", where "Brand" stands over several boxes: the second of them, and none where they are fewer. */
function nthBelow(thing: Thing, scene: Scene, accepts: (element: ElementView) => number): readonly Thing[] {
	const { position, name } = thing;
	if (position === undefined || name === "" || thing.isQuoted) return [thing];
	const below = belowHeading({ ...thing, whole: name, position: undefined }, scene, accepts);
	const at = position > 0 ? position - 1 : below.length + position;
	return below.length === 0 ? [thing] : below.filter((_, index) => index === at);
}

/** "All brands" may stand on another page; "the fifth brand" is not there where four are. */
export const noneOf = (thing: Thing): Move =>
	thing.position === undefined
		? { kind: "missing", thing }
		: { kind: "stuck", reason: `I see no ${quoted(thing.whole)}: there are fewer`, isFinal: true };

/** "All notifications", where these are a heading: each of what stands below it. */
function belowHeading(thing: Thing, scene: Scene, accepts: (element: ElementView) => number): readonly Thing[] {
	const { finder } = scene;
	const title = finder.anchors(thing).find(({ line, text }) => isTitle(finder.view.lines[line], text));
	if (title === undefined) return [];
	const anchor = thingNamed(title.text);
	const every: Thing = { ...thing, name: "", roles: ["checkbox"], role: "checkbox", places: [{ relation: "section", anchor }] };
	const all = finder.all(every, accepts) ?? [];
	return all.map((_, index) => ({ ...every, position: index + 1 }));
}

const isTitle = (line: PageLine | undefined, text: string): boolean =>
	line?.kind === "heading" || (line?.kind === "region" && line.name === text && line.region === "fieldset");

/** How well an element is a choice: an option, a radio button, a box, a tab, else what can be clicked. */
export const choices = (element: ElementView): number => {
	if (isRadio(element) || isToggle(element) || /^(?:option|tab|menuitem|menuitemradio|treeitem)$/.test(element.type)) return 1;
	if (isTextField(element) || isList(element)) return 0;
	return 0.8 * clickable(element);
};
