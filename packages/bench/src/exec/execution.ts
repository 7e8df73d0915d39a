import { call } from "@webhand/client/call";
import type { ExecutionEvent } from "@webhand/contracts/tools/executions";
import { Execution, executionStreamRoute } from "@webhand/contracts/tools/executions";
import type { SignedIn } from "@webhand/testing/tokens";
import type { World } from "../files/world.ts";
import type { Row } from "../report.ts";

/** A figure in ms that is better when it is lower, unless `more` says otherwise. */
export const row = (name: string, ours: number, more: Partial<Row> = {}): Row => ({
	name,
	ours,
	peer: null,
	ratio: null,
	goal: null,
	better: "lower",
	unit: "ms",
	...more,
});

/** Sends a command. @returns the id of its execution */
export async function accepted(world: World, user: SignedIn, argv: readonly string[]): Promise<string> {
	return ((await world.ask(user, "POST", "/exec", { argv })) as { executionId: string }).executionId;
}

/** An execution, once it is over or 20 s have passed. */
export const look = async (world: World, user: SignedIn, id: string): Promise<Execution> =>
	Execution.parse(await world.ask(user, "GET", `/exec/${id}?waitMs=20000`));

/** The events of an execution as they come. */
export const follow = (world: World, user: SignedIn, id: string): Promise<AsyncIterable<ExecutionEvent>> =>
	call({ baseUrl: world.api, token: () => user.token }, executionStreamRoute, { params: { id }, query: {} });
