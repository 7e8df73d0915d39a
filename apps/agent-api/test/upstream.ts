import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test as base } from "./agent.ts";

/** The answer of an upstream: a body, a status, or none at all. */
type Answer = { readonly status?: number; readonly body?: unknown; readonly isSilent?: boolean };

type Upstream = {
	readonly url: string;
	readonly seen: { readonly path: string; readonly authorization: string; readonly body: string }[];
};

/** `test` with another service on loopback. */
export const test = base.extend("startUpstream", async ({}, { onCleanup }) => {
	const servers: Server[] = [];
	onCleanup(() => {
		for (const server of servers) {
			server.closeAllConnections();
			server.close();
		}
	});
	return async (scripted: Answer | ((body: string) => Answer)): Promise<Upstream> => {
		const seen: Upstream["seen"] = [];
		const server = createServer(async (request, response) => {
			const body = await text(request);
			const answer = typeof scripted === "function" ? scripted(body) : scripted;
			seen.push({ path: request.url ?? "", authorization: request.headers.authorization ?? "", body });
			if (answer.isSilent === true) return;
			response.writeHead(answer.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(answer.body ?? {}));
		});
		servers.push(server);
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
	};
});
