import { expect } from "vitest";
import { buttons, test } from "./agent.ts";
import { says, useModel } from "./scripted-model.ts";

const server = useModel();

const thought = "I press the button, since the list does not show what was asked for.";
const click = (id: number) => says(`<Thought>${thought}</Thought><Action>click(${id})</Action>`);

test("the thought of the model is streamed to listeners of the chat, without its action; without listeners there is no stream", async ({
	open,
	redis,
}) => {
	const agent = await open(server.wish());
	server.play([click(10), click(11), click(12), click(13)]);
	const { taskId, sessionId } = await agent.step({ dom: buttons(0) });
	expect(server.requests[0]?.body.stream ?? false).toBe(false);

	const received: string[] = [];
	const listener = redis.client.duplicate();
	listener.on("message", (_channel, message) => received.push(message));
	await listener.subscribe(`wh:rt:${sessionId}`);
	try {
		const data = await agent.step({ taskId, dom: buttons(1) });
		expect(data).toMatchObject({ action: "click(11)", thought, usage: { promptTokens: 100, completionTokens: 10 } });
		expect(server.requests[1]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
		const streamed = () =>
			received
				.map((message) => JSON.parse(message) as { name: string; data: { seq: number; event?: { type: string; content: string } } })
				.filter(({ name }) => name === "agent_event");
		const text = () => streamed().map(({ data }) => data.event?.content);
		await expect.poll(() => text().join("")).toBe(thought);
		expect(streamed().every(({ data }) => data.event?.type === "llm_chunk" && data.seq > 0)).toBe(true);
		expect(JSON.stringify(streamed())).not.toContain("click(");

		// Nothing is streamed on a page with a password field.
		const before = streamed().length;
		await agent.step({ taskId, dom: `${buttons(2)}\n<password 40 "Password">` });
		expect(server.requests[2]?.body.stream ?? false).toBe(false);
		expect(streamed()).toHaveLength(before);

		// A server without streams is asked without one.
		server.play((request) => (request.stream === true ? { kind: "error", status: 400, message: "stream is not supported" } : click(13)));
		expect((await agent.step({ taskId, dom: buttons(3) })).action).toBe("click(13)");
		expect(server.requests).toHaveLength(2);
	} finally {
		await listener.quit();
	}
});
