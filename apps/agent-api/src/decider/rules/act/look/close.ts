import type { ElementView } from "@webhand/page/parse/view";
import { clickable } from "../../page/roles.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { emptyThing, thingNamed } from "../../sentence/nouns/plain.ts";
import { clickOn } from "../controls/click.ts";
import { controlFor } from "../controls/meant.ts";
import type { Move, Scene } from "../move.ts";
import { unresolved, untried } from "../move.ts";

const closers = ["close", "dismiss", "cancel", "no thanks", "not now", "later", "no", "got it", "×", "✕", "x", "ok", "hide"];

/** Closes the dialog in front, or the thing that the sentence names. */
export function closeMove(intent: Extract<Intent, { readonly kind: "close" }>, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const { thing } = intent;
	const { finder } = scene;
	if (thing?.roles.includes("tab") && finder.view.tabs.length > 1) {
		const current = finder.view.tabs.find((tab) => tab.isCurrent);
		if (current !== undefined)
			return {
				kind: "act",
				action: { name: "closeTab", tab: current.id },
				thought: "I close this tab.",
				expect: { kind: "any_change" },
				then: "next",
			};
	}
	const named = thing === undefined || thing.whole === "" || dialogsOf(scene).length > 0 ? undefined : closeNamed(thing, scene);
	if (named !== undefined) return named;
	const closer = closingControl(scene, thing);
	if (closer !== undefined) {
		const move = clickOn(closer, scene, { thing: thing ?? emptyThing });
		return move.kind === "act"
			? { ...move, expect: finder.view.dialogs.length > 0 ? { kind: "dialog_closes" } : { kind: "any_change" } }
			: move;
	}
	if (finder.view.dialogs.length > 0)
		return {
			kind: "act",
			action: { name: "press", keys: "Escape" },
			thought: "I close the dialog with Escape.",
			expect: { kind: "dialog_closes" },
			then: "next",
		};
	return { kind: "missing", thing: thing ?? thingNamed("close") };
}

/** "Close the last ticket": what is there several times is told by its place, and asked about where it is not. */
function closeNamed(thing: Thing, scene: Scene): Move | undefined {
	const found = controlFor({ kind: "named", verb: "close", phrase: `close ${thing.whole}`, object: thing, entries: [] }, scene);
	if (found.kind === "one") return clickOn(found.match.element, scene, { thing });
	return found.kind === "tied" ? unresolved(thing, found) : undefined;
}

type Span = { readonly from: number; readonly to: number };

function dialogsOf({ finder }: Scene): readonly Span[] {
	return finder.view.lines
		.filter((line) => line.region === "dialog" || line.region === "popover")
		.map((line) => ({ from: line.index, to: finder.layout.lastOf[line.index] ?? line.index }));
}

/** True for a dialog that asks, or speaks of what costs or destroys. */
function asksForMore({ finder }: Scene, spans: readonly Span[]): boolean {
	const text = spans.flatMap(({ from, to }) => finder.view.lines.slice(from, to + 1)).map((line) => `${line.name ?? ""} ${line.text}`);
	return /[?？]|\b(?:delete|remove|erase|discard|overwrite|lose|pay|buy|order|purchase|subscribe|confirm|send|submit|agree|accept)\b/i.test(
		text.join(" "),
	);
}

/** The control that closes what is in front: inside the dialog first, then beside the thing named. */
export function closingControl(scene: Scene, thing?: Thing): ElementView | undefined {
	const { finder } = scene;
	const inDialog = dialogsOf(scene);
	const isInside = (element: ElementView) => inDialog.some(({ from, to }) => element.line >= from && element.line <= to);
	const accepts = (element: ElementView) => (inDialog.length === 0 || isInside(element) ? clickable(element) : 0);
	if (thing !== undefined && thing.name !== "") {
		const named = untried(finder.find(thingNamed(`close ${thing.name}`), clickable), scene);
		if (named.kind === "one" && named.match.name >= 0.8) return named.match.element;
	}
	if (inDialog.length === 0 && thing === undefined) return undefined;
	const isAsking = asksForMore(scene, inDialog);
	for (const name of closers) {
		// "OK" is no way out of a dialog that asks for something: it would be a yes.
		if (name === "ok" && isAsking) continue;
		const found = untried(
			finder.find(
				thing === undefined || inDialog.length > 0
					? thingNamed(name)
					: { ...thingNamed(name), places: [{ relation: "of", anchor: thing }] },
				accepts,
			),
			scene,
		);
		if (found.kind === "one" && found.match.name >= 0.9) return found.match.element;
		// Several ways out of one dialog are one; several things on a page are not.
		if (found.kind === "tied" && inDialog.length > 0) return found.matches[0]?.element;
	}
	return undefined;
}
