import { createServer } from "node:net";
import type { ErrorBody } from "@webhand/contracts/errors";
import { expect, test } from "vitest";
import { sendBytes, startGateway, startService } from "../fixture/gateway.ts";

const path = "/api/v1/auth/x";

/** A gateway before a service that says what reached it. */
async function startBoth() {
	const reached: string[] = [];
	const service = await startService(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		reached.push(`${request.method} ${request.url} ${body}`);
		response.end("fine");
	});
	return { gateway: await startGateway([service.url]), reached };
}

/** Sends a request in these very bytes; where the gateway would keep the connection open, they ask it not to. */
async function ask(gateway: string, lines: readonly string[], body = "") {
	const answer = await sendBytes(gateway, `${lines.join("\r\n")}\r\n\r\n${body}`);
	const [head = "", text = ""] = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "").split("\r\n\r\n");
	return { status: Number(head.split(" ")[1]), head, text, isContinued: answer.startsWith("HTTP/1.1 100 ") };
}

function errorIn(text: string): ErrorBody["error"] {
	const { error, ...rest } = JSON.parse(text) as ErrorBody;
	expect(rest).toEqual({ success: false, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
	return error;
}

const malformed: Readonly<Record<string, { readonly lines: readonly string[]; readonly body?: string }>> = {
	"a NUL in the path": { lines: [`GET ${path}\u0000 HTTP/1.1`, "Host: a"] },
	"a percent sign that encodes nothing": { lines: ["GET /api/v1/auth/%zz HTTP/1.1", "Host: a"] },
	"both Content-Length and Transfer-Encoding": {
		lines: [`POST ${path} HTTP/1.1`, "Host: a", "Content-Length: 5", "Transfer-Encoding: chunked"],
		body: "0\r\n\r\n",
	},
	"two lengths": { lines: [`POST ${path} HTTP/1.1`, "Host: a", "Content-Length: 1", "Content-Length: 2"], body: "{}" },
	"lines that end in a bare LF": { lines: [`GET ${path} HTTP/1.1\nHost: a\n`] },
	"a chunk of no length": { lines: [`POST ${path} HTTP/1.1`, "Host: a", "Transfer-Encoding: chunked"], body: "zz\r\n{}\r\n" },
	"no Host": { lines: [`GET ${path} HTTP/1.1`] },
	"two Hosts": { lines: [`GET ${path} HTTP/1.1`, "Host: a", "Host: b"] },
	"an expectation nobody knows": { lines: [`POST ${path} HTTP/1.1`, "Host: a", "Expect: magic", "Content-Length: 0"] },
};

test.for(Object.entries(malformed))("a request with %s is refused in the one error body, and the connection closes", async ([, sent]) => {
	const { gateway, reached } = await startBoth();
	const { status, head, text } = await ask(gateway, sent.lines, sent.body);
	expect([status, errorIn(text).code]).toEqual([400, "VALIDATION_ERROR"]);
	expect(errorIn(text).details).toEqual({ fields: [{ field: expect.any(String), message: expect.any(String) }] });
	expect(head).toMatch(/^connection: close$/im);
	expect(reached).toEqual([]);
	expect(await (await fetch(`${gateway}${path}`)).text()).toBe("fine");
});

test("headers over 16 KB are refused as too large", async () => {
	const { gateway } = await startBoth();
	const { status, text } = await ask(gateway, [`GET ${path} HTTP/1.1`, "Host: a", `X-Long: ${"a".repeat(17_000)}`]);
	expect([status, errorIn(text).code]).toEqual([431, "PAYLOAD_TOO_LARGE"]);
});

test("bytes that are no HTTP break a reply off that has begun, and are never answered inside of it", async () => {
	const service = await startService(
		(_, response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n"),
	);
	const gateway = await startGateway([service.url]);
	const next = { after: "data: 1", bytes: "no HTTP\r\n\r\n" };
	const answer = await sendBytes(gateway, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, next);
	expect(answer).toContain("data: 1");
	expect(answer).not.toContain("400 Bad Request");
});

test.for([
	["a second Authorization", ["GET", path, "Authorization: Bearer a", "AUTHORIZATION: Bearer b"], 401, "UNAUTHORIZED"],
	["a second Idempotency-Key", ["POST", path, "Idempotency-Key: a", "idempotency-key: b", "Content-Length: 0"], 400, "VALIDATION_ERROR"],
	["a content type that is none", ["POST", path, "Content-Type: ///", "Content-Length: 0"], 415, "UNSUPPORTED_MEDIA_TYPE"],
	["a path with a hidden detour", ["GET", "/api/v1/auth/..;/internal"], 404, "NOT_FOUND"],
] as const)("%s is refused by its own code and reaches no service", async ([, [method, target, ...headers], status, code]) => {
	const { gateway, reached } = await startBoth();
	const { status: answered, head, text } = await ask(gateway, [`${method} ${target} HTTP/1.1`, "Host: a", "Connection: close", ...headers]);
	expect([answered, errorIn(text).code]).toEqual([status, code]);
	expect(head).not.toMatch(/retry-after/i);
	if (status === 401) expect(head).toContain('www-authenticate: Bearer error="invalid_token"');
	expect(reached).toEqual([]);
});

test("a caller may wait for 100 Continue before it sends its body", async () => {
	const { gateway, reached } = await startBoth();
	const lines = [`POST ${path} HTTP/1.1`, "Host: a", "Expect: 100-continue", "Content-Length: 2", "Connection: close"];
	const { status, isContinued, text } = await ask(gateway, lines, "{}");
	expect([isContinued, status, text]).toEqual([true, 200, "fine"]);
	expect(reached).toEqual([`POST ${path} {}`]);
});

test("headers about the caller's connection do not keep a request from its service, nor the connection open", async () => {
	const { gateway, reached } = await startBoth();
	await ask(gateway, [`GET ${path} HTTP/1.0`, "Keep-Alive: timeout=5"]);
	await ask(gateway, ["GET /app/x HTTP/1.0", "Upgrade: websocket"]);
	expect(reached).toEqual([`GET ${path} `, "GET /app/x "]);
});

test("a service that answers nonsense is our failure, which another try does not mend", async () => {
	const server = createServer((socket) => socket.on("error", () => undefined).end("no HTTP at all\r\n\r\n"));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const reply = await fetch(`${await startGateway([`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`])}${path}`);
	expect([reply.status, reply.headers.get("retry-after"), errorIn(await reply.text()).code]).toEqual([500, null, "INTERNAL_ERROR"]);
	server.close();
});
