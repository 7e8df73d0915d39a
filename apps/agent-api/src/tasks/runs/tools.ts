import type { Action } from "@webhand/contracts/action/grammar";
import type { ToolCall } from "@webhand/contracts/agent/runs";
import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import { hidesTicks, isBox } from "@webhand/page/parse/snapshot";
import { defined } from "../../shared/defined.ts";

/**
 * An action as a tool call of the run channel: `click(17)` → `click { id: "agent-17" }`. The reader of tool calls in `decider/llm` turns
 * it back into the same action.
 *
 * @throws never
 */
export function toolOf(action: Action): ToolCall {
	switch (action.name) {
		case "click":
			return tool("click", { id: idOf(action.id), ...action.at, ...defined({ kind: action.kind }) });
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
		case "look":
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
			return tool("final", defined({ answer: action.answer }));
		case "fail":
			return tool("fail", defined({ reason: action.reason }));
	}
}

/**
 * A tool call for a client that sends snapshots and knows only the tools of spec 003: a click ticks a box, a scroll direction has its
 * pixels, and what runs on the server is waited for. Ids are as in the snapshot: `"17"` or `agent-17`.
 *
 * @throws never
 */
export function inClientsTools(snapshot: PageSnapshot, call: ToolCall): ToolCall {
	if (call.name === "server") return tool("observe", { seconds: 2 });
	const { name, arguments: given } = scrolledBy(snapshot, ticked(snapshot, call));
	const ids = new Set(snapshot.elements.map((element) => element.id));
	const asSent = (value: unknown) => {
		const bare = typeof value === "string" && value.startsWith("agent-") ? value.slice("agent-".length) : "";
		return ids.has(bare) && !ids.has(`agent-${bare}`) ? bare : value;
	};
	const entries = Object.entries(given).map(([key, value]) => [key, key === "id" || key === "to" ? asSent(value) : value]);
	return { name, arguments: Object.fromEntries(entries) };
}

/**
 * Turns `type "true"` on a box into a click, or into `observe` where the box already has that state. Where the snapshot hides that state,
 * a click might untick it; only a radio button is chosen by every click.
 */
function ticked({ elements }: PageSnapshot, call: ToolCall): ToolCall {
	const { id, text } = call.arguments;
	const box = elements.find((element) => element.id === id || `agent-${element.id}` === id);
	if (call.name !== "type" || box === undefined || !isBox(box)) return call;
	const isRadio = box.type === "radio" || box.role === "radio";
	if (hidesTicks(elements) && !(isRadio && text === "true")) return call;
	return (text === "true") === (box.checked === true) ? tool("observe", {}) : tool("click", { id });
}

const usualStep = 600;
const farthest = 20_000;

function scrolledBy({ viewport }: PageSnapshot, call: ToolCall): ToolCall {
	const { direction, id } = call.arguments;
	if (call.name !== "scroll" || id !== undefined) return call;
	const step = viewport.height > 0 ? Math.round(0.8 * viewport.height) : usualStep;
	const deltaY = new Map<unknown, number>([
		["down", step],
		["up", -step],
		["bottom", farthest],
		["top", -farthest],
	]).get(direction);
	return deltaY === undefined ? call : tool("scroll", { direction, deltaY });
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
