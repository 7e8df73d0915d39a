import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useViews } from "../views.ts";

const views = useViews("console");
/** More than the buffers of both ends hold. */
const bytes = 30_000_000;

type Outcome = { readonly reply?: unknown; readonly error?: Readonly<Record<string, unknown>>; readonly seen: readonly number[] };

describe("an upload", () => {
	let page: Page;
	const server = createServer((request, response) => void answer(request, response));
	const got: { path: string; token: string; type: string; bytes: number }[] = [];
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-allow-headers", "authorization, content-type, x-request-id");
		response.setHeader("access-control-expose-headers", "x-request-id, retry-after");
		if (request.method === "OPTIONS") return void response.writeHead(204).end();
		const path = request.url ?? "";
		// It reads the first part of the body and no more.
		if (path.startsWith("/silent")) return void request.once("data", () => request.pause());
		let size = 0;
		for await (const part of request) size += (part as Buffer).length;
		const { authorization = "", "content-type": type = "" } = request.headers;
		got.push({ path, token: authorization, type, bytes: size });
		if (path.startsWith("/redirects")) return void response.writeHead(307, { location: "/elsewhere/api/knowledge/documents" }).end();
		if (path.startsWith("/breaks")) return void response.destroy();
		const error = { code: "RATE_LIMIT", message: "Too many requests" };
		response.setHeader("content-type", "application/json");
		response.setHeader("retry-after", "7");
		return void response.writeHead(429).end(JSON.stringify({ success: false, error, requestId: "r-1" }));
	};

	/** Uploads a file from a page of another origin. @param when "half": aborts when the first bytes have left */
	const send = (path: string, when: "never" | "half" = "never"): Promise<Outcome> => {
		const address = server.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		return page.evaluate(
			async ({ baseUrl, size, abortsAt }) => {
				const { upload, addDocumentRoute } = globalThis as unknown as {
					upload: (api: unknown, route: unknown, input: unknown) => Promise<unknown>;
					addDocumentRoute: unknown;
				};
				const abort = new AbortController();
				const seen: number[] = [];
				const file = new File([new Uint8Array(size)], "handbook.pdf");
				const onProgress = ({ sent, total }: { readonly sent: number; readonly total: number }) => {
					seen.push(sent / total);
					if (abortsAt === "half") abort.abort(new Error("cancelled by the user"));
				};
				const input = { body: { domain: "a.example" }, files: [{ name: "file", file }], signal: abort.signal, onProgress };
				return upload({ baseUrl, token: () => "secret" }, addDocumentRoute, input).then(
					(reply) => ({ reply, seen }),
					(error) => ({ error: { ...error, name: error.name, message: error.message }, seen }),
				);
			},
			{ baseUrl: `http://127.0.0.1:${port}${path}`, size: bytes, abortsAt: when },
		);
	};

	beforeAll(async () => {
		page = await views().browser.newPage();
		await page.goto(views().url);
		await page.waitForFunction(() => "upload" in globalThis);
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	test("tells how many bytes have left up to the last, with the token, and a refusal is read as everywhere", async () => {
		const { error, seen } = await send("/refuses");
		expect(error).toMatchObject({ name: "ApiError", status: 429, code: "RATE_LIMIT", requestId: "r-1", retryAfterMs: 7_000 });
		expect(seen.at(-1)).toBe(1);
		expect(seen).toEqual(seen.toSorted((one, other) => one - other));
		const [sent] = got.splice(0);
		expect(sent).toMatchObject({ path: "/refuses/api/knowledge/documents", token: "Bearer secret" });
		expect(sent?.type).toMatch(/^multipart\/form-data; boundary=/);
		expect(sent?.bytes).toBeGreaterThan(bytes);
	});

	test("ends with the caller's reason when it is cancelled on its way", async () => {
		const { error, seen } = await send("/silent", "half");
		expect(error).toMatchObject({ name: "Error", message: "cancelled by the user" });
		expect(seen[0]).toBeLessThan(1);
	});

	test.for(["/breaks", "/redirects"])("over a connection that %s is a network error", async (path) => {
		const { error } = await send(path);
		expect(error).toMatchObject({ name: "ApiError", status: 0, code: "NETWORK" });
	});
});
