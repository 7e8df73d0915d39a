import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { answerErrors, answerUnreadable } from "./failures.ts";

test.for([
	["headers", "POST /x HTTP/1.1\r\nHost: a\r\n"],
	["body", "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"],
])("a client whose %s do not arrive in time gets 408 and is disconnected", async ([, begun = ""]) => {
	const limits = { requestTimeout: 300, http: { headersTimeout: 200, connectionsCheckingInterval: 50 } };
	const app = fastify({ ...limits, clientErrorHandler: answerUnreadable });
	app.post("/x", () => ({}));
	await app.listen({ port: 0, host: "127.0.0.1" });
	try {
		const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(begun));
		let answer = "";
		socket.setEncoding("utf8").on("data", (text) => {
			answer += text;
		});
		await once(socket, "close");
		expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
		expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, error: { code: "VALIDATION_ERROR" } });
	} finally {
		await app.close();
	}
});

test.for(["BREW", "GETS", "PROPFIND", "TRACE", "LINK"])("the method %s gets 405 and the methods that exist", async (method) => {
	const app = fastify({ clientErrorHandler: answerUnreadable });
	answerErrors(app);
	app.post("/x", () => ({}));
	await app.listen({ port: 0, host: "127.0.0.1" });
	try {
		const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1", () =>
			socket.write(`${method} /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
		);
		let answer = "";
		socket.setEncoding("utf8").on("data", (text) => {
			answer += text;
		});
		await once(socket, "close");
		expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
		expect(answer).toMatch(/\r\nallow: .*POST/i);
		expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, error: { code: "METHOD_NOT_ALLOWED" } });
	} finally {
		await app.close();
	}
});
