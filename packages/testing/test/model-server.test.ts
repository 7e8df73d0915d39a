import { test as base, expect } from "vitest";
import { startModelServer } from "../src/model-server/server.ts";
import { poll } from "../src/poll.ts";

const test = base.extend("model", async ({ task: _task }, { onCleanup }) => {
	const model = await startModelServer({ script: [] });
	onCleanup(model.close);
	const ask = (extra: object = {}, signal?: AbortSignal) =>
		fetch(`${model.url}/chat/completions`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: "Bearer key" },
			body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content: "What next?" }], ...extra }),
			...(signal === undefined ? {} : { signal }),
		});
	return { ...model, ask };
});

test("replies are played in order with token numbers, and a call too many is an error", async ({ model }) => {
	model.play([
		{ kind: "text", text: "one" },
		{ kind: "text", text: "two", usage: { promptTokens: 7, completionTokens: 3 } },
	]);
	expect(await (await model.ask()).json()).toMatchObject({ choices: [{ message: { content: "one" }, finish_reason: "stop" }] });
	expect(await (await model.ask()).json()).toMatchObject({ usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } });
	expect((await model.ask()).status).toBe(500);
	expect(model.requests).toHaveLength(3);
	expect(model.requests[0]?.headers.authorization).toBe("Bearer key");
});

test("a streamed reply arrives in pieces, then its usage, then the end mark", async ({ model }) => {
	model.play([{ kind: "text", text: "a text of more than twelve characters" }]);
	const events = (await (await model.ask({ stream: true, stream_options: { include_usage: true } })).text()).trim().split("\n\n");
	expect(events.at(-1)).toBe("data: [DONE]");
	const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice("data: ".length)));
	expect(
		chunks.flatMap((chunk) => chunk.choices.map((choice: { delta: { content?: string } }) => choice.delta.content ?? "")).join(""),
	).toBe("a text of more than twelve characters");
	expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
});

test("a script can be a function of the request and answer with tool calls", async ({ model }) => {
	model.play((request, index) => ({ kind: "tool_calls", calls: [{ name: "click", arguments: { id: index, model: request.model } }] }));
	const body = await (await model.ask()).json();
	expect(body.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { tool_calls: [{ function: { name: "click" } }] } });
	expect(JSON.parse(body.choices[0].message.tool_calls[0].function.arguments)).toEqual({ id: 0, model: "scripted" });
});

test("a refusal carries its status and when to come back", async ({ model }) => {
	model.play([{ kind: "error", status: 429, retryAfterSeconds: 2 }]);
	const reply = await model.ask();
	expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "2"]);
});

test("a hang lasts until the caller leaves, and that is recorded", async ({ model }) => {
	model.play([{ kind: "hang" }]);
	await expect(model.ask({}, AbortSignal.timeout(100))).rejects.toThrow();
	await poll(() => model.requests[0]?.aborted);
});

test("a stream is reset in the middle", async ({ model }) => {
	model.play([{ kind: "cut", text: "a thought that never ends", afterCharacters: 12 }]);
	const reply = await model.ask({ stream: true });
	await expect(reply.text()).rejects.toThrow();
});

test("garbage and two megabytes arrive as they are", async ({ model }) => {
	model.play([
		{ kind: "raw", body: "<html>not a model</html>" },
		{ kind: "flood", bytes: 2_000_000 },
	]);
	expect(await (await model.ask()).text()).toBe("<html>not a model</html>");
	expect((await (await model.ask()).json()).choices[0].message.content).toHaveLength(2_000_000);
});

test("a request that is no chat request is refused", async ({ model }) => {
	expect((await model.ask({ messages: [] })).status).toBe(400);
});
