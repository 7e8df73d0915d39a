import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** What came in; `form` are the fields that were sent. */
export type Asked = { readonly method: string; readonly path: string; readonly query: URLSearchParams; readonly form: URLSearchParams };
/** A page, or another address to read. */
export type Answer = { readonly html: string } | { readonly to: string };

export type Served = { readonly url: string; readonly close: () => Promise<void> };

/** Serves pages on a free port of 127.0.0.1; what `answer` leaves undefined is 404. */
export async function servePages(answer: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>): Promise<Served> {
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
		const method = request.method ?? "GET";
		text(request)
			.then((body) => answer({ method, path: pathname, query: searchParams, form: new URLSearchParams(body) }))
			.then(
				(given) => {
					if (given === undefined) response.writeHead(404).end();
					else if ("to" in given) response.writeHead(303, { location: given.to }).end();
					else response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(given.html);
				},
				(cause: unknown) => response.writeHead(500).end(String(cause)),
			);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the pages have no port");
	return {
		url: `http://127.0.0.1:${address.port}`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** Text for HTML. @throws never */
export const escaped = (said: string): string => said.replaceAll(/[&<"]/g, (sign) => entities[sign] ?? sign);
