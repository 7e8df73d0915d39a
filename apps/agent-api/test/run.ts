import { StepReply } from "@webhand/contracts/agent/runs";
import type { Agent } from "./agent.ts";
import { scriptedDecider, shop } from "./agent.ts";

/** Who asks, and under which key. */
export type Options = Parameters<Agent["call"]>[2];

/** Asks for a run. */
export const start = (agent: Agent, body: object, options: Options = {}) =>
	agent.call("POST", "/agent/run/start", { ...options, body: { task: "Buy the tea", ...body } });
/** One step of a run, whatever comes of it. */
export const stepOf = (agent: Agent, runId: unknown, body: object, options: Options = {}) =>
	agent.call("POST", `/agent/run/${runId}/step`, { ...options, body });

/** One step, demanding 200 and the contract's shape. */
export async function step(agent: Agent, runId: unknown, body: object, options: Options = {}): Promise<StepReply> {
	const reply = await stepOf(agent, runId, body, options);
	if (reply.status !== 200) throw new Error(`${reply.status} ${reply.bytes}`);
	return StepReply.parse(reply.body);
}

/** Answers the question of a task, or sends it a note. */
export const answer = (agent: Agent, taskId: string, body: object, options: Options = {}) =>
	agent.call("POST", `/agent/run/${taskId}/answer`, { ...options, body });

/** Begins a run. */
export const begin = async (agent: Agent, body: object = {}) => (await start(agent, body)).body["runId"] as string;
/** A run as it stands. */
export const state = async (agent: Agent, runId: string) => (await agent.call("GET", `/agent/run/${runId}`)).body;
/** What a client sends that sends text. */
export const page = { snapshot: null, dom: shop.dom };
/** Presses the button that places the order, and another one once the user said no. */
export const submit = () => scriptedDecider((turn) => (turn.notes.some((note) => note.includes("said no")) ? "click(7)" : "click(6)"));
/** A task whose submit asks. */
export const order = { query: "Place the order", mode: "careful" } as const;

/** An element of a snapshot. */
export const element = (id: number, tag: string, text: string, more: object = {}) => ({ id: `agent-${id}`, tag, text, ...more });
/** A snapshot of the shop. */
export const snapshot = (url = "https://shop.example/", elements = [element(1, "button", "Show more"), element(2, "input", "Search")]) => ({
	url,
	title: "Shop",
	visibleText: "Harbour tea\nGreen tea, 12 €",
	elements,
});
