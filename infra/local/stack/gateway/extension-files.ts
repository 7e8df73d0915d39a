import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { nothingHere, refuse } from "./refusals.ts";

/** The two files of policy-managed browsers, by the path exactly as it came. */
const files: ReadonlyMap<string, { readonly name: string; readonly type: string }> = new Map([
	["/extension/updates.xml", { name: "updates.xml", type: "text/xml; charset=utf-8" }],
	["/extension/webhand.crx", { name: "webhand.crx", type: "application/x-chrome-extension" }],
]);

/** Sends a file of the extension where a request asks for one. @returns false for any other request */
export function sendExtensionFile(folder: string, request: FastifyRequest, reply: FastifyReply): boolean {
	const { method, url = "" } = request.raw;
	// Chrome asks for updates with a query.
	const file = files.get(url.split("?", 1)[0] ?? "");
	if (file === undefined || (method !== "GET" && method !== "HEAD")) return false;
	const path = join(folder, file.name);
	const found = statSync(path, { throwIfNoEntry: false });
	if (found === undefined) refuse(request, reply, nothingHere);
	else {
		reply.headers({
			"content-type": file.type,
			"content-length": found.size,
			"cache-control": "no-cache",
			"x-content-type-options": "nosniff",
		});
		reply.send(method === "HEAD" ? "" : createReadStream(path));
	}
	return true;
}
