import type { Action } from "@webhand/contracts/action/grammar";
import type { PageView } from "@webhand/page/parse/view";
import { formOf, targetOf } from "../target.ts";
import { choosing } from "./judge/choosing.ts";
import type { Classified, Facts, TaskFacts } from "./judge/class.ts";
import { plain } from "./judge/class.ts";
import { clicking, clickingAt } from "./judge/clicking.ts";
import { dragging } from "./judge/dragging.ts";
import { filling } from "./judge/filling.ts";
import { going } from "./judge/going.ts";
import { pressing } from "./judge/pressing.ts";
import { readTarget } from "./origin.ts";

/**
 * Names the class of an action and the reasons for it, worst first: by what is really pressed, chosen, filled in or dropped upon.
 *
 * @throws never
 */
export function classify(action: Action, page: PageView, task: TaskFacts): Classified {
	const target = targetOf(action, page);
	const facts: Facts = { page, task, target, form: formOf(target, page) };
	switch (action.name) {
		case "wait":
		case "scroll":
		case "hover":
		case "find":
		case "expand":
		case "options":
		case "switchTab":
		case "closeTab":
		case "ask":
		case "handoff":
		case "finish":
		case "fail":
			return plain("observe");
		case "back":
		case "forward":
		case "reload":
			return plain("navigate");
		case "navigate":
		case "openTab":
			return going(action.url, facts);
		case "server":
			return plain("refused", "no_server_tools");
		case "upload":
		case "setValue":
		case "select":
		case "drag":
		case "press":
		case "click":
			return isWithoutPage(page) ? plain("refused", "no_page") : touching(action, facts);
	}
}

type Touch = Extract<Action, { readonly name: "upload" | "setValue" | "select" | "drag" | "press" | "click" }>;

function touching(action: Touch, facts: Facts): Classified {
	switch (action.name) {
		case "upload":
			return plain("upload", "upload");
		case "setValue":
			return filling(action.text, action.submit, facts);
		case "select":
			return choosing(action.options, facts);
		case "drag":
			return dragging(action.to, facts);
		case "press":
			return pressing(action.keys, facts);
		case "click":
			return action.at === undefined ? clicking(facts) : clickingAt(action.at, facts);
	}
}

/** The browser's own pages: one may only leave them. */
function isWithoutPage(page: PageView): boolean {
	return page.restricted !== undefined || readTarget(page.url).kind === "none";
}
