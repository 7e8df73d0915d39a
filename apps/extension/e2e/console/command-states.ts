import type { CommandRule } from "@webhand/contracts/tools/commands";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the page of command rules, and who looks at it. */
type CommandState = { readonly path: string; readonly as: "operator"; readonly replies: Replies };

const demo = `org_${"b".repeat(22)}`;
const id = `wsp_${"a".repeat(22)}`;
const examples = { match: [["ls", "-la"]], notMatch: [["ls", "/etc"]] };
const rule: CommandRule = {
	name: "ls",
	version: 1,
	enabled: true,
	tenantId: null,
	source: "default",
	available: true,
	replacesDefault: false,
	program: "ls",
	argvPrefix: [],
	class: "inspect",
	positional: "path",
	maxArgs: 64,
	env: {},
	envAllow: [],
	examples,
	flags: { allow: ["-l", "-a"].map((name) => ({ name, value: "none" as const })) },
};
const build: Pick<CommandRule, "class" | "positional" | "flags"> = { class: "build", positional: "any", flags: { deny: [] } };
const scripts = ["test", "lint", "build", "typecheck", "check"];
const long = "donau.dampf.schifffahrts.gesellschafts.kapitaens.muetzen.knopf";
const tenantId = demo as NonNullable<CommandRule["tenantId"]>;

const rules: CommandRule[] = [
	{ ...rule, ...build, name: "cargo", program: "cargo", argvPrefix: [["test", "check"]], available: false },
	{ ...rule, ...build, name: "deploy-check", version: 101, program: "npm", argvPrefix: ["run", "deploy:check"], source: "file" },
	{ ...rule, name: "find", program: "find", enabled: false, version: 103, source: "operator", replacesDefault: true },
	{ ...rule, name: "git-log", program: "git", argvPrefix: ["log"] },
	rule,
	{ ...rule, ...build, name: long, version: 104, program: "make", argvPrefix: ["knopf"], source: "operator", tenantId },
	{ ...rule, ...build, name: "npm-run", program: "npm", argvPrefix: ["run", scripts], env: { NODE_ENV: "test" }, envAllow: ["PORT"] },
	{ ...rule, ...build, name: "npm-test", version: 102, program: "npm", argvPrefix: ["test"], source: "operator", replacesDefault: true },
];

const workspace = {
	id,
	name: "demo",
	root_path: "/srv/demo",
	allowed_commands: ["*"],
	created_at: "2026-03-01T09:30:00.000Z",
	read_only: false,
	is_git: true,
	available: true,
	tenantId: demo,
	source: "operator",
	git: "trusted",
};
const rulesAt = "GET /api/v1/agent/operator/command-rules";
const workspaces: Replies = { "GET /api/v1/agent/operator/workspaces": { workspaces: [workspace], nextCursor: null } };
const verdicts: Readonly<Record<string, unknown>> = {
	"npm test": { allowed: true, rule: { name: "npm-test", version: 102 }, class: "build", autoApprovable: false },
	"ls -la": { allowed: true, rule: { name: "ls", version: 1 }, class: "inspect", autoApprovable: true },
	"rg --pre=x y": { allowed: false, reason: "flag", word: "--pre=x" },
};
/** A program called `wrong` has wrong examples. */
const written = ({ params, body }: CallFacts) => {
	const wanted = body as Omit<CommandRule, "name">;
	if (wanted.program === "wrong") {
		const fields = [
			{ field: "examples.match.1", message: "is refused (flag: -x): wrong -x" },
			{ field: "envAllow.0", message: "LD_PRELOAD changes which programs run, so nobody may set it" },
		];
		return refused(400, "VALIDATION_ERROR", "The rule is not valid", { fields });
	}
	return { rule: { ...rule, ...wanted, name: params?.["name"], version: 105, source: "operator" } };
};
const off = refused(503, "AGENT_TOOLS_DISABLED", "Server tools are switched off");
const operator = { path: "/command-rules", as: "operator" } as const;

/** The page of command rules in each of its states. */
export const commandStates: Readonly<Record<string, CommandState>> = {
	"command-rules": {
		...operator,
		replies: {
			...workspaces,
			[rulesAt]: { rules },
			"POST /api/v1/agent/operator/command-rules/check": ({ body }: CallFacts) => {
				const { argv } = body as { argv: string[] };
				return verdicts[argv.join(" ")] ?? { allowed: false, reason: "no_rule", word: argv[0] };
			},
			"PUT /api/v1/agent/operator/command-rules/:name": written,
			"DELETE /api/v1/agent/operator/command-rules/:name": undefined,
		},
	},
	"command-rules-none": { ...operator, path: "/command-rules?q=curl", replies: { ...workspaces, [rulesAt]: { rules } } },
	"command-rules-empty": {
		...operator,
		replies: { "GET /api/v1/agent/operator/workspaces": { workspaces: [], nextCursor: null }, [rulesAt]: { rules: [] } },
	},
	"command-rules-off": { ...operator, replies: { "GET /api/v1/agent/operator/workspaces": off, [rulesAt]: off } },
	"command-rules-offline": { ...operator, replies: { ...workspaces, [rulesAt]: unreachable } },
	"command-rules-loading": { ...operator, replies: { "GET /api/v1/agent/operator/workspaces": "never", [rulesAt]: "never" } },
};
