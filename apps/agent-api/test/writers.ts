import { InteractRequest } from "@webhand/contracts/agent/interact";
import { runStep } from "../src/tasks/step/engine.ts";
import type { StepDeps } from "../src/tasks/step/ports.ts";
import type { Agent, ScriptedDecider } from "./agent.ts";
import { scriptedDecider, shop } from "./agent.ts";

/** Answers at once, but for its second call: that one waits until it is released. */
export function heldDecider({ first = "click(7)", then = "click(7)" } = {}): {
	readonly decider: ScriptedDecider;
	readonly release: () => void;
} {
	const { promise, resolve } = Promise.withResolvers<string>();
	return { decider: scriptedDecider((_turn, call) => (call === 1 ? promise : first)), release: () => resolve(then) };
}

/** The same request at a second server on the same database, which sees the tasks its own way. */
export function postElsewhere(
	{ deps, user }: Agent,
	tasks: StepDeps["tasks"],
	{ taskId, key }: { readonly taskId: string; readonly key: string },
) {
	const body = InteractRequest.parse({ url: shop.url, query: "Buy the tea", dom: shop.dom, taskId });
	const identity = { tenantId: user.tenantId, userId: user.userId, limits: {}, token: user.token };
	return runStep({ ...deps.steps, tasks, running: new Map() }, { identity, body, key }, new AbortController().signal);
}
