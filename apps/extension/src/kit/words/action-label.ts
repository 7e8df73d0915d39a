import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { StepView } from "../../panel-state.ts";
import { actionText, phraseText } from "./action-words.ts";
import { quoted } from "./format.ts";

type Shown = Pick<StepView, "action" | "actionName" | "target">;

const longestValue = 60;
const ticked: ReadonlySet<string> = new Set(["checkbox", "switch", "radio", "menuitemcheckbox"]);

/**
 * An action in words: `Fill in “Search” with “tea”`. Values of sensitive fields never reach the panel.
 *
 * @returns the action's name where the action is unknown
 * @throws never
 */
export function actionLabel({ action, actionName, target }: Shown): string {
	const parsed = parseAction(action);
	const on = target === undefined || target.name === "" ? "" : quoted(target.name);
	const label = parsed.ok && parsed.action.name === actionName ? labelOf(parsed.action, { on, role: target?.role ?? "" }) : null;
	if (label !== null) return label;
	const verb = (Object.hasOwn(actionText, actionName) ? actionText[actionName] : undefined) ?? actionName;
	return phraseText.onControl(actionName, verb, on);
}

/** null where the name says everything. */
function labelOf(action: Action, { on, role }: { readonly on: string; readonly role: string }): string | null {
	const phrases = phraseText;
	switch (action.name) {
		case "click":
			return action.kind === undefined ? null : phrases.clicks[action.kind](on);
		case "setValue":
			if (ticked.has(role)) return phrases.tick(on, action.text === "true");
			if (action.text === "") return phrases.empty(on);
			return (action.submit ? phrases.fillAndEnter : phrases.fill)(on, short(action.text));
		case "select":
			return phrases.choose(on, short(action.options.map(quoted).join(", ")));
		case "press":
			return phrases.press(on, action.keys);
		case "scroll":
			return action.to.kind === "direction" ? phrases.scroll(action.to.direction) : null;
		case "navigate":
			return phrases.goTo(placeOf(action.url));
		case "openTab":
			return phrases.openTab(placeOf(action.url));
		case "upload":
			return phrases.upload(on, short(action.file));
		case "find":
			return phrases.find(short(action.what));
		case "ask":
			return action.question;
		case "handoff":
			return action.reason;
		case "wait":
			return phrases.wait(action.seconds);
		case "server":
			return phrases.server(action.tool.replace("_", "."), short(subjectOf(action.arguments)));
		default:
			return null;
	}
}

/** What a call of the server host is about: its file, pattern, message or command. */
function subjectOf(given: Readonly<Record<string, unknown>>): string {
	const { path, pattern, message, paths, argv, edits } = given;
	const [edit] = Array.isArray(edits) ? edits : [];
	const subject = [pattern, path, message, Object(edit).path].find((one) => typeof one === "string" && one !== "");
	const words = [argv, paths].find(Array.isArray) ?? [];
	return typeof subject === "string" ? subject : words.join(" ");
}

const short = (value: string) => (value.length > longestValue ? `${value.slice(0, longestValue).trimEnd()}…` : value);

/** Host and path; a query may hold secrets. */
function placeOf(address: string): string {
	const url = URL.parse(address);
	return short(url === null ? address : `${url.host}${url.pathname === "/" ? "" : url.pathname}`);
}
