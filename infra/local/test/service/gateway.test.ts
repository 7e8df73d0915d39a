import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildGateway } from "../../stack/gateway/gateway.ts";
import { sendBytes, startGateway, startService } from "../fixture/gateway.ts";

/** The reply to a request line exactly as given: fetch would tidy the path up first. */
function rawGet(base: string, path: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
	return new Promise((resolve, reject) => {
		const { hostname, port } = new URL(base);
		const call = httpRequest({ hostname, port, path, method: "GET" }, async (reply) => {
			let body = "";
			for await (const chunk of reply.setEncoding("utf8")) body += chunk;
			resolve({ status: reply.statusCode, body });
		});
		call.on("error", reject);
		call.end();
	});
}

test("what is not public is answered with the one error body and reaches no service", async () => {
	let calls = 0;
	const service = await startService((_, response) => {
		calls += 1;
		response.end("reached");
	});
	const gateway = await startGateway([service.url]);
	for (const path of ["/internal/session", "/metrics", "//api/agent/x", "/%2e%2e/metrics", "/api/agent/%2e%2e/x", "/%61pi/agent/x", "/x"]) {
		const reply = await rawGet(gateway, path);
		expect(reply.status, path).toBe(404);
		expect(JSON.parse(reply.body), path).toEqual({
			success: false,
			error: { code: "NOT_FOUND", message: expect.any(String) },
			requestId: expect.any(String),
		});
	}
	expect(calls).toBe(0);
});

test("a service sees the caller's true address, the host that was asked for and a request id, whatever the caller claims", async () => {
	const seen: IncomingMessage["headers"][] = [];
	const service = await startService((request, response) => {
		seen.push(request.headers);
		response.end("{}");
	});
	const gateway = await startGateway([service.url]);
	await fetch(`${gateway}/api/agent/x`, {
		headers: {
			"x-forwarded-for": "6.6.6.6",
			"x-forwarded-proto": "https",
			"x-forwarded-host": "evil.example",
			"x-real-ip": "6.6.6.6",
			forwarded: "for=6.6.6.6",
			"webhand-proxy": "guess",
			authorization: "Bearer t",
			"x-request-id": "own-id-1",
		},
	});
	expect(seen[0]).toMatchObject({
		"x-forwarded-for": "127.0.0.1",
		"x-forwarded-proto": "http",
		"x-forwarded-host": new URL(gateway).host,
		"x-request-id": "own-id-1",
		authorization: "Bearer t",
	});
	for (const name of ["x-real-ip", "forwarded", "webhand-proxy"]) expect(seen[0]).not.toHaveProperty(name);
	await fetch(`${gateway}/api/agent/x`, { headers: { "x-request-id": "spaces and\ttabs" } });
	expect(seen[1]?.["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("ten megabytes arrive as they were sent", async () => {
	const service = await startService(async (request, response) => {
		const hash = createHash("sha256");
		for await (const chunk of request) hash.update(chunk);
		response.end(hash.digest("hex"));
	});
	const gateway = await startGateway([service.url]);
	const body = randomBytes(10 * 1024 * 1024);
	const reply = await fetch(`${gateway}/api/knowledge/documents`, { method: "POST", body, headers: { "content-type": "application/pdf" } });
	expect(await reply.text()).toBe(createHash("sha256").update(body).digest("hex"));
});

test("the first event of a stream arrives at once, and the service learns that its reader left", async () => {
	const left = Promise.withResolvers<void>();
	const service = await startService((request, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write("data: first\n\n");
		request.on("close", () => left.resolve());
	});
	const gateway = await startGateway([service.url]);
	const leaving = new AbortController();
	const reply = await fetch(`${gateway}/api/v1/agent/stream`, { signal: leaving.signal });
	const reader = reply.body?.getReader();
	const chunk = await reader?.read();
	expect(Buffer.from(chunk?.value ?? []).toString()).toBe("data: first\n\n");
	leaving.abort();
	await left.promise;
});

test("a caller who leaves before the answer ends the call behind the gateway", async () => {
	const arrived = Promise.withResolvers<void>();
	const left = Promise.withResolvers<void>();
	const service = await startService((request, response) => {
		request.resume();
		response.on("close", () => left.resolve());
		request.on("end", () => arrived.resolve());
	});
	const gateway = await startGateway([service.url]);
	const leaving = new AbortController();
	const call = fetch(`${gateway}/api/agent/interact`, { method: "POST", body: '{"a":1}', signal: leaving.signal });
	await arrived.promise;
	leaving.abort();
	await expect(call).rejects.toThrow();
	await left.promise;
});

test("a service that is down, silent or busy is a 503 with a time to try again", async () => {
	const silent = await startService(() => undefined);
	let busyCalls = 0;
	const busy = await startService((_, response) => {
		busyCalls += 1;
		response.writeHead(503, { "retry-after": "7" }).end("busy");
	});
	const down = await startService(() => undefined);
	down.server.closeAllConnections();
	await new Promise((resolve) => down.server.close(resolve));
	for (const url of [silent.url, down.url]) {
		const reply = await fetch(`${await startGateway([url], 200)}/api/agent/x`);
		expect(reply.status).toBe(503);
		expect(reply.headers.get("retry-after")).toBe("1");
		expect(await reply.json()).toMatchObject({ success: false, error: { code: "SERVICE_UNAVAILABLE" } });
	}
	const reply = await fetch(`${await startGateway([busy.url])}/api/agent/x`);
	expect([reply.status, reply.headers.get("retry-after"), await reply.text()]).toEqual([503, "7", "busy"]);
	expect(busyCalls).toBe(1);
});

test("an answer that breaks off breaks off for the caller as well", async () => {
	const service = await startService((request, response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.write('{"half":', () => request.socket.destroy());
	});
	const gateway = await startGateway([service.url]);
	const reply = await fetch(`${gateway}/api/agent/x`);
	await expect(reply.text()).rejects.toThrow();
});

test("replicas take turns", async () => {
	const replicas = await Promise.all(["one", "two", "three"].map((name) => startService((_, response) => response.end(name))));
	const gateway = await startGateway(replicas.map(({ url }) => url));
	const answers = [];
	for (let call = 0; call < 6; call += 1) answers.push(await (await fetch(`${gateway}/api/agent/x?n=${call}`)).text());
	expect(answers).toEqual(["one", "two", "three", "one", "two", "three"]);
});

test("a WebSocket passes messages and the service's own close code", async () => {
	const service = await startService((_, response) => response.end());
	const seen: IncomingMessage[] = [];
	service.server.on("upgrade", (request, socket) => {
		seen.push(request);
		socket.on("data", () => socket.end());
		const accept = createHash("sha1")
			.update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
			.digest("base64");
		socket.write(
			`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
		);
		socket.write(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from("hello")]));
		const code = Buffer.alloc(2);
		code.writeUInt16BE(4009);
		socket.write(Buffer.concat([Buffer.from([0x88, 2]), code]));
	});
	const gateway = await startGateway([service.url]);
	const socket = new WebSocket(`${gateway.replace("http", "ws")}/app/some-key?protocol=7`);
	const messages: unknown[] = [];
	socket.addEventListener("message", ({ data }) => messages.push(data));
	const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
	expect((await closed).code).toBe(4009);
	expect(messages).toEqual(["hello"]);
	expect(seen[0]?.url).toBe("/app/some-key?protocol=7");
	expect(seen[0]?.headers["x-forwarded-for"]).toBe("127.0.0.1");
});

const handshake = (path: string, gateway: string) =>
	sendBytes(
		gateway,
		[
			`GET ${path} HTTP/1.1`,
			"Host: a",
			"Connection: Upgrade",
			"Upgrade: websocket",
			"Sec-WebSocket-Version: 13",
			"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
			"\r\n",
		].join("\r\n"),
	);

test("a WebSocket that the service does not take gets the refusal of the service, not a 101 and a close", async () => {
	const body = { success: false, error: { code: "NOT_FOUND", message: "There is nothing at this path" }, requestId: "r" };
	const service = await startService((_, response) => response.writeHead(404, { "x-from": "service" }).end(JSON.stringify(body)));
	const answer = await handshake("/app/x", await startGateway([service.url]));
	expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\nx-from: service\r\n/);
	expect(answer).toContain(JSON.stringify(body));
});

test("a WebSocket to a service that is down or silent gets 503, and outside /app there is none", async () => {
	const silent = await startService(() => undefined);
	const down = await startService(() => undefined);
	down.server.close();
	for (const url of [silent.url, down.url]) {
		const answer = await handshake("/app/x", await startGateway([url], 200));
		expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n.*"SERVICE_UNAVAILABLE"/s);
	}
	expect(await handshake("/api/agent/interact", await startGateway([silent.url]))).toMatch(/^HTTP\/1\.1 404 .*"NOT_FOUND"/s);
});

test("a caller who leaves ends the WebSocket behind the gateway, and so does a gateway that stops", async () => {
	const service = await startService((_, response) => response.end());
	const left: Promise<unknown>[] = [];
	service.server.on("upgrade", (_, socket) => {
		left.push(new Promise((resolve) => socket.on("close", resolve)));
		socket.on("end", () => socket.end()).resume();
		socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
	});
	const gateway = buildGateway({ upstreams: { "agent-api": [service.url] }, logLevel: "silent" });
	const url = await gateway.listen({ port: 0, host: "127.0.0.1" });
	const lines = "GET /app/x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
	const [leaver, stayer] = await Promise.all(
		[0, 1].map(async () => {
			const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(lines));
			await once(socket, "data");
			return socket;
		}),
	);
	leaver?.destroy();
	await Promise.race(left);
	const stayed = stayer && once(stayer, "close");
	await gateway.close();
	await Promise.all([stayed, ...left]);
});

test("the two files of policy-managed browsers are served as they are, and nothing else of their folder", async () => {
	const folder = mkdtempSync(join(tmpdir(), "webhand extension-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const app = buildGateway({ upstreams: {}, logLevel: "silent", extensionFiles: folder });
	onTestFinished(() => app.close());
	const gateway = await app.listen({ port: 0, host: "127.0.0.1" });
	expect((await fetch(`${gateway}/extension/updates.xml`)).status).toBe(404);
	const crx = randomBytes(300_000);
	writeFileSync(join(folder, "webhand.crx"), crx);
	writeFileSync(join(folder, "updates.xml"), "<gupdate/>");
	writeFileSync(join(folder, "key.pem"), "hidden");
	const updates = await fetch(`${gateway}/extension/updates.xml?x=id%3Dabc%26v%3D1`);
	expect([updates.status, updates.headers.get("content-type"), await updates.text()]).toEqual([
		200,
		"text/xml; charset=utf-8",
		"<gupdate/>",
	]);
	const file = await fetch(`${gateway}/extension/webhand.crx`);
	expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/x-chrome-extension"]);
	expect(Buffer.from(await file.arrayBuffer()).equals(crx)).toBe(true);
	const head = await fetch(`${gateway}/extension/webhand.crx`, { method: "HEAD" });
	expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "300000", ""]);
	for (const path of [
		"/extension/key.pem",
		"/extension/",
		"/extension/../updates.xml",
		"/extension/%75pdates.xml",
		"/extension/updates.xml/x",
	])
		expect((await rawGet(gateway, path)).status, path).toBe(404);
	expect((await fetch(`${gateway}/extension/webhand.crx`, { method: "POST" })).status).toBe(404);
});
