import { z } from "zod";
import { defineRoute } from "../../routes.ts";
import {
	CommandVerdict,
	checkCommandRoute,
	commandRulesRoute,
	commandsRoute,
	putCommandRuleRoute,
	removeCommandRuleRoute,
} from "../commands.ts";
import { WorkspaceParams } from "./workspace-call.ts";

const internal = { service: "tool-runner", internal: true } as const;

export const runnerCommandsRoute = defineRoute({
	...commandsRoute,
	...internal,
	path: "/v1/workspaces/:id/commands",
	params: WorkspaceParams,
	query: z.strictObject({}),
});

export const runnerCheckCommandRoute = defineRoute({
	...internal,
	method: "POST",
	path: "/v1/workspaces/:id/commands/check",
	summary: "The decision about a command",
	description: "What the rules say about a command: agent-api asks before it asks its user.",
	bodyLimit: 262_144,
	params: WorkspaceParams,
	body: checkCommandRoute.body.omit({ workspaceId: true }),
	reply: CommandVerdict,
	errors: ["WORKSPACE_NOT_FOUND", "AGENT_TOOLS_DISABLED"],
});

export const runnerCommandRulesRoute = defineRoute({ ...commandRulesRoute, ...internal, path: "/v1/command-rules" });
export const runnerPutCommandRuleRoute = defineRoute({ ...putCommandRuleRoute, ...internal, path: "/v1/command-rules/:name" });
export const runnerRemoveCommandRuleRoute = defineRoute({ ...removeCommandRuleRoute, ...internal, path: "/v1/command-rules/:name" });
/** What the rules say about a command in a workspace of any tenant. For operators. */
export const runnerTryCommandRoute = defineRoute({ ...checkCommandRoute, ...internal, path: "/v1/command-rules/check" });
