import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { many } from "./words.ts";

const Place = z.object({ workspace: z.string(), path: z.string() });

export const listPlaces = defineTool({
	name: "workspace.list",
	tier: "read",
	description: "List the workspaces",
	words: { label: "List the workspaces", past: "listed the workspaces", base: "list the workspaces" },
	arguments: z.strictObject({}),
	reply: z.object({
		workspaces: z.array(
			z.object({ name: z.string(), read_only: z.boolean(), is_git: z.boolean(), available: z.boolean(), isCurrent: z.boolean() }),
		),
	}),
	summary: ({ workspaces }) => many(workspaces.length, "workspace"),
});

export const currentPlace = defineTool({
	name: "workspace.pwd",
	tier: "read",
	description: "Say which folder commands run in",
	words: { label: "Ask for the folder", past: "looked where the workspace is", base: "look where the workspace is" },
	arguments: z.strictObject({}),
	reply: Place,
	summary: ({ path }) => path,
});

export const choosePlace = defineTool({
	name: "workspace.chdir",
	tier: "read",
	description: "Choose the folder that commands run in, below the root of the workspace",
	words: { label: "Change the folder", past: "went to the folder", base: "go to the folder" },
	arguments: z.strictObject({ path: z.string().max(8_192) }),
	reply: Place,
	summary: ({ path }) => path,
});
