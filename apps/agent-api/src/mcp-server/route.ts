import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { connectMcpClientRoute, mcpClientsRoute, revokeMcpClientRoute } from "@webhand/contracts/mcp-server/clients";
import { mcpRoute, mcpSessionRoute, mcpStreamRoute } from "@webhand/contracts/mcp-server/endpoint";
import { nextBrowserCallRoute } from "@webhand/contracts/mcp-server/next-call";
import { reportBrowserCallRoute } from "@webhand/contracts/mcp-server/reports";
import { AppError } from "@webhand/service-kit/errors";
import { bearerToken } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { nextCall, takeReport } from "./calls/engine.ts";
import { connectClient, identifyClient, listClients, revokeClient } from "./clients/engine.ts";
import { refusalOfToken } from "./clients/policy.ts";
import type { StoredClient } from "./clients/store.ts";
import { answerMcp } from "./endpoint/handler.ts";
import { acceptOf, problemOfCaller } from "./endpoint/policy.ts";
import type { McpServerDeps } from "./ports.ts";

/** `POST /mcp`, a person's connected clients, and the calls that their browser takes. */
export function addMcpServer(app: FastifyInstance, deps: McpServerDeps): void {
	addRoute(app, mcpClientsRoute, ({ identity }) => listClients(deps.clients, identity));
	addRoute(app, connectMcpClientRoute, ({ identity, body }) => connectClient(deps.clients, identity, body));
	addRoute(app, revokeMcpClientRoute, async ({ identity, params }) => {
		await revokeClient(deps.clients, identity, params.id);
		return undefined;
	});
	addRoute(app, nextBrowserCallRoute, ({ identity, requestId, signal, request: { ip }, body }) =>
		nextCall(deps.calls, { identity, requestId, signal, ip }, body),
	);
	addRoute(app, reportBrowserCallRoute, ({ identity, params, body }) => takeReport(deps.calls, identity, { id: params.id, report: body }));

	const closing = new AbortController();
	// An open call would delay the shutdown until its end.
	app.addHook("preClose", async () => closing.abort());
	addRoute(app, mcpRoute, async ({ request, reply, body, signal }) => {
		const client = await admit(deps, request);
		const left = AbortSignal.any([signal, closing.signal]);
		const answer = await answerMcp(deps.endpoint, { client, body, left, request: webRequest(request, left) });
		return sent(reply, answer);
	});
	for (const route of [mcpStreamRoute, mcpSessionRoute])
		addRoute(app, route, ({ reply }) => {
			reply.header("allow", "POST");
			throw new AppError("METHOD_NOT_ALLOWED", "Send messages with POST: there are no sessions and no stream of its own");
		});
}

/** The client of a request, counted. @throws AppError FORBIDDEN, UNAUTHORIZED, RATE_LIMIT */
async function admit(deps: McpServerDeps, request: FastifyRequest): Promise<StoredClient> {
	await deps.countAddress(mcpRoute, request.ip);
	const { origin } = request.headers;
	const problem = problemOfCaller({ host: request.host, origin }, deps.callers);
	if (problem !== null) throw new AppError("FORBIDDEN", problem);
	const client = await identifyClient(deps.clients, tokenOf(request));
	const refuseAbove = await deps.count(mcpRoute, { sub: client.userId, tid: client.tenantId });
	refuseAbove({});
	return client;
}

function tokenOf({ raw }: FastifyRequest): string {
	try {
		return bearerToken(raw.rawHeaders);
	} catch (cause) {
		// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
		throw new AppError("UNAUTHORIZED", refusalOfToken.unknown, { cause });
	}
}

/** The request as the library reads it: its headers, without the token. The body was parsed. */
function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
	const headers = new Headers();
	headers.set("accept", acceptOf(request.headers.accept));
	for (const name of ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id", "last-event-id"]) {
		const value = request.headers[name];
		if (typeof value === "string") headers.set(name, value);
	}
	return new Request("http://webhand.invalid/mcp", { method: "POST", headers, signal, body: JSON.stringify(request.body) });
}

/** Sends the library's answer; a stream leaves as it is made. */
function sent(reply: FastifyReply, answer: Response): undefined {
	reply.code(answer.status);
	for (const [name, value] of answer.headers) reply.header(name, value);
	if (answer.body === null) return undefined;
	// Fastify sends a stream that a handler returns.
	return Readable.fromWeb(answer.body as ReadableStream) as unknown as undefined;
}
