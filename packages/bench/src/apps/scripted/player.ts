import type { ChatRequest, ModelReply } from "@webhand/testing/model-server/reply";
import { promptOf, usageOf } from "@webhand/testing/model-server/reply";
import type { Memory } from "./decide.ts";
import { complaintIn, decide, start } from "./decide.ts";
import type { Decision, Move } from "./moves.ts";
import type { Tool } from "./tools/tool.ts";

/** What a tool sent to the model and got back, in tokens of four characters: the model server counts all tools alike. */
export type Spent = { readonly calls: number; readonly prompt: number; readonly completion: number };

/** The scripted model at work on one order at a time. */
export type Player = {
	readonly begin: (moves: readonly Move[], tool: Tool) => void;
	readonly answer: (request: ChatRequest) => ModelReply;
	readonly spent: () => Spent;
};

/** Creates a player without an order. @param options `isCareless`: it says that it is done, whatever the page says */
export function createPlayer({ isCareless = false }: { readonly isCareless?: boolean } = {}): Player {
	let moves: readonly Move[] = [];
	let tool: Tool | undefined;
	let memory: Memory = start;
	let before: string | undefined;
	let newest: { readonly decision: Decision; readonly memory: Memory } | undefined;
	let seen = "";
	let spent: Spent = { calls: 0, prompt: 0, completion: 0 };

	const reply = (request: ChatRequest): ModelReply => {
		if (tool === undefined) return { kind: "error", status: 500, message: "no order is played" };
		const prompt = promptOf(request);
		const screen = tool.read(prompt);
		if (screen === undefined) {
			const isRefused = !isCareless && complaintIn(seen, before ?? "") !== undefined;
			return tool.other(request, memory.at >= moves.length && !isRefused);
		}
		before ??= screen.text;
		seen = screen.text;
		// What the tool did not do is still to be done.
		if (newest !== undefined && tool.isUndone(prompt)) memory = newest.memory;
		newest = undefined;
		const [decision, next] = decide({ moves, memory, before, isCareless }, screen);
		newest = { decision, memory };
		memory = next;
		return tool.write(decision);
	};
	return {
		begin: (of, by) => {
			[moves, tool, memory, before, newest, seen] = [of, by, start, undefined, undefined, ""];
			spent = { calls: 0, prompt: 0, completion: 0 };
		},
		answer: (request) => {
			const said = reply(request);
			const usage = said.kind === "text" ? usageOf(request, said) : said.kind === "tool_calls" ? usageOf(request, said) : undefined;
			spent = {
				calls: spent.calls + 1,
				prompt: spent.prompt + (usage?.prompt_tokens ?? 0),
				completion: spent.completion + (usage?.completion_tokens ?? 0),
			};
			return said;
		},
		spent: () => spent,
	};
}
