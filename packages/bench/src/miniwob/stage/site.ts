import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript",
	".css": "text/css",
	".png": "image/png",
	".jpg": "image/jpeg",
	".gif": "image/gif",
};

/** The unpacked pages on a free port of 127.0.0.1. */
export type Site = { readonly url: (task: string) => string; readonly close: () => Promise<void> };

/** Serves a folder; other paths are 404. */
export async function servePages(folder: string): Promise<Site> {
	const server = createServer((request, response) => {
		const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
		readFile(join(folder, path)).then(
			(bytes) => response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(bytes),
			() => response.writeHead(404).end(),
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the pages have no port");
	return {
		url: (task) => `http://127.0.0.1:${address.port}/miniwob/${task}.html`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
