import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { SitePage } from "./pages.ts";
import { firstState, renderSitePage, sitePages } from "./pages.ts";
import type { State } from "./state.ts";

/** The five pages on a free port of 127.0.0.1. They tell the server each change; `begin` gives a page its first state again. */
export type Site = {
	readonly begin: (page: SitePage) => string;
	readonly state: (page: SitePage) => State;
	readonly close: () => Promise<void>;
};

const Change = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Serves the five pages. */
export async function serveSite(): Promise<Site> {
	const states = new Map<SitePage, State>();
	const state = (page: SitePage) => states.get(page) ?? firstState(page);
	const server = createServer((request, response) => {
		const path = new URL(request.url ?? "/", "http://localhost").pathname;
		const page = sitePages.find((name) => path === `/${name}` || path === `/state/${name}`);
		if (page === undefined) return void response.writeHead(404).end();
		if (request.method !== "POST") {
			const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
			return void response.writeHead(200, headers).end(renderSitePage(page, state(page)));
		}
		text(request).then(
			(body) => {
				states.set(page, { ...state(page), ...Change.parse(JSON.parse(body)) });
				response.writeHead(204).end();
			},
			() => response.destroy(),
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the pages have no port");
	return {
		begin: (page) => {
			states.delete(page);
			return `http://127.0.0.1:${address.port}/${page}`;
		},
		state,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
