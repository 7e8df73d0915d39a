import { formatAction } from "@webhand/contracts/action/format";
import type { Turn } from "../../../turn.ts";
import type { Scene } from "../../act/move.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { furtherDown, inCollapsed, inMenus, inTabs } from "./folded.ts";
import { behindDialog } from "./front.ts";
import { inPlainText, inReferent } from "./inside.ts";
import { behindMore } from "./more.ts";
import type { Exploration, Tied, Way } from "./places.ts";
import { inOtherPages } from "./turn.ts";

const ways: readonly Way[] = [behindDialog, inReferent, inPlainText, inMenus, behindMore, inCollapsed, inTabs, furtherDown, inOtherPages];

const mostSkipped = 20;

/** The page to look at, and what must not be done on it. */
type Looking = { readonly scene: Scene; readonly turn: Pick<Turn, "forbidden"> };

/**
 * Where to look for a thing that is not there, each place once: behind the dialog in front, in the plain text, in collapsed parts and
 * menus, on other tabs of the page, further down in scrolled parts, on the next page. What must not be done is no place to look at.
 *
 * @returns undefined when every place was looked at
 */
export function explore(thing: Thing, intent: Intent, looking: Looking): Exploration | Tied | undefined {
	let { scene } = looking;
	for (let skipped = 0; skipped < mostSkipped; skipped += 1) {
		const found = nextPlace(thing, scene, intent);
		if (found === undefined || !("move" in found) || !isForbidden(found, looking)) return found;
		scene = { ...scene, memory: { ...scene.memory, visited: [...scene.memory.visited, found.place] } };
	}
	return undefined;
}

function isForbidden({ move }: Exploration, { turn }: Looking): boolean {
	const text = formatAction(move.action);
	return turn.forbidden.some(({ action }) => action === text);
}

function nextPlace(thing: Thing, scene: Scene, intent: Intent): Exploration | Tied | undefined {
	// What is confirmed is asked for in front of everybody.
	if (isConfirming(intent)) return undefined;
	// "Archive it", where nothing was spoken of yet: there is nothing to look for.
	if (intent.kind === "named" && intent.object.pronoun !== undefined && scene.memory.referent === undefined) return undefined;
	for (const way of ways) {
		const found = way(thing, scene, intent);
		if (found !== undefined) return found;
	}
	return undefined;
}

const isConfirming = (intent: Intent): boolean =>
	intent.kind === "confirm" || (intent.kind === "named" && /^(?:confirm|acknowledge)$/i.test(intent.verb));
