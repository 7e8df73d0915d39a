import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that is not for a stored page. */
export type Effect = { readonly method: string; readonly path: string; readonly body: string };

/** A site of pages that the tests write, on `127.0.0.1`. */
export type Site = {
	readonly url: string;
	readonly put: (path: string, body: string) => void;
	/** The requests to a path or below it, in order. */
	readonly effects: (path: string) => readonly Effect[];
	readonly close: () => Promise<void>;
};

const done = "<h1>Thank you</h1><p>This was received.</p>";

/** Any path without a page answers with a thank-you page and counts as an effect. */
export async function startSite(): Promise<Site> {
	const pages = new Map<string, string>();
	const seen: Effect[] = [];
	const server = createServer(async (request, response) => {
		const path = new URL(request.url ?? "/", "http://site").pathname;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk));
		const page = pages.get(path);
		if (page === undefined && path !== "/favicon.ico") {
			seen.push({ method: request.method ?? "", path, body: Buffer.concat(chunks).toString("utf8") });
		}
		response.setHeader("content-type", "text/html; charset=utf-8");
		response.end(`<!doctype html><html lang="en"><title>${path.slice(1)}</title><body>${page ?? done}</body></html>`);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		put: (path, body) => void pages.set(path, body),
		effects: (path) => seen.filter((effect) => effect.path.startsWith(path)),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				// The browser closes later and keeps its connections open.
				server.closeAllConnections();
			}),
	};
}
