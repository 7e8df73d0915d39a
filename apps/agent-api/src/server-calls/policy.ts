import { modelTools } from "@webhand/contracts/tools/server-tools";
import { modelNamesOf } from "../server-tools/names.ts";

/** The name that a model calls a tool by: `fs.read` and `fs_read` are the same, and so are those of a tool of an MCP server. @throws never */
export function modelNameOf(tool: string): string {
	const own = Object.entries(modelTools).find(([name, known]) => name === tool || known.tool === tool)?.[0];
	return own ?? (tool.includes(".") ? (modelNamesOf([tool]).get(tool) ?? tool) : tool);
}

/** The id of the call that a step decides. @throws never */
export const callIdOf = (taskId: string, stepIndex: number): string => `${taskId}:${stepIndex}`;
