import type { Tool } from "@webhand/contracts/tools/define-tool";
import type { ToolDefinition } from "@webhand/contracts/tools/mcp";
import { approvalOf } from "@webhand/contracts/tools/server-tools";
import { z } from "zod";

const schemas = new WeakMap<Tool, Record<string, unknown>>();

/** A tool of Webhand itself as models and clients know it. @throws never */
export function definitionOf(tool: Tool): ToolDefinition {
	const { name, description, tier, forModels } = tool;
	const parameters = schemas.get(tool) ?? z.toJSONSchema(forModels, { io: "input", unrepresentable: "any" });
	schemas.set(tool, parameters);
	return { name, description, parameters, tier, approval: approvalOf(name), server: "webhand", available: true };
}
