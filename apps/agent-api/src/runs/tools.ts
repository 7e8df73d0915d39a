import type { Action } from "@webhand/contracts/action/grammar";
import type { ToolCall } from "@webhand/contracts/agent/runs";
import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";

/**
 * An action as a tool call of the second door: `click(17)` → `click { id: "agent-17" }`. The decider's reader of tool calls turns each
 * back into the same action.
 *
 * @throws never
 * @source spec 003 "Tools Implemented"; engine.md §3 last column
 */
export function toolOf(action: Action): ToolCall {
	switch (action.name) {
		case "click":
			return tool("click", { id: idOf(action.id), ...action.at, ...(action.kind === undefined ? {} : { kind: action.kind }) });
		case "setValue":
			return tool("type", { id: idOf(action.id), text: action.text, ...(action.submit ? { submit: true } : {}) });
		case "select":
			return tool("select", { id: idOf(action.id), options: [...action.options] });
		case "press":
			return tool("press", { ...(action.id === undefined ? {} : { id: idOf(action.id) }), key: action.keys });
		case "hover":
		case "expand":
		case "options":
			return tool(action.name, { id: idOf(action.id) });
		case "drag":
			return tool("drag", { id: idOf(action.id), ...dragOf(action.to) });
		case "scroll":
			return tool("scroll", scrollOf(action.to));
		case "navigate":
		case "openTab":
			return tool(action.name, { url: action.url });
		case "back":
		case "forward":
		case "reload":
			return tool(action.name, {});
		case "wait":
			return tool("observe", action.seconds === 0 ? {} : { seconds: action.seconds });
		case "switchTab":
		case "closeTab":
			return tool(action.name, { tab: action.tab });
		case "upload":
			return tool("upload", { id: idOf(action.id), file: action.file });
		case "find":
			return tool("find", { text: action.what });
		case "ask":
			return tool("ask_user", { question: action.question, ...(action.choices.length === 0 ? {} : { choices: [...action.choices] }) });
		case "handoff":
			return tool("handoff", { reason: action.reason });
		case "server":
			return tool("server", { tool: action.tool, arguments: { ...action.arguments } });
		case "finish":
			return tool("final", action.answer === undefined ? {} : { answer: action.answer });
		case "fail":
			return tool("fail", action.reason === undefined ? {} : { reason: action.reason });
	}
}

/**
 * A tool call with its ids as the client wrote them: `"17"` where its snapshot says so, else `agent-17`.
 *
 * @throws never
 * @source spec 003 "Element Selection"
 */
export function inIdsOf(snapshot: PageSnapshot, { name, arguments: given }: ToolCall): ToolCall {
	const ids = new Set(snapshot.elements.map((element) => element.id));
	const asSent = (value: unknown) => {
		const bare = typeof value === "string" && value.startsWith("agent-") ? value.slice("agent-".length) : "";
		return ids.has(bare) && !ids.has(`agent-${bare}`) ? bare : value;
	};
	const entries = Object.entries(given).map(([key, value]) => [key, key === "id" || key === "to" ? asSent(value) : value]);
	return { name, arguments: Object.fromEntries(entries) };
}

const tool = (name: string, given: Readonly<Record<string, unknown>>): ToolCall => ({ name, arguments: given });
const idOf = (id: number): string => `agent-${id}`;

function dragOf(to: Extract<Action, { readonly name: "drag" }>["to"]): Readonly<Record<string, unknown>> {
	if (to.kind === "element") return { to: idOf(to.id) };
	if (to.kind === "offset") return { dx: to.dx, dy: to.dy };
	return { x: to.x, y: to.y, to: idOf(to.id), x2: to.x2, y2: to.y2 };
}

function scrollOf(to: Extract<Action, { readonly name: "scroll" }>["to"]): Readonly<Record<string, unknown>> {
	if (to.kind === "pixels") return { deltaY: to.deltaY };
	if (to.kind === "element") return { direction: "to", id: idOf(to.id) };
	return { direction: to.direction, ...(to.id === undefined ? {} : { id: idOf(to.id) }) };
}
