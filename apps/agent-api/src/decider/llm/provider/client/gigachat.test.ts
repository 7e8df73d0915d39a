import { expect, test } from "vitest";
import { fromGigaChat, toGigaChat } from "./gigachat.ts";

const call = (id: string, name: string, args: string) => ({ id, type: "function", function: { name, arguments: args } });
const asked = (body: object) => JSON.parse(toGigaChat(JSON.stringify(body))) as Record<string, unknown>;
const tool = (name: string) => ({ type: "function", function: { name, description: "d", parameters: { type: "object", properties: {} } } });

test("a request without tools stays as it is", () => {
	const body = {
		model: "GigaChat-2",
		temperature: 0,
		messages: [
			{ role: "system", content: "s" },
			{ role: "user", content: "u" },
		],
	};
	expect(asked(body)).toEqual(body);
});

test.each([
	["a forced tool by its name", [tool("act")], "required", { name: "act" }],
	["tools to choose from by auto", [tool("list"), tool("read")], undefined, "auto"],
	["one tool that is not forced by auto", [tool("act")], "auto", "auto"],
])("%s", (_name, tools, choice, functionCall) => {
	const body = asked({ model: "m", messages: [{ role: "user", content: "u" }], tools, tool_choice: choice });
	expect(body).toEqual({
		model: "m",
		messages: [{ role: "user", content: "u" }],
		functions: tools.map((each) => each.function),
		function_call: functionCall,
	});
});

test("each call of a message stands before its own result, which is JSON", () => {
	const { messages } = asked({
		messages: [
			{ role: "user", content: "Read both." },
			{ role: "assistant", content: "", tool_calls: [call("a", "read", '{"path":"a"}'), call("b", "read", '{"path":"b"}')] },
			{ role: "tool", tool_call_id: "a", content: "plain text" },
			{ role: "tool", tool_call_id: "b", content: '{"ok":true}' },
		],
	});
	expect(messages).toEqual([
		{ role: "user", content: "Read both." },
		{ role: "assistant", content: "", function_call: { name: "read", arguments: { path: "a" } } },
		{ role: "function", name: "read", content: '{"result":"plain text"}' },
		{ role: "assistant", content: "", function_call: { name: "read", arguments: { path: "b" } } },
		{ role: "function", name: "read", content: '{"ok":true}' },
	]);
});

test("a call in a reply becomes a tool call, with its arguments as text", () => {
	const message = { role: "assistant", content: "", function_call: { name: "act", arguments: { action: "click(17)" } } };
	const reply = JSON.parse(
		fromGigaChat(JSON.stringify({ choices: [{ index: 0, finish_reason: "function_call", message }], usage: {} })),
	) as object;
	expect(reply).toEqual({
		choices: [
			{
				index: 0,
				finish_reason: "tool_calls",
				message: { role: "assistant", content: "", tool_calls: [call("call_0", "act", '{"action":"click(17)"}')] },
			},
		],
		usage: {},
	});
});

test.each(['{"status":400,"message":"bad"}', "no JSON", ""])("any other reply stays as it is: %s", (body) => {
	expect(fromGigaChat(body)).toBe(body);
});
