import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { Audited } from "@webhand/contracts/tools/define-tool";
import { ServerTool } from "@webhand/contracts/tools/server-tools";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../workspaces/record.ts";
import type { Call, Change } from "./engine.ts";

/** A parsed request into a workspace, as `addRoute` hands it over. */
export type WorkspaceRequest = {
	readonly params: { readonly id: WorkspaceId };
	readonly headers: { readonly "webhand-grant"?: string | undefined; readonly "webhand-session"?: SessionId | undefined };
	readonly identity: Identity;
	readonly requestId: string;
	readonly signal: AbortSignal;
	readonly request: FastifyRequest;
};

/** The call of a request; `target` and `args` go into the audit, so they hold no content. */
export function callOf(
	{ params, headers, identity, requestId, signal, request }: WorkspaceRequest,
	tool: string,
	{ target, args = {} }: Audited,
): Call {
	return {
		identity,
		requestId,
		ip: request.ip,
		signal,
		tool: ServerTool.parse(tool),
		workspaceId: params.id,
		sessionId: headers["webhand-session"],
		target,
		args,
	};
}

/** The change of a request: its whole body is what the grant covers. A client that leaves does not stop it half-way. */
export function changeOf(request: WorkspaceRequest & { readonly body: unknown }, tool: string, facts: Audited): Change {
	const signal = AbortSignal.timeout(changeLimitMs);
	return { ...callOf(request, tool, facts), signal, grant: request.headers["webhand-grant"], request: request.body };
}

/** A change takes no longer. */
export const changeLimitMs = 60_000;

type FromCall = { readonly identity: Identity; readonly requestId: string; readonly request: { readonly ip: string } };

/** Who manages something of this host, for the audit. @throws AppError AGENT_TOOLS_DISABLED where the tools are switched off */
export function actorOf({ identity, requestId, request }: FromCall, { isEnabled }: Switch): Actor {
	requireTools({ isEnabled });
	return { identity, requestId, ip: request.ip };
}

type Switch = { readonly isEnabled: boolean };

/** @throws AppError AGENT_TOOLS_DISABLED where the tools are switched off */
export function requireTools({ isEnabled }: Switch): void {
	if (!isEnabled) throw new AppError("AGENT_TOOLS_DISABLED", "Server tools are switched off", { retryAfterSeconds: 60 });
}
