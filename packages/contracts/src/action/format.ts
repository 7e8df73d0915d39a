import type { Action, DragTarget, ScrollTarget } from "./grammar.ts";

/**
 * Writes the canonical text of an action: arguments separated by a comma and a space, strings as JSON, without defaults.
 * `parseAction(formatAction(action))` returns the action.
 *
 * @throws never
 */
export function formatAction(action: Action): string {
	return `${action.name}(${argumentsOf(action).join(", ")})`;
}

function argumentsOf(action: Action): readonly string[] {
	switch (action.name) {
		case "click":
			return [
				String(action.id),
				...(action.at ? [String(action.at.x), String(action.at.y)] : []),
				...(action.kind ? [quote(action.kind)] : []),
			];
		case "setValue":
			return [String(action.id), quote(action.text), ...(action.submit ? ["true"] : [])];
		case "select":
			return [String(action.id), ...action.options.map(quote)];
		case "press":
			return [...(action.id === undefined ? [] : [String(action.id)]), quote(action.keys)];
		case "hover":
		case "expand":
		case "options":
			return [String(action.id)];
		case "drag":
			return dragArguments(action.id, action.to);
		case "scroll":
			return scrollArguments(action.to);
		case "navigate":
		case "openTab":
			return [quote(action.url)];
		case "back":
		case "forward":
		case "reload":
		case "look":
			return [];
		case "wait":
			return [String(action.seconds)];
		case "switchTab":
		case "closeTab":
			return [String(action.tab)];
		case "upload":
			return [String(action.id), quote(action.file)];
		case "find":
			return [quote(action.what)];
		case "ask":
			return [action.question, ...action.choices].map(quote);
		case "handoff":
			return [quote(action.reason)];
		case "server":
			return [quote(action.tool), JSON.stringify(action.arguments)];
		case "finish":
			return action.answer === undefined ? [] : [quote(action.answer)];
		case "fail":
			return action.reason === undefined ? [] : [quote(action.reason)];
	}
}

function dragArguments(id: number, to: DragTarget): readonly string[] {
	switch (to.kind) {
		case "element":
			return [id, to.id].map(String);
		case "offset":
			return [id, to.dx, to.dy].map(String);
		case "points":
			return [id, to.x, to.y, to.id, to.x2, to.y2].map(String);
	}
}

function scrollArguments(to: ScrollTarget): readonly string[] {
	switch (to.kind) {
		case "direction":
			return [quote(to.direction), ...(to.id === undefined ? [] : [String(to.id)])];
		case "element":
			return [quote("to"), String(to.id)];
		case "pixels":
			return [String(to.deltaY)];
	}
}

const quote = (text: string): string => JSON.stringify(text);
