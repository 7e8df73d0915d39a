import type { SessionId } from "@webhand/contracts/ids";
import type { ServerTool } from "@webhand/contracts/tools/grant";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import type { Identity } from "@webhand/service-kit/guard";
import type { FastifyRequest } from "fastify";
import type { Request, ToolCall } from "./engine.ts";

/** A request as `addRoute` hands it over. */
type Received = {
	readonly identity: Identity;
	readonly requestId: string;
	readonly signal: AbortSignal;
	readonly request: FastifyRequest;
};

type Targeted = { readonly workspaceId?: WorkspaceId | undefined; readonly sessionId?: SessionId | undefined };

/** Who calls, and with which request. */
export function requestOf({ identity, requestId, signal, request }: Received): Request {
	return { identity, requestId, ip: request.ip, signal };
}

/** The call of a tool: its target apart from its arguments. @param given the parsed query or body */
export function callOf<Tool extends ServerTool, Given extends Targeted>(
	received: Received,
	tool: Tool,
	{ workspaceId, sessionId, ...args }: Given,
): ToolCall<Tool> & { readonly args: Omit<Given, keyof Targeted> } {
	return { request: requestOf(received), tool, target: { workspaceId, sessionId }, args };
}
