import { z } from "zod";
import { TenantId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { WorkspaceParams } from "./internal/workspace-call.ts";
import { Target, toolErrors } from "./target.ts";

/** Name of a command rule; an operator's own rule with the name of a built-in one takes its place. */
export const RuleName = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}$/, "must be lower case letters, digits, dots and hyphens");

/**
 * What a command does: `inspect` only reads, so the workspace is read-only for it; `build` runs code of the workspace and may write, `.git`
 * aside.
 */
export const CommandClass = z.enum(["inspect", "build"]);
export type CommandClass = z.infer<typeof CommandClass>;

const Flag = z.string().regex(/^--?[A-Za-z0-9][A-Za-z0-9-]{0,60}$/, "must be an option such as -n or --max-count");
const Argv = z.array(z.string().max(32_768)).min(1).max(256);

/**
 * Which commands may be run. The first words are `program` and `argvPrefix`, where a list stands for any of its words. `inspect` rules name
 * the flags that they allow, `build` rules may name those that they deny. `positional`: no other words, paths of the workspace, any, or
 * `script`: a path of the workspace, and behind it whatever that script takes. Examples are tried when the rule is saved.
 */
export const RuleFacts = z.strictObject({
	program: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/, "must be the bare name of a program"),
	argvPrefix: z
		.array(z.union([z.string().min(1).max(200), z.array(z.string().min(1).max(200)).min(1).max(50)]))
		.max(5)
		.default([]),
	class: CommandClass,
	flags: z.union([
		z.strictObject({ allow: z.array(z.strictObject({ name: Flag, value: z.enum(["none", "required", "optional"]) })).max(200) }),
		z.strictObject({ deny: z.array(Flag).max(200) }),
	]),
	positional: z.enum(["none", "path", "any", "script"]),
	maxArgs: z.number().int().min(0).max(255).default(64),
	env: z.record(z.string().regex(/^[A-Z_][A-Z0-9_]{0,63}$/), z.string().max(4_096)).default({}),
	envAllow: z
		.array(z.string().regex(/^[A-Z_][A-Z0-9_]{0,63}$/))
		.max(50)
		.default([]),
	/** May pass without a question where the person chose so; by default for `inspect`. */
	autoApprovable: z.boolean().optional(),
	/** A command of this rule is ended after so many milliseconds, whatever it asked for. */
	timeoutMs: z.number().int().min(1_000).max(600_000).optional(),
	examples: z.strictObject({ match: z.array(Argv).min(1).max(20), notMatch: z.array(Argv).max(20) }),
});
export type RuleFacts = z.infer<typeof RuleFacts>;

/** A rule as stored; each change makes the next version, and voids what was granted under the one before. */
export const CommandRule = RuleFacts.extend({
	name: RuleName,
	version: z.number().int().positive(),
	enabled: z.boolean(),
	tenantId: TenantId.nullable(),
	source: z.enum(["default", "operator", "file"]),
	/** The program is there on the server host. */
	available: z.boolean(),
	/** It stands in the place of a built-in rule, which counts again once this one is removed. */
	replacesDefault: z.boolean(),
});
export type CommandRule = z.infer<typeof CommandRule>;

/** Why a command is refused: `details.reason` of COMMAND_NOT_ALLOWED. */
export const CommandRefusal = z.enum(["no_rule", "flag", "positional", "args", "workspace", "program"]);
export type CommandRefusal = z.infer<typeof CommandRefusal>;

/** The decision about a command. `word` is the argument that is to blame. */
export const CommandVerdict = z.discriminatedUnion("allowed", [
	z.object({
		allowed: z.literal(true),
		rule: z.object({ name: RuleName, version: z.number().int().positive() }),
		class: CommandClass,
		autoApprovable: z.boolean(),
	}),
	z.object({ allowed: z.literal(false), reason: CommandRefusal, word: z.string().optional() }),
]);
export type CommandVerdict = z.infer<typeof CommandVerdict>;

export const commandsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/commands",
	summary: "Commands that may be run in a workspace",
	description: "The commands of a workspace, with how they are written.",
	query: z.strictObject(Target.shape),
	reply: z.object({
		commands: z.array(
			z.object({
				rule: RuleName,
				version: z.number().int().positive(),
				class: CommandClass,
				usage: z.string(),
				examples: z.array(z.array(z.string())),
				available: z.boolean(),
			}),
		),
	}),
	errors: toolErrors,
});

const operatorErrors = ["FORBIDDEN", "AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"] as const;
const NameParams = z.strictObject({ name: RuleName });

export const commandRulesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/operator/command-rules",
	summary: "Command rules",
	description: "All rules: built in, of operators, of the file. For operators.",
	query: z.strictObject({ tenantId: TenantId.optional() }),
	reply: z.object({ rules: z.array(CommandRule) }),
	errors: operatorErrors,
});

/** A rule as an operator writes it; without a tenant it counts for all. */
export const WantedRule = RuleFacts.extend({ enabled: z.boolean().default(true), tenantId: TenantId.nullable().default(null) });
export type WantedRule = z.infer<typeof WantedRule>;

export const putCommandRuleRoute = defineRoute({
	service: "agent-api",
	method: "PUT",
	path: "/api/v1/agent/operator/command-rules/:name",
	summary: "Write a command rule",
	description: "Makes a rule, or its next version. A wrong example is a 400 that names it. For operators.",
	params: NameParams,
	body: WantedRule,
	reply: z.object({ rule: CommandRule }),
	errors: [...operatorErrors, "MANAGED_BY_FILE", "LIMIT_REACHED", "AUDIT_UNAVAILABLE"],
});

export const removeCommandRuleRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/api/v1/agent/operator/command-rules/:name",
	status: 204,
	summary: "Remove a command rule",
	description: "Removes a rule of an operator; a built-in one with its name counts again. For operators.",
	params: NameParams,
	query: z.strictObject({ tenantId: TenantId.optional() }),
	errors: [...operatorErrors, "MANAGED_BY_FILE", "RULE_NOT_FOUND", "AUDIT_UNAVAILABLE"],
});

export const checkCommandRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/operator/command-rules/check",
	summary: "Try a command against the rules",
	description: "What would be decided about a command. For operators.",
	bodyLimit: 262_144,
	body: z.strictObject({ argv: Argv, workspaceId: WorkspaceId }),
	reply: CommandVerdict,
	errors: [...operatorErrors, "WORKSPACE_NOT_FOUND"],
});

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
