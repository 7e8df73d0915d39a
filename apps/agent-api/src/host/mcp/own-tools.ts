import type { ToolDefinition } from "@webhand/contracts/tools/mcp";
import type { ModelTool } from "@webhand/contracts/tools/server-tools";
import { modelTools } from "@webhand/contracts/tools/server-tools";
import { approvalOf, isWithinLevel, tierOf } from "@webhand/contracts/tools/tiers";
import { AppError } from "@webhand/service-kit/errors";
import { z } from "zod";
import type { ToolsLevel } from "../level.ts";
import type { Request, WorkspaceDeps } from "../workspaces/engine.ts";

const own = Object.values<ModelTool>(modelTools);

/** Webhand's own tools, those above the level of the installation left out. @throws never */
export function ownDefinitions(level: ToolsLevel): ToolDefinition[] {
	return own
		.filter(({ tool }) => level !== null && isWithinLevel(tool, level))
		.map(({ tool, description, arguments: schema }) => ({
			name: tool,
			description,
			parameters: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
			tier: tierOf(tool),
			approval: approvalOf(tool),
			server: "webhand",
			available: true,
		}));
}

/** One of Webhand's own tools, by its name or by the name that models call it by; undefined for others. @throws never */
export function findOwnTool(name: string): ModelTool | undefined {
	const byModelName = Object.hasOwn(modelTools, name) ? modelTools[name as keyof typeof modelTools].tool : name;
	return own.find(({ tool }) => tool === byModelName);
}

/** The arguments of an own tool as the runner gets them. @throws AppError TOOL_ARGUMENTS_INVALID naming the field */
export async function readArguments(
	{ authorOf }: Pick<WorkspaceDeps, "authorOf">,
	{ tool, arguments: schema }: ModelTool,
	{ given, request }: { readonly given: unknown; readonly request: Request },
): Promise<Readonly<Record<string, unknown>>> {
	const read = schema.safeParse(given);
	if (!read.success) {
		const [issue] = read.error.issues;
		const field = [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])].join(".");
		const message = issue?.code === "unrecognized_keys" ? "is not a known field" : (issue?.message ?? "is wrong");
		throw new AppError("TOOL_ARGUMENTS_INVALID", `${field === "" ? "The arguments" : field}: ${message}`, { details: { field, message } });
	}
	if (tool === "search.grep" || tool === "search.glob") return { ...read.data, type: tool === "search.grep" ? "grep" : "glob" };
	if (tool === "fs.write" || tool === "fs.apply_patch") return { ...read.data, dryRun: false };
	return tool === "git.commit" ? { ...read.data, author: await authorOf(request.identity, request.signal) } : read.data;
}
