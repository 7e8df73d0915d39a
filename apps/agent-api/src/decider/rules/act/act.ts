import type { Clause, Intent, Thing } from "../sentence/clause.ts";
import { clickMove, pathMove } from "./controls/click.ts";
import { dragMove } from "./controls/drag.ts";
import { namedMove } from "./controls/named.ts";
import { isOffered } from "./controls/press.ts";
import { clearMove, keysMove, searchMove, submitMove } from "./controls/search.ts";
import { untilMove } from "./controls/until.ts";
import { forwardMove } from "./controls/written.ts";
import { chooseMove } from "./fields/choose.ts";
import { fillMove, pasteMove } from "./fields/fill.ts";
import { classifyMove, matchMove } from "./fields/match.ts";
import { tickMove } from "./fields/tick.ts";
import { closeMove } from "./look/close.ts";
import { expandMove, focusMove, hoverMove, scrollMove, waitMove } from "./look/look.ts";
import { openMove } from "./look/open.ts";
import { copyMove, findMove, readMove, rememberMove } from "./look/read.ts";
import type { Move, Scene } from "./move.ts";

/** What a clause comes to on this page: the next action, its end, or what stands in the way. Pure. */
export function moveOf(clause: Clause, scene: Scene): Move {
	const { intent } = clause;
	switch (intent.kind) {
		case "click":
			return intent.until === undefined ? clickMove(intent, scene) : untilMove(intent.things[0], intent.until, scene);
		case "path":
			return pathMove(intent.names, scene);
		case "fill":
			return fillMove(intent, scene);
		case "clear":
			return clearMove(intent.thing, scene);
		case "choose":
			return chooseMove(intent, scene);
		case "tick":
			return tickMove(intent, scene);
		case "search":
			return searchMove(intent, scene);
		case "submit":
			return submitMove(intent, scene);
		case "open":
			return openMove(intent.thing, scene);
		case "visit":
			return visitMove(intent, scene);
		case "history":
			return historyMove(intent, scene);
		case "scroll":
			return scrollMove(intent, scene);
		case "wait":
			return waitMove(intent, scene);
		case "hover":
			return hoverMove(intent.thing, scene);
		case "keys":
			return keysMove(intent, scene);
		case "drag":
			return dragMove(intent, scene);
		case "copy":
			return copyMove(intent.value, scene);
		case "paste":
			return pasteMove(intent.into, scene);
		case "expand":
			return expandMove(intent, scene);
		case "close":
			return closeMove(intent, scene);
		case "find":
			return findMove(intent.thing, scene);
		case "remember":
			return rememberMove(intent.value, scene);
		case "read":
			return intent.deed !== undefined && isOffered(intent.deed, scene) ? namedMove(intent.deed, scene) : readMove(intent.values, scene);
		case "focus":
			return focusMove(intent.thing, scene);
		case "named":
			return namedMove(intent, scene);
		case "confirm":
			return namedMove(intent.press, scene);
		case "forward":
			return forwardMove(intent, scene);
		case "classify":
			return classifyMove(intent.classes, intent.labels, scene);
		case "match":
			return matchMove(scene);
		case "ask":
			return scene.memory.part > 0
				? { kind: "end" }
				: {
						kind: "act",
						action: { name: "ask", question: intent.question, choices: [] },
						thought: "I ask as the task says.",
						then: "next",
					};
		case "if":
			return isShownNow(intent.thing, scene) ? { kind: "end" } : { kind: "skip" };
		case "avoid":
			return { kind: "end" };
		case "unknown":
			return { kind: "stuck", reason: `I did not understand “${clause.text}”` };
	}
}

function visitMove({ url, inNewTab }: Extract<Intent, { readonly kind: "visit" }>, scene: Scene): Move {
	if (scene.memory.part > 0 || isSamePage(url, scene.finder.view.url)) return { kind: "end" };
	const { host } = new URL(url);
	return {
		kind: "act",
		action: { name: inNewTab ? "openTab" : "navigate", url },
		thought: `I go to ${host}${inNewTab ? " in a new tab" : ""}.`,
		expect: { kind: "url_contains", text: host },
		then: "next",
	};
}

function isSamePage(wanted: string, shown: string): boolean {
	if (!URL.canParse(wanted) || !URL.canParse(shown)) return false;
	const [left, right] = [new URL(wanted), new URL(shown)];
	return left.host === right.host && left.pathname.replace(/\/$/, "") === right.pathname.replace(/\/$/, "") && left.search === right.search;
}

function historyMove({ to }: Extract<Intent, { readonly kind: "history" }>, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const said = { back: "I go back to the page before.", forward: "I go forward again.", reload: "I load the page again." } as const;
	return { kind: "act", action: { name: to }, thought: said[to], then: "next" };
}

/** True where the page shows what a condition speaks of; a dialog of any name is "a popup". */
function isShownNow(thing: Thing, scene: Scene): boolean {
	if (thing.roles.includes("dialog") && thing.name === "") return scene.finder.view.dialogs.length > 0;
	return scene.finder.isShown(thing);
}
