import { z } from "zod";

const ToolCall = z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) });
const Message = z.looseObject({
	role: z.string(),
	content: z.unknown(),
	tool_calls: z.array(ToolCall).optional(),
	tool_call_id: z.string().optional(),
});
type Message = z.infer<typeof Message>;
const Request = z.looseObject({
	messages: z.array(Message),
	tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
	tool_choice: z.unknown().optional(),
});

/**
 * A request of OpenAI's API as GigaChat takes it: roles system, user, assistant and function, `functions` for tools, one call a message,
 * arguments as an object. Source: "Работа с функциями", "Режимы работы с функциями" (developers.sber.ru, guides/functions).
 *
 * @throws SyntaxError, ZodError for what is no such request
 */
export function toGigaChat(body: string): string {
	const { messages, tools, tool_choice: choice, ...rest } = Request.parse(JSON.parse(body));
	const functions = tools?.map((tool) => tool.function);
	const forced = choice === "required" && functions?.length === 1 ? { name: functions[0]?.name } : "auto";
	return JSON.stringify({ ...rest, messages: messagesOf(messages), ...(functions ? { functions, function_call: forced } : {}) });
}

/** Each result stands behind its own call. */
function messagesOf(messages: readonly Message[]): readonly object[] {
	const calls = new Map<string, { readonly name: string; readonly arguments: unknown }>();
	return messages.flatMap(({ role, content, tool_calls: said = [], tool_call_id: id }) => {
		for (const call of said) calls.set(call.id, { name: call.function.name, arguments: parsed(call.function.arguments) ?? {} });
		if (role !== "tool") return said.length > 0 && !content ? [] : [{ role, content }];
		const call = calls.get(id ?? "");
		if (call === undefined) return [{ role: "user", content }];
		return [
			{ role: "assistant", content: "", function_call: call },
			{ role: "function", name: call.name, content: resultOf(content) },
		];
	});
}

/** A result has to be JSON. */
function resultOf(content: unknown): string {
	const isJson = typeof content === "string" && parsed(content) !== undefined;
	return isJson ? content : JSON.stringify({ result: content });
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const Choice = z.looseObject({
	finish_reason: z.unknown(),
	message: z.looseObject({ function_call: z.looseObject({ name: z.string(), arguments: z.unknown() }).optional() }),
});
const Reply = z.looseObject({ choices: z.array(Choice) });

/** A reply of GigaChat in OpenAI's API; any other text as it is. @throws never */
export function fromGigaChat(body: string): string {
	const { data: reply } = Reply.safeParse(parsed(body));
	if (reply === undefined) return body;
	const choices = reply.choices.map(({ message: { function_call: call, ...message }, finish_reason: reason, ...choice }) => ({
		...choice,
		finish_reason: call === undefined ? reason : "tool_calls",
		message:
			call === undefined
				? message
				: {
						...message,
						tool_calls: [{ id: "call_0", type: "function", function: { name: call.name, arguments: textOf(call.arguments) } }],
					},
	}));
	return JSON.stringify({ ...reply, choices });
}

const textOf = (given: unknown) => (typeof given === "string" ? given : JSON.stringify(given ?? {}));
