import type { Intent, Target } from "../clause.ts";
import { textIn } from "../page/layout.ts";
import { blocksOf } from "../page/places.ts";
import { countOf, readValue } from "../page/read.ts";
import { takesValue } from "../page/roles.ts";
import { quoted } from "../page/text.ts";
import { chooseMove } from "./choose.ts";
import { clickMove, hoverMove, openMove, tickMove, titleControl } from "./click.ts";
import { fillMove } from "./fill.ts";
import { historyMove, pressMove, scrollMove, searchMove, turnMove, visitMove, waitMove } from "./go.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, locate, stuck, unresolved } from "./move.ts";
import { namedMove } from "./named.ts";
import { setField } from "./set.ts";

/** What an intent comes to on this page: one action, or why there is none. Pure. */
export function moveOf(intent: Intent, scene: Scene): Move {
	const paged = intent.kind === "open" || intent.kind === "click" ? intent.target : undefined;
	// "The second page" of a list.
	if (paged?.role === "page" && paged.name === "" && paged.ordinal !== undefined && paged.places.length === 0)
		return turnMove({ kind: "turn", to: paged.ordinal === -1 ? "last" : paged.ordinal }, scene);
	switch (intent.kind) {
		case "click":
			return clickMove(intent, scene);
		case "press":
			return pressMove(intent, scene);
		case "fill":
			return fillMove(intent, scene);
		case "clear":
			return clearMove(intent.field, scene);
		case "choose":
			return chooseMove(intent, scene);
		case "tick":
			return tickMove(intent, scene);
		case "search":
			return searchMove(intent, scene);
		case "open":
			return openMove(intent.target, scene);
		case "find":
			return findMove(intent.target, scene);
		case "read":
			return readMove(intent, scene);
		case "named":
			return namedMove(intent, scene);
		case "wait":
			return waitMove(intent, scene);
		case "visit":
			return visitMove(intent, scene);
		case "history":
			return historyMove(intent, scene);
		case "turn":
			return turnMove(intent, scene);
		case "scroll":
			return scrollMove(intent, scene);
		case "hover":
			return hoverMove(intent.target, scene);
		case "unknown":
			return stuck(`I did not understand ${quoted(intent.reason)}`);
	}
}

function clearMove(field: Target, scene: Scene): Move {
	if (scene.part > 0) return { kind: "end" };
	const found = locate(field, scene, takesValue);
	return found.kind === "one" ? setField(found.element, { value: "" }, scene) : unresolved(field, found);
}

/** Opens what is looked for where it opens; else it only says what "it" means from now on. */
function findMove(target: Target, scene: Scene): Move {
	const { layout } = scene;
	if (scene.part > 0) return { kind: "end" };
	const anchor =
		target.name === "" && target.places.length === 1 && target.ordinal === undefined ? (target.places[0]?.anchor ?? target) : target;
	const [block, ...others] = blocksOf(layout, anchor, scene.referent);
	if (block !== undefined && others.length === 0) {
		const opener = titleControl(block, scene);
		if (opener !== undefined) return clickOn(opener, scene);
		const node = layout.nodes[block.from];
		const id = layout.nodes.slice(block.from, block.to + 1).find(({ element }) => element !== undefined)?.element?.id;
		return { kind: "pass", referent: { text: anchor.name || (node?.text ?? ""), epoch: layout.view.epoch, id } };
	}
	const found = locate(target, scene, () => true);
	if (found.kind === "one")
		return { kind: "pass", referent: { text: found.element.name.slice(0, 200), epoch: layout.view.epoch, id: found.element.id } };
	if (found.kind === "tied") return unresolved(target, found);
	if (others.length > 0) return stuck(`several places fit ${quoted(target.text)}`);
	const wanted = layout.phrase(target.name || target.text);
	const line = layout.view.lines.find(({ text }) => wanted.folded !== "" && layout.phrase(text).folded.includes(wanted.folded));
	return line === undefined
		? unresolved(target, found)
		: { kind: "pass", referent: { text: target.name || target.text, epoch: layout.view.epoch } };
}

/** Answers only where one value stands with all the words of the question. */
function readMove({ target, of, isCount }: Extract<Intent, { readonly kind: "read" }>, scene: Scene): Move {
	const { layout, referent } = scene;
	if (scene.part > 0) return { kind: "end" };
	const { values, missing } = isCount ? countOf(layout, target, referent) : readValue(layout, { target, of }, referent);
	const [value, ...others] = values;
	if (value !== undefined && others.length === 0) return { kind: "pass", answer: value.slice(0, 2_000) };
	if (missing !== undefined) return { kind: "missing", target: missing, near: [], place: missing };
	if (others.length > 0) return stuck(`${quoted(target.text)} may be ${values.slice(0, 4).map(quoted).join(" or ")}, and I do not guess`);
	const block = of === undefined ? undefined : blocksOf(layout, of, referent)[0];
	return stuck(
		`I see no value that stands with ${quoted(target.text)}${block === undefined ? "" : ` in ${quoted(textIn(layout, block, 60))}`}`,
	);
}
