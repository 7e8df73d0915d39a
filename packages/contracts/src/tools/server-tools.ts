import { z } from "zod";
import type { Tool, WorkspaceTool } from "./define-tool.ts";
import { runCommand } from "./executions.ts";
import { deleteFile, listFiles, makeFolder, patchFiles, readFile, writeFile } from "./files.ts";
import { gitAdd, gitBranch, gitCommit, gitDiff, gitLog, gitStatus } from "./git.ts";
import { callMcpTool } from "./mcp.ts";
import { choosePlace, currentPlace, listPlaces } from "./places.ts";
import { searchNames, searchText } from "./search.ts";
import type { ApprovalTier, Level } from "./tiers.ts";
import { ToolTier } from "./tiers.ts";

const inWorkspace = [
	...[listFiles, readFile, writeFile, patchFiles, makeFolder, deleteFile, searchText, searchNames],
	...[gitStatus, gitDiff, gitLog, gitBranch, gitAdd, gitCommit],
] as const;
const ofServer = [...inWorkspace, runCommand, callMcpTool] as const;
const places = [listPlaces, currentPlace, choosePlace] as const;

/** The tools that tool-runner answers at an endpoint of their own: files, search, git. */
export const workspaceTools: readonly WorkspaceTool[] = inWorkspace;
/** Each of them by its name, with the types of its arguments and its reply. */
export type WorkspaceTools = { readonly [T in (typeof inWorkspace)[number] as T["name"]]: T };

/** Tools of the server host (004, Tool Mapping); `mcp.call` calls a tool of an MCP server. */
export const ServerTool = z.enum(ofServer.map(({ name }) => name));
export type ServerTool = z.infer<typeof ServerTool>;

/** Tools that are no call into a workspace: which there are, and the folder that commands run in. */
export const PlaceTool = z.enum(places.map(({ name }) => name));
export type PlaceTool = z.infer<typeof PlaceTool>;

const forModels = [...places, ...inWorkspace, runCommand] as const;

/** The tools that models call, places first. `git.push` is not among them: the sandbox has no network. */
export const ownTools: readonly Tool[] = forModels;
/** The name that a model calls one of Webhand's own tools by. */
export type ModelToolName = (typeof forModels)[number]["modelName"];

/** All tools of Webhand itself. */
export const serverTools: readonly Tool[] = [...places, ...ofServer];

const byName = new Map<string, Tool>(serverTools.map((tool) => [tool.name, tool]));
const byModelName = new Map<string, Tool>(ownTools.map((tool) => [tool.modelName, tool]));

/** A tool of Webhand itself by its name. @throws never */
export const toolNamed = (name: string): Tool | undefined => byName.get(name);

/** The tool that a model means: `fs.read` is `fs_read` to it. @throws never */
export const toolOfModel = (modelName: string): Tool | undefined => byModelName.get(modelName);

/** The same by either name. @throws never */
export const ownToolNamed = (name: string): Tool | undefined => ownTools.find((tool) => tool.name === name || tool.modelName === name);

/** A tool in a workspace by its name. @throws never */
export const workspaceToolNamed = (name: string): WorkspaceTool | undefined => workspaceTools.find((tool) => tool.name === name);

/** The tool in a workspace that a request to an endpoint means: two may share one where an argument says which. @throws never */
export function workspaceToolAt(there: Sharing, args: Readonly<Record<string, unknown>>): WorkspaceTool {
	return there.find(({ fixed = {} }) => Object.entries(fixed).every(([name, value]) => args[name] === value)) ?? there[0];
}

type Sharing = readonly [WorkspaceTool, ...WorkspaceTool[]];

/** The tools in a workspace by their endpoints. */
export const workspaceEndpoints = [...Map.groupBy(workspaceTools, ({ route }) => route.path).values()] as unknown as readonly Sharing[];

/** The tier of a tool by its name; one that is unknown, and `git.push`, may do anything. @throws never */
export const tierOf = (tool: string): ToolTier => toolNamed(tool)?.tier ?? "exec";

const approvalOfTier = { read: "auto", write: "batch", exec: "individual" } as const satisfies Record<ToolTier, ApprovalTier>;

/** How calls of a tool are approved (004, Approval Tiers). @param tier of the tool of an MCP server */
export function approvalOf(tool: string, tier: ToolTier = tierOf(tool)): ApprovalTier {
	return toolNamed(tool)?.isAlone === true ? "individual" : approvalOfTier[tier];
}

/** The same for a tool of an MCP server, as an agent's call of it is asked: one that only reads asks where its server is reached by an address. */
export function approvalOfMcp({ tier, isRemote }: { readonly tier: ToolTier; readonly isRemote: boolean }): ApprovalTier {
	return tier === "read" && isRemote ? "batch" : approvalOf(callMcpTool.name, tier);
}

/** True when an installation of that level offers the tool. @param tier of the tool of an MCP server */
export function isWithinLevel(tool: string, level: Level, tier: ToolTier = tierOf(tool)): boolean {
	const order = ToolTier.options;
	return order.indexOf(tier) <= order.indexOf(level);
}

/** Has a tool a dry run, which only shows what would change? @throws never */
export const hasDryRun = ({ fixed }: Pick<Tool, "fixed">): boolean => fixed?.["dryRun"] === false;

/** Does a call change nothing? @throws never */
export const isReading = ({ tier }: Pick<Tool, "tier">, args: Readonly<Record<string, unknown>>): boolean =>
	tier === "read" || args["dryRun"] === true;

/** Did a call make something that was not there? Its reply has the status 201. @throws never */
export const hasMade = (reply: unknown, args: Readonly<Record<string, unknown>>): boolean =>
	args["dryRun"] !== true && typeof reply === "object" && reply !== null && "created" in reply && reply.created === true;

/** What a call ran, as one line: a command by its words, a tool of an MCP server by its name, another one by its name and what it is about. @throws never */
export function lineOfCall(name: string, args: Readonly<Record<string, unknown>>): string {
	const { argv, path, pattern, paths, name: called } = args;
	if (Array.isArray(argv)) return argv.join(" ");
	if (name === callMcpTool.name && typeof called === "string") return called;
	const about = pattern ?? path ?? (Array.isArray(paths) ? paths[0] : undefined);
	return typeof about === "string" && about !== "" ? `${name} ${about}` : name;
}
