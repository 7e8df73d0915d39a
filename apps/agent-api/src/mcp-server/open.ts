import { mcpRoute } from "@webhand/contracts/mcp-server/endpoint";
import { version } from "@webhand/contracts/version";
import type { Base } from "@webhand/service-kit/base";
import { createAddressCounter, createRequestCounter } from "@webhand/service-kit/http/limits";
import type { Ids } from "@webhand/service-kit/ids";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { HostDeps } from "../host/client.ts";
import type { ServerTools } from "../host/tools/ports.ts";
import type { RoutineRunDeps } from "../routines/runs/engine.ts";
import type { Owner } from "../shared/rows.ts";
import type { MemberOf } from "../shared/upstream.ts";
import { createPanelPresence } from "./calls/cache.ts";
import type { CallDeps } from "./calls/engine.ts";
import { endCallsOf } from "./calls/engine.ts";
import { openSignals } from "./calls/signals.ts";
import { createCallStore } from "./calls/store.ts";
import { createClientStore } from "./clients/store.ts";
import type { McpServerDeps } from "./ports.ts";
import type { RoutineToolDeps } from "./tools/routines.ts";
import { startRoutine, stopRoutine } from "./tools/routines.ts";
import { runWorkspaceTool } from "./tools/workspace.ts";

type Given = {
	readonly base: Base;
	readonly memberOf: MemberOf;
	readonly rules: CallDeps["rules"];
	readonly requestsPerMinute: number;
	readonly workspaces: HostDeps;
	readonly serverTools: Pick<ServerTools, "prepare" | "run">;
	readonly routineRuns: RoutineRunDeps;
	readonly ids: Ids;
	readonly inTurn: InTurn;
	readonly now: () => Date;
	readonly stopping: AbortSignal;
};

/** Opens Webhand as an MCP server. `close` ends what waits. */
export function openMcpServer(given: Given): McpServerDeps & { readonly close: () => void } {
	const { base, rules, requestsPerMinute, workspaces, serverTools, routineRuns, ids, inTurn, now, stopping } = given;
	const { config, mongo, redis, log, metrics } = base;
	const url = new URL(mcpRoute.path, config.PUBLIC_URL).href;
	const signals = openSignals({ url: config.REDIS_URL, redis, log });
	const clients = createClientStore(mongo);
	const isMember = async (owner: Owner) => (await given.memberOf(owner)).isActive;
	const routines: RoutineToolDeps = { runs: routineRuns, publicUrl: config.PUBLIC_URL };
	const calls: CallDeps = {
		isRevoked: async (client) => {
			const [stored, isStillMember] = await Promise.all([clients.get(client, client._id), isMember(client)]);
			return stored?.revokedAt !== null || !isStillMember;
		},
		calls: createCallStore(mongo),
		signals,
		presence: createPanelPresence(redis),
		ids,
		inTurn,
		now,
		stopping,
		rules,
		log,
		startRoutine: (request, call) => startRoutine(routines, request, call),
		stopRoutine: (owner, runId) => stopRoutine(routines, owner, runId),
		runTool: (request, work) => runWorkspaceTool({ workspaces, serverTools }, request, work),
	};
	const groups = [{ name: "mcp", routes: [mcpRoute], perUser: requestsPerMinute, windowSeconds: 60 }];
	const count = createRequestCounter({ service: "agent-api", groups, redis, log, metrics });
	return {
		clients: {
			clients,
			isMember,
			ids,
			inTurn,
			now,
			url,
			log,
			onRevoked: async (owner, clientId) => {
				await endCallsOf(calls, owner, { clientId, why: "revoked" });
			},
		},
		calls,
		endpoint: { calls, routines, hasWorkspaces: workspaces.level !== null, version },
		callers: { publicUrl: config.PUBLIC_URL, origins: config.WEB_ORIGINS },
		count,
		countAddress: createAddressCounter({ perMinute: config.ADDRESS_REQUESTS_PER_MINUTE, metrics }),
		close: signals.close,
	};
}
