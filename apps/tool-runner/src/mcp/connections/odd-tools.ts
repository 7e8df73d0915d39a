import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { specTypeSchemas } from "@modelcontextprotocol/client";

/** The good tools of a list, and why the others are left out. */
type Sorted = { readonly good: readonly unknown[]; readonly odd: readonly string[] };

/**
 * Sorts out the tools that the protocol does not know in this form, which would make the whole list unreadable. Arguments are always an
 * object, so a schema that does not say its type, or says that there may be none, is one of an object.
 *
 * @throws never
 */
export function sortTools(listed: readonly unknown[]): Sorted {
	const good: unknown[] = [];
	const odd: string[] = [];
	for (const [index, each] of listed.entries()) {
		const tool = ofObject(each);
		const read = specTypeSchemas.Tool["~standard"].validate(tool);
		const issues = read instanceof Promise ? [] : read.issues;
		if (issues === undefined) good.push(tool);
		else odd.push(`${shownName(tool, index)}: ${issues[0]?.path?.map(String).join(".") ?? ""} is not as the protocol has it`);
	}
	return { good, odd };
}

/** From now on lists of tools come without odd ones. @returns takes the reasons of those that were left out since the last call */
export function setOddToolsAside(transport: Transport): () => readonly string[] {
	const asked = new Set<unknown>();
	let left: string[] = [];
	const send = transport.send.bind(transport);
	transport.send = async (message, options) => {
		if ("method" in message && "id" in message && message.method === "tools/list") asked.add(message.id);
		await send(message, options);
	};
	const receive = transport.onmessage;
	transport.onmessage = (message, extra) => {
		const isList = "id" in message && !("method" in message) && asked.delete(message.id);
		receive?.(isList ? withoutOdd(message) : message, extra);
	};
	const withoutOdd = (message: JSONRPCMessage): JSONRPCMessage => {
		if (!("result" in message) || !Array.isArray(message.result["tools"])) return message;
		const { good, odd } = sortTools(message.result["tools"]);
		left.push(...odd);
		return { ...message, result: { ...message.result, tools: good } };
	};
	return () => {
		const taken = left;
		left = [];
		return taken;
	};
}

function ofObject(tool: unknown): unknown {
	if (!isRecord(tool) || !isRecord(tool["inputSchema"])) return tool;
	const { type = "object", ...schema } = tool["inputSchema"];
	const isObject = Array.isArray(type) && type.includes("object");
	return { ...tool, inputSchema: { ...schema, type: isObject ? "object" : type } };
}

function shownName(tool: unknown, index: number): string {
	return isRecord(tool) && typeof tool["name"] === "string" ? JSON.stringify(tool["name"].slice(0, 60)) : `tool ${index + 1}`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
