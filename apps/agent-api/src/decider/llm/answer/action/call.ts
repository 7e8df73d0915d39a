import { canonicalName } from "./names.ts";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The text of an action given as a name with named arguments, as in a tool call: `click { id: "agent-17" }` → `click(17)`.
 *
 * @returns null for a name that is no action or without the arguments it needs
 * @throws never
 */
export function actionTextOf(name: string, given: Arguments): string | null {
	switch (canonicalName(name)) {
		case "click":
			return withId("click", given, clickRest(given));
		case "setValue": {
			const text = textOf(given, "text", "value", "content");
			return text === undefined
				? null
				: withId("setValue", given, [quote(text), ...(given["submit"] === true || given["submit"] === "true" ? ["true"] : [])]);
		}
		case "select": {
			const options = listOf(given["options"] ?? given["labels"] ?? given["values"] ?? given["value"] ?? given["label"] ?? given["option"]);
			return options.length === 0 ? null : withId("select", given, options.map(quote));
		}
		case "press": {
			const key = textOf(given, "key", "keys");
			const id = idOf(given);
			return key === undefined ? null : call("press", [...(id === undefined ? [] : [String(id)]), quote(key)]);
		}
		case "hover":
		case "expand":
		case "options":
			return withId(canonicalName(name) ?? name, given, []);
		case "drag": {
			const rest = dragRest(given);
			return rest === null ? null : withId("drag", given, rest);
		}
		case "scroll":
			return scrollOf(given);
		case "navigate":
		case "openTab": {
			const url = textOf(given, "url", "href", "address");
			return url === undefined ? null : call(canonicalName(name) ?? name, [quote(url)]);
		}
		case "back":
		case "forward":
		case "reload":
		case "look":
			return call(canonicalName(name) ?? name, []);
		case "wait":
			return call("wait", [String(Math.min(10, Math.max(0, Math.round(numberOf(given, "seconds", "duration", "s") ?? 0))))]);
		case "switchTab":
		case "closeTab": {
			const tab = idOf(given, "tab", "tabId", "id");
			return tab === undefined ? null : call(canonicalName(name) ?? name, [String(tab)]);
		}
		case "upload": {
			const file = textOf(given, "file", "name", "fileName");
			return file === undefined ? null : withId("upload", given, [quote(file)]);
		}
		case "find": {
			const what = textOf(given, "text", "query", "what");
			return what === undefined ? null : call("find", [quote(what)]);
		}
		case "ask": {
			const question = textOf(given, "question", "text", "message");
			return question === undefined ? null : call("ask", [question, ...listOf(given["choices"])].map(quote));
		}
		case "handoff": {
			const reason = textOf(given, "reason", "message", "text");
			return reason === undefined ? null : call("handoff", [quote(reason)]);
		}
		case "finish":
		case "fail": {
			const said = textOf(given, "answer", "result", "text", "reason", "message");
			return call(canonicalName(name) ?? name, said === undefined ? [] : [quote(said)]);
		}
		case "server": {
			const tool = textOf(given, "tool");
			return tool === undefined ? null : call("server", [quote(tool), JSON.stringify(given["arguments"] ?? {})]);
		}
		case undefined:
			return null;
	}
}

function clickRest(given: Arguments): readonly string[] {
	const kind = textOf(given, "kind", "button");
	if (kind === "double" || kind === "right" || kind === "middle") return [quote(kind)];
	const [x, y] = [numberOf(given, "x"), numberOf(given, "y")];
	return x === undefined || y === undefined ? [] : [String(Math.round(x)), String(Math.round(y))];
}

/** An element, an offset, or from a point of one element to a point of another. */
function dragRest(given: Arguments): readonly string[] | null {
	const target = idOf(given, "to", "target", "targetId", "to_id");
	const [dx, dy, x, y, x2, y2] = ["dx", "dy", "x", "y", "x2", "y2"].map((name) => numberOf(given, name));
	if (target === undefined) return dx === undefined || dy === undefined ? null : [String(dx), String(dy)];
	const points = [x, y, target, x2, y2];
	return points.every((part) => part !== undefined) ? points.map(String) : [String(target)];
}

function scrollOf(given: Arguments): string | null {
	const pixels = numberOf(given, "deltaY", "pixels", "amount");
	if (pixels !== undefined) return call("scroll", [String(Math.round(pixels))]);
	const direction = textOf(given, "direction") ?? "down";
	const id = idOf(given);
	return call("scroll", [quote(direction.toLowerCase()), ...(id === undefined ? [] : [String(id)])]);
}

const quote = (text: string): string => JSON.stringify(text);
const call = (name: string, parts: readonly string[]): string => `${name}(${parts.join(", ")})`;

/** A name may stand for the number. */
function withId(name: string, given: Arguments, rest: readonly string[]): string | null {
	const id = idOf(given) ?? textOf(given, ...idNames);
	return id === undefined ? null : call(name, [typeof id === "number" ? String(id) : quote(id), ...rest]);
}

const idNames = ["id", "element", "elementId", "element_id", "index", "ref"] as const;

function idOf(given: Arguments, ...names: readonly string[]): number | undefined {
	for (const name of names.length > 0 ? names : idNames) {
		const digits = /^\s*(?:\[\s*)?(?:agent-)?(\d+)(?:\s*\])?\s*$/i.exec(String(given[name] ?? ""))?.[1];
		if (digits !== undefined) return Number(digits);
	}
	return undefined;
}

function textOf(given: Arguments, ...names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = given[name];
		if (typeof value === "string") return value;
		if (typeof value === "number" || typeof value === "boolean") return String(value);
	}
	return undefined;
}

function numberOf(given: Arguments, ...names: readonly string[]): number | undefined {
	for (const name of names) {
		const value = typeof given[name] === "string" ? Number(given[name]) : given[name];
		if (typeof value === "number" && Number.isFinite(value)) return value;
	}
	return undefined;
}

function listOf(value: unknown): readonly string[] {
	const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
	return list.filter((item) => ["string", "number", "boolean"].includes(typeof item)).map(String);
}
