import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { call } from "@webhand/client/call";
import type { Execution, ExecutionEvent } from "@webhand/contracts/tools/executions";
import { Execution as ExecutionShape, isOver } from "@webhand/contracts/tools/executions";
import { runnerExecutionStreamRoute } from "@webhand/contracts/tools/internal/calls";
import { createIds } from "@webhand/service-kit/ids";
import { z } from "zod";
import { defaultRules, defaultVersion } from "../../src/commands/default-rules/all.ts";
import { decideCommand } from "../../src/commands/policy.ts";
import { test as base } from "../repository.ts";
import type { CallOptions, Reply, TestWorkspace } from "../runner.ts";

/** A command as a test writes it. */
export type Asked = {
	readonly argv: readonly string[];
	readonly cwd?: string;
	readonly stdin?: string;
	readonly timeoutMs?: number;
	readonly env?: Readonly<Record<string, string>>;
	readonly executionId?: string;
};

const rules = defaultRules.map((rule) => ({ ...rule, version: defaultVersion }));

/** The rule of a command by the built-in rules. */
export function ruleOf(argv: readonly string[]): { readonly name: string; readonly version: number } {
	const decision = decideCommand(rules, { allowedCommands: ["*"] }, { argv });
	return decision.kind === "allowed" ? decision.rule : { name: "none", version: 1 };
}

/** `exec.start` sends a granted command; `exec.run` also waits for its end; `exec.events` follows it. */
export const test = base.extend("exec", { scope: "file" }, ({ runner }) => {
	const newId = () => createIds().prefixed(z.string(), "exe");
	const start = async (space: TestWorkspace, { executionId = newId(), ...asked }: Asked, options: CallOptions = {}): Promise<Reply> =>
		await space.change("exec.run", "/executions", { cwd: "", ...asked, executionId, rule: ruleOf(asked.argv) }, options);
	const look = async (id: string, { waitMs = 0, ...options }: CallOptions & { readonly waitMs?: number } = {}): Promise<Execution> => {
		for (const until = performance.now() + waitMs; ; await pause(20)) {
			const { status, body } = await runner.send("GET", `/v1/executions/${id}`, options);
			if (status !== 200) throw new Error(JSON.stringify(body));
			const execution = ExecutionShape.parse(body);
			if (isOver(execution.state) || performance.now() >= until) return execution;
		}
	};
	const accepted = async (space: TestWorkspace, asked: Asked, options?: CallOptions): Promise<string> => {
		const { status, body } = await start(space, asked, options);
		if (status !== 202) throw new Error(JSON.stringify(body));
		return ExecutionShape.parse(body).executionId;
	};
	const events = async (id: string, { after, headers = {}, signal }: EventsWish = {}): Promise<AsyncIterable<ExecutionEvent>> => {
		const api = { baseUrl: runner.url, token: () => runner.user.headers.authorization.replace("Bearer ", "") };
		return (await call(api, runnerExecutionStreamRoute, {
			params: { id },
			query: after === undefined ? {} : { afterSeq: String(after) },
			headers,
			...(signal && { signal }),
		})) as unknown as AsyncIterable<ExecutionEvent>;
	};
	return {
		newId,
		start,
		accepted,
		look,
		events,
		key: randomUUID,
		run: async (space: TestWorkspace, asked: Asked): Promise<Execution> => look(await accepted(space, asked), { waitMs: 30_000 }),
		cancel: (id: string, options?: CallOptions) => runner.send("POST", `/v1/executions/${id}/cancel`, options),
		all: async (id: string, wish?: EventsWish): Promise<ExecutionEvent[]> => {
			const found: ExecutionEvent[] = [];
			for await (const event of await events(id, wish)) found.push(event);
			return found;
		},
	};
});

type EventsWish = { readonly after?: number; readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

/** The bytes of one stream as events tell of them. */
export function bytesOf(events: readonly ExecutionEvent[], stream: "stdout" | "stderr"): Buffer {
	return Buffer.concat(events.flatMap((event) => (event.type === stream ? [Buffer.from(event.data, event.enc)] : [])));
}
