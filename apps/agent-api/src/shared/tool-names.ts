import { hash } from "node:crypto";
import { ownToolNamed } from "@webhand/contracts/tools/server-tools";

const longest = 64;
const prefix = "mcp__";

/**
 * The names that a model calls tools of MCP servers by: `mcp__server__tool` with `_` for other characters. A name over 64 characters, and
 * one that two tools would have, ends with a hash of the tool's own.
 *
 * @param tools full names such as `files.read`
 * @returns the model's name of each
 * @throws never
 */
export function modelNamesOf(tools: readonly string[]): ReadonlyMap<string, string> {
	const plain = new Map(tools.map((tool) => [tool, plainNameOf(tool)]));
	const counts = Map.groupBy(plain.values(), (name) => name);
	return new Map(
		[...plain].map(([tool, name]) => {
			const isClear = name.length <= longest && counts.get(name)?.length === 1;
			return [tool, isClear ? name : `${name.slice(0, longest - 9)}_${hash("sha256", tool).slice(0, 8)}`];
		}),
	);
}

function plainNameOf(tool: string): string {
	const dot = tool.indexOf(".");
	return `${prefix}${safe(tool.slice(0, dot))}__${safe(tool.slice(dot + 1))}`;
}

const safe = (text: string) => text.replaceAll(/[^A-Za-z0-9_-]/g, "_");

/** Is this the name of a tool of an MCP server? @throws never */
export const isMcpName = (name: string): boolean => name.startsWith(prefix);

/** The name that a model calls a tool by: `fs.read` and `fs_read` are the same, and so are those of a tool of an MCP server. @throws never */
export function modelNameOf(tool: string): string {
	return ownToolNamed(tool)?.modelName ?? (tool.includes(".") ? (modelNamesOf([tool]).get(tool) ?? tool) : tool);
}
