import { StepReply } from "@webhand/contracts/agent/runs";
import type { Agent } from "./agent.ts";
import { shop } from "./agent.ts";

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

/** Answers what a task asks, or says something to it. */
export const answer = (agent: Agent, taskId: string, body: object, options: Options = {}) =>
	agent.call("POST", `/agent/run/${taskId}/answer`, { ...options, body });

/** Begins a run. */
export const begin = async (agent: Agent, body: object = {}) => (await start(agent, body)).body["runId"] as string;
/** A run as it stands. */
export const state = async (agent: Agent, runId: string) => (await agent.call("GET", `/agent/run/${runId}`)).body;
/** What a client sends that sends text. */
export const page = { snapshot: null, dom: shop.dom };
