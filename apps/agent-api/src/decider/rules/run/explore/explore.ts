import type { Scene } from "../../act/move.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { furtherDown, inCollapsed, inMenus, inTabs } from "./folded.ts";
import { behindDialog } from "./front.ts";
import { inPlainText, inReferent } from "./inside.ts";
import { behindMore } from "./more.ts";
import type { Exploration, Way } from "./places.ts";
import { inOtherPages } from "./turn.ts";

const ways: readonly Way[] = [behindDialog, inReferent, inPlainText, inMenus, behindMore, inCollapsed, inTabs, furtherDown, inOtherPages];

/**
 * Where to look for a thing that is not there, each place once: behind the dialog in front, in the plain text, in collapsed parts and
 * menus, on other tabs of the page, further down in scrolled parts, on the next page.
 *
 * @returns undefined when every place was looked at
 */
export function explore(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
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
