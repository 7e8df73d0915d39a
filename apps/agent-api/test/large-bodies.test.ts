import { InteractReply } from "@webhand/contracts/agent/interact";
import { startIdentity } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { test } from "./agent.ts";
import { startServer, toClose } from "./server-process.ts";

const head = "@page 1\n@url https://shop.example/\n@title Shop\n@epoch large0aa\n\n@view\n";
const lines = (count: number) => Array.from({ length: count }, (_, index) => `<button ${index + 1}>Show item ${index + 1}`).join("\n");
const pages = { small: head + lines(3), large: head + lines(8_000) };

test("a large page is answered by the thread, once for a key and within the same limits; the task goes on with a small one", async ({
	mongo,
	redis,
}) => {
	const closing = toClose();
	const identity = await startIdentity();
	closing.push(identity.close);
	const user = await identity.signIn(redis.client);
	const urls = { mongo: mongo.uri, redis: redis.url, auth: identity.url, model: "http://127.0.0.1:9" };
	const server = await startServer(urls, { STEPS_PER_MINUTE: "6", MODEL_PROVIDER: "rules" });
	closing.push(() => server.process.kill());
	const post = async (body: object, key: string, more: Readonly<Record<string, string>> = {}) => {
		const headers = { ...user.headers, "content-type": "application/json", "idempotency-key": key, ...more };
		const reply = await fetch(`${server.url}/api/agent/interact`, { method: "POST", headers, body: JSON.stringify(body) });
		return { status: reply.status, headers: reply.headers, text: await reply.text() };
	};
	const task = { url: "https://shop.example/", query: "Click Show item 2", mode: "autonomous" };
	const keys = [crypto.randomUUID(), crypto.randomUUID()] as const;
	const first = await post({ ...task, dom: pages.large }, keys[0], { "x-request-id": "large-request-1" });
	expect(first).toMatchObject({ status: 200 });
	expect(first.headers.get("x-request-id")).toBe("large-request-1");
	const decided = InteractReply.parse(JSON.parse(first.text));
	expect(decided).toMatchObject({ data: { action: "click(2)" } });
	expect(server.process.output()).toContain("a thread for large bodies starts");
	const again = await post({ ...task, dom: pages.large }, keys[0]);
	expect(again.text).toBe(first.text);
	expect(again.headers.get("idempotency-replayed")).toBe("true");

	const { taskId, stepIndex } = (decided as { data: { taskId: string; stepIndex: number } }).data;
	const report = { taskId, lastStepIndex: stepIndex, lastActionStatus: "success" };
	const next = await post({ ...task, ...report, dom: pages.small }, keys[1]);
	expect(next).toMatchObject({ status: 200 });

	expect(await post({ ...task, mode: "boldly", dom: pages.large }, crypto.randomUUID())).toMatchObject({ status: 400 });
	expect(await post({ ...task, dom: pages.large.repeat(20) }, crypto.randomUUID())).toMatchObject({ status: 413 });
	expect(await post({ ...task, dom: pages.large }, crypto.randomUUID())).toMatchObject({ status: 200 });
	const refused = await post({ ...task, dom: pages.large }, crypto.randomUUID());
	expect(refused).toMatchObject({ status: 429 });

	const metrics = await (await fetch(`${server.url}/metrics`)).text();
	const counted = (status: number) =>
		Number(
			new RegExp(`^webhand_http_requests_total\\{route="/api/agent/interact",method="POST",status="${status}"\\} (\\d+)$`, "m").exec(
				metrics,
			)?.[1],
		);
	expect([200, 400, 413, 429].map(counted)).toEqual([4, 1, 1, 1]);
	expect(metrics.match(/^# TYPE webhand_http_requests_total /gm)).toHaveLength(1);
	expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
});
