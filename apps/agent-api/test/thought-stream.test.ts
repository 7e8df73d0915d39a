import type { ModelReply } from "@webhand/testing/model-server/reply";
import { expect } from "vitest";
import type { Agent, AgentWish } from "./agent.ts";
import { pageText, test } from "./agent.ts";
import { useModel } from "./scripted-model.ts";

const server = useModel();

const withModel = (open: (wish: AgentWish) => Promise<Agent>) =>
	open({ configured: true, settings: { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "scripted", MODEL_BASE_URL: server.url } });
const thought = "I press the button, since the list does not show what was asked for.";
const click = (id: number): ModelReply => ({
	kind: "text",
	text: `<Thought>${thought}</Thought><Action>click(${id})</Action>`,
	usage: { promptTokens: 100, completionTokens: 10 },
});
const page = (count: number) => pageText(Array.from({ length: count + 1 }, (_, index) => `<button ${10 + index}>Tea ${index}`).join("\n"));

test("who watches a chat hears the model think, word by word, and never its action; nobody else costs a stream", async ({
	open,
	redis,
}) => {
	const agent = await withModel(open);
	server.play([click(10), click(11), click(12), click(13)]);
	const { taskId, sessionId } = await agent.step({ dom: page(0) });
	expect(server.requests[0]?.body.stream ?? false).toBe(false);

	const heard: string[] = [];
	const listener = redis.client.duplicate();
	listener.on("message", (_channel, message) => heard.push(message));
	await listener.subscribe(`wh:rt:${sessionId}`);
	try {
		const data = await agent.step({ taskId, dom: page(1) });
		expect(data).toMatchObject({ action: "click(11)", thought, usage: { promptTokens: 100, completionTokens: 10 } });
		expect(server.requests[1]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
		const told = () =>
			heard
				.map((message) => JSON.parse(message) as { name: string; data: { seq: number; event?: { type: string; content: string } } })
				.filter(({ name }) => name === "agent_event");
		await expect
			.poll(() =>
				told()
					.map(({ data }) => data.event?.content)
					.join(""),
			)
			.toBe(thought);
		expect(told().every(({ data }) => data.event?.type === "llm_chunk" && data.seq > 0)).toBe(true);
		expect(
			told()
				.map((event) => JSON.stringify(event))
				.join(""),
		).not.toContain("click(");

		// A page that takes secrets is decided in silence.
		const before = told().length;
		await agent.step({ taskId, dom: `${page(2)}\n<password 40 "Password">` });
		expect(server.requests[2]?.body.stream ?? false).toBe(false);
		expect(told()).toHaveLength(before);

		// A server that has no streams is asked as ever.
		server.play((request) => (request.stream === true ? { kind: "error", status: 400 } : click(13)));
		expect((await agent.step({ taskId, dom: page(3) })).action).toBe("click(13)");
		expect(server.requests).toHaveLength(2);
	} finally {
		await listener.quit();
	}
});
