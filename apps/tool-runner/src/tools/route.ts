import { limitOf } from "@webhand/contracts/auth/limits";
import { runnerDeletionRoute } from "@webhand/contracts/tools/runner";
import { hasMade, isReading, workspaceEndpoints, workspaceToolAt } from "@webhand/contracts/tools/server-tools";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { Calls, Changed, Place } from "../calls/engine.ts";
import { callOf, changeOf } from "../calls/request.ts";
import type { Files } from "../files/engine.ts";
import type { Storage } from "../workspaces/storage.ts";
import type { ToolPlace, Works } from "./works.ts";

/** What the tools of a workspace run with. */
export type ToolDeps = {
	readonly calls: Calls;
	readonly storage: Pick<Storage, "requireRoom">;
	readonly works: Works;
	readonly files: Pick<Files, "deletion">;
};

type Work = (place: ToolPlace, args: object) => Promise<unknown>;

/** Tools in a workspace, each at the endpoint that it declares. What was made answers 201. */
export function addTools(app: FastifyInstance, { calls, storage, works, files }: ToolDeps): void {
	for (const there of workspaceEndpoints) {
		addRoute(app, there[0].runnerRoute, async ({ query, body, reply, ...request }) => {
			const args = (body ?? query ?? {}) as Readonly<Record<string, unknown>>;
			const tool = workspaceToolAt(there, args);
			const { identity } = request;
			const mostMb = limitOf(identity.limits, "storageMb");
			const run = (place: Place) => {
				const requireRoom = (bytes: number) => storage.requireRoom(place, { mostMb, bytes });
				return (works[tool.name as keyof Works] as Work)({ ...place, identity, requireRoom }, args);
			};
			const facts = tool.audit(args);
			const change = (place: Place) => run(place) as Promise<Changed<unknown>>;
			const call = callOf(request, tool.name, facts);
			if (tool.tier === "read") return (await calls.readAudited(call, run)) as undefined;
			const answer = isReading(tool, args)
				? await calls.readAudited(call, async (place) => (await change(place)).reply)
				: await calls.changeUnderGrant(changeOf({ ...request, body: args }, tool.name, facts), change);
			if (hasMade(answer, args)) reply.code(201);
			return answer as undefined;
		});
	}
	addRoute(app, runnerDeletionRoute, ({ params, identity }) => files.deletion(identity, params.id, params.deletionId));
}
