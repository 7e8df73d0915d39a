import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "vitest";
import { startService, test } from "../test/fixture.ts";

/** Sends the beginning of a request and nothing more; what comes back, and after how many seconds. */
async function beginRequest(url: string, beginning: string): Promise<{ readonly answer: string; readonly seconds: number }> {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	const began = performance.now();
	let answer = "";
	socket.setEncoding("utf8").on("data", (chunk: string) => {
		answer += chunk;
	});
	socket.write(beginning);
	await once(socket, "close");
	return { answer, seconds: (performance.now() - began) / 1_000 };
}

test("a request that does not come to its end is given up: headers after ten seconds, a body after thirty", { timeout: 90_000 }, async ({
	mongo,
	redis,
	auth,
	onTestFinished,
}) => {
	const service = await startService({ mongoUri: mongo.uri, redisUrl: redis.url, auth, addRoutes: () => undefined });
	onTestFinished(service.close);
	const line = "POST /api/v1/who HTTP/1.1\r\nHost: a\r\n";
	const [headers, body] = await Promise.all([
		beginRequest(service.url, `${line}X-Slow: `),
		beginRequest(service.url, `${line}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`),
	]);
	for (const { answer } of [headers, body]) {
		expect(answer).toContain("HTTP/1.1 4");
		expect(answer).toContain('"success":false');
	}
	expect(headers.seconds).toBeGreaterThan(9);
	expect(headers.seconds).toBeLessThan(20);
	expect(body.seconds).toBeLessThan(45);
});
