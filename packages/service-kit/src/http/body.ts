import { isUtf8 } from "node:buffer";
import { createGunzip } from "node:zlib";
import { mediaTypes } from "@webhand/contracts/routes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { LargeBody, largeBytes } from "../large-bodies/hand-over.ts";
import type { UploadedFile } from "./multipart.ts";
import { parseMultipart } from "./multipart.ts";
import { invalid, invalidBody, unsupportedBody } from "./replies.ts";

const filesByRequest = new WeakMap<FastifyRequest, readonly UploadedFile[]>();

/** The files of a request, in order. */
export function filesOf(request: FastifyRequest): readonly UploadedFile[] {
	return filesByRequest.get(request) ?? [];
}

const bytesByRequest = new WeakMap<FastifyRequest, Uint8Array>();

/** The body of a route that `isSigned`, as it came. */
export function bytesOf(request: FastifyRequest): Uint8Array {
	return bytesByRequest.get(request) ?? new Uint8Array();
}

/**
 * Reads bodies in the formats that the contract takes, and gzip only where it allows it. A route without a body in its contract ignores
 * what is sent. Fastify counts the unpacked bytes against the route's limit and stops at the first one too many.
 *
 * @param options `leavesLarge`: large JSON for a JSON reply stays a `LargeBody`
 */
export function readBodies(app: FastifyInstance, { leavesLarge }: { readonly leavesLarge: boolean }): void {
	app.removeAllContentTypeParsers();
	const parseDefault = app.getDefaultJsonParser("error", "error");
	const read = (mediaType: string, parse: (request: FastifyRequest, bytes: Buffer) => unknown) => {
		app.addContentTypeParser(mediaType, { parseAs: "buffer" }, async (request: FastifyRequest, bytes: Buffer) => {
			if (!takesBody(request)) return undefined;
			const { consumes = ["json"] } = request.routeOptions.config.contract ?? {};
			if (!consumes.some((format) => mediaTypes[format] === mediaType)) throw unsupportedBody({ consumes });
			return parse(request, bytes);
		});
	};
	read(mediaTypes.json, (request, bytes) => {
		const { produces = "json", isSigned } = request.routeOptions.config.contract ?? {};
		if (isSigned === true) bytesByRequest.set(request, bytes);
		else if (leavesLarge && bytes.length > largeBytes && produces === "json") return new LargeBody(bytes);
		const text = textOf(request, bytes, "JSON");
		return new Promise((resolve, reject) => {
			void parseDefault(request, text, (error, body) => {
				if (error !== null) reject(reservedNameIn(text, error));
				else if (isDeeper(body, mostLevels)) reject(invalidBody(`must have at most ${mostLevels} levels`));
				else resolve(body);
			});
		});
	});
	read(mediaTypes.form, (request, bytes) => recordOf(new URLSearchParams(textOf(request, bytes, "A form"))));
	read(mediaTypes.multipart, async (request, bytes) => {
		const { fields, files } = await parseMultipart(request.headers["content-type"] ?? "", bytes);
		const names = request.routeOptions.config.contract?.files ?? [];
		const unknown = files.filter(({ name }) => !names.includes(name));
		if (unknown.length > 0)
			throw invalid(
				"The request is not valid",
				unknown.map(({ name }) => ({ field: name, message: "is not a known file" })),
			);
		filesByRequest.set(request, files);
		return recordOf(fields);
	});
	read("*", () => undefined);

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

/** No contract has a tenth of them; what walks a value by calls would run out of stack far above. */
const mostLevels = 200;

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value of JSON is nested deeper than so many levels. Level by level, without calls. */
function isDeeper(root: unknown, levels: number): boolean {
	let level = [root].filter(isNested);
	for (let depth = 1; level.length > 0; depth += 1) {
		if (depth > levels) return true;
		level = level.flatMap((value) => Object.values(value).filter(isNested));
	}
	return false;
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

function textOf(request: FastifyRequest, bytes: Buffer, what: string): string {
	if (namesOtherCharset.test(request.headers["content-type"] ?? "")) throw new AppError("UNSUPPORTED_MEDIA_TYPE", `${what} is UTF-8`);
	if (!isUtf8(bytes)) throw invalidBody("must be UTF-8");
	return bytes.toString();
}

/** Fields by name; a name that comes more than once has a list. */
function recordOf(fields: Iterable<readonly [string, string]>): Readonly<Record<string, string | readonly string[]>> {
	const values = new Map<string, string[]>();
	for (const [name, value] of fields) {
		if (name === "__proto__") throw invalid("The request is not valid", [{ field: name, message: "must have another name" }]);
		values.set(name, [...(values.get(name) ?? []), value]);
	}
	return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? "") : all]));
}

function takesBody(request: FastifyRequest): boolean {
	const { body, files } = request.routeOptions.config.contract ?? {};
	return body !== undefined || files !== undefined;
}
