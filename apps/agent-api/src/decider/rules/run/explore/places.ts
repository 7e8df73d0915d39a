import type { ElementView } from "@webhand/page/parse/view";
import type { Move, Scene } from "../../act/move.ts";
import { quoted } from "../../act/move.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";

/** An action that may bring a missing thing into reach, and the key of the place it looks at. */
export type Exploration = { readonly move: Extract<Move, { readonly kind: "act" }>; readonly place: string };

/** One way to look for a thing; undefined where it has no place left that was not looked at. */
export type Way = (thing: Thing, scene: Scene, intent: Intent) => Exploration | undefined;

export const isNew = (scene: Scene, place: string): boolean => !scene.memory.visited.includes(place);

export function clicked(element: ElementView, thought: string, place: string): Exploration {
	return {
		move: { kind: "act", action: { name: "click", id: element.id }, thought, expect: { kind: "any_change" }, then: "again" },
		place,
	};
}

export const wanted = (thing: Thing): string => (thing.whole === "" ? "it" : quoted(thing.whole));

export function siteOf(url: string): string {
	return URL.canParse(url) ? new URL(url).pathname : url;
}

export const textsOf = (element: ElementView): readonly string[] => [element.name, element.content, element.attributes.get("hint") ?? ""];
