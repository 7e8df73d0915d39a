import { isUtf8 } from "node:buffer";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { invalid, invalidBody } from "./replies.ts";

/**
 * Reads bodies: JSON only, and gzip only where the contract allows it. A route without a body in its contract ignores what is sent.
 * Fastify counts the unpacked bytes against the route's limit and stops at the first one too many.
 */
export function readBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	const parseJson = app.getDefaultJsonParser("error", "error");
	app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
		if (!takesBody(request)) done(null, undefined);
		else if (namesOtherCharset.test(request.headers["content-type"] ?? ""))
			done(new AppError("UNSUPPORTED_MEDIA_TYPE", "JSON is UTF-8"), undefined);
		else if (!isUtf8(bytes as Buffer)) done(invalidBody("must be UTF-8"), undefined);
		else {
			const text = bytes.toString();
			void parseJson(request, text, (error, body) => done(error === null ? null : reservedNameIn(text, error), body));
		}
	});
	app.addContentTypeParser("*", { parseAs: "buffer" }, (request, _bytes, done) => {
		done(takesBody(request) ? new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must be application/json") : null, undefined);
	});

	app.addHook("preParsing", async (request, _reply, payload) => {
		const encoding = request.headers["content-encoding"]?.trim().toLowerCase();
		if (encoding === undefined || encoding === "identity" || request.is404) return payload;
		if (encoding !== "gzip" || request.routeOptions.config.contract?.gzip !== true) {
			throw new AppError("UNSUPPORTED_MEDIA_TYPE", "This content encoding is not taken here");
		}
		const unpacked = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
		payload.on("data", (chunk: Buffer) => {
			unpacked.receivedEncodedLength += chunk.length;
		});
		payload.on("error", (cause) => unpacked.destroy(cause));
		return payload.pipe(unpacked);
	});
}

/** The parser refuses names that could change our own objects; which one, and that the JSON is fine otherwise, it does not say. */
function reservedNameIn(text: string, refusal: Error): Error {
	try {
		const path = reservedPath(JSON.parse(text));
		return path === undefined ? refusal : invalid("The request is not valid", [{ field: path, message: "must have another name" }]);
	} catch {
		return refusal;
	}
}

/** A list of its own in the place of calls: a body may be nested as deep as it is long. */
function reservedPath(root: unknown): string | undefined {
	const open: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: "" }];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const { value, path } = next;
		if (typeof value !== "object" || value === null) continue;
		for (const [key, part] of Object.entries(value)) {
			const field = path === "" ? key : `${path}.${key}`;
			if (key === "__proto__") return field;
			if (key === "constructor" && typeof part === "object" && part !== null && Object.hasOwn(part, "prototype"))
				return `${field}.prototype`;
			open.push({ value: part, path: field.slice(0, 200) });
		}
	}
	return undefined;
}

/** Bytes in another encoding would become other text when read as UTF-8. */
const namesOtherCharset = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i;

function takesBody(request: FastifyRequest): boolean {
	return request.routeOptions.config.contract?.body !== undefined;
}
