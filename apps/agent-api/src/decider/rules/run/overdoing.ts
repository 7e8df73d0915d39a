import { wordsIn } from "@webhand/lexicon/text";
import { wordsByForm } from "@webhand/lexicon/vocabulary/forms";
import { destructiveWords } from "@webhand/lexicon/vocabulary/lists";
import { calledOf, quoted } from "../act/move.ts";
import type { Clause } from "../sentence/clause.ts";
import { canonical } from "../words/fold.ts";
import type { Act, Outcome, Standing } from "./outcome.ts";
import { refuse } from "./outcome.ts";

const harms = wordsByForm(destructiveWords);
const everywhere: ReadonlySet<string> = new Set("everywhere everyone everybody überall partout todos везде".split(" "));
// Pressed because they are where they are, or called what they are called.
const literal: ReadonlySet<string> = new Set(["click", "open", "keys", "drag", "focus", "confirm", "read"]);

const mostOfDeed = 2;

/**
 * Refuses a control whose label does more than was said: that deletes or ends what nobody asked to delete or end, or does for all what was
 * asked for one. It may be the only control of a row, and is none of the order all the same.
 *
 * @returns undefined for what may be pressed
 */
export function overdone({ intent, text }: Clause, { action, target }: Act, { scene }: Standing): Outcome | undefined {
	if (action.name !== "click" || target === undefined || literal.has(intent.kind)) return undefined;
	const said = wordsIn(`${text} ${scene.chosen ?? ""}`);
	const meant = new Set(canonical(said));
	const label = wordsIn(target.name || target.content);
	// What is opened to look at it may be called anything: a link is a deed where it says no more than one.
	if (target.type !== "button" && target.type !== "menuitem" && label.length > mostOfDeed) return undefined;
	const harmful = label.filter((word) => harms.has(word));
	const isHarm = harmful.length > 0 && !canonical(harmful).some((word) => meant.has(word)) && !said.some((word) => harms.has(word));
	const isMore = label.some((word) => everywhere.has(word)) && !said.some((word) => everywhere.has(word));
	if (!isHarm && !isMore) return undefined;
	return refuse(
		`For ${quoted(text)} I find only ${calledOf(scene.finder, target)}, which does something else: I have not pressed it.`,
		"not_understood",
	);
}
