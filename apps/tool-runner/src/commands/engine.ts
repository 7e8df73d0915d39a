import type { TenantId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { CommandVerdict, runnerCommandsRoute } from "@webhand/contracts/tools/commands";
import { AppError } from "@webhand/service-kit/errors";
import { allowedArguments } from "../git/arguments.ts";
import type { ActiveRule, AllowedCommand, AskedCommand, Decision } from "./policy.ts";
import { decideCommand } from "./policy.ts";
import type { Programs, Toolchain } from "./programs.ts";
import { usageOf } from "./rules.ts";

/** What decisions need. */
export type DecideDeps = {
	/** The rules in force for a tenant. */
	readonly rulesOf: (tenantId: TenantId) => Promise<readonly ActiveRule[]>;
	readonly programs: Programs;
};

/** An allowed command, ready for the sandbox. */
export type ReadyCommand = Omit<AllowedCommand, "program" | "mostMs"> & {
	/** Path in the sandbox; `args` do not repeat it. */
	readonly program: string;
	/** All of it, with PATH. */
	readonly environment: Readonly<Record<string, string>>;
	/** To mount at `/opt/<name>`, read-only. */
	readonly toolchains: readonly Toolchain[];
	/**
	 * A git command: run it with `mount` of `createRepositories`, whose environment goes over this one, so that the repository runs nothing.
	 */
	readonly isGit: boolean;
	/** It is ended then, whatever the request says; null without a limit of its own. */
	readonly mostMs: number | null;
};

/** Decides about a command by the rules of a workspace. @throws AppError COMMAND_NOT_ALLOWED, VALIDATION_ERROR, PROGRAM_MISSING */
export type ReadyOf = (workspace: Allowance, command: AskedCommand) => Promise<ReadyCommand>;

/** Whose rules count, and what a workspace allows of them. */
export type Allowance = { readonly tenantId: TenantId; readonly allowedCommands: readonly string[] };

/**
 * Decides about a command and says how to run it. An `inspect` command gets the workspace read-only, `build` read-write with `.git`
 * read-only. Hold `rule` against the version that was granted.
 *
 * @throws AppError COMMAND_NOT_ALLOWED with `details` `{ reason, word }`; VALIDATION_ERROR for a variable that may not be set;
 * PROGRAM_MISSING when the program is not on this host
 */
export async function readyCommand(deps: DecideDeps, allowance: Allowance, command: AskedCommand): Promise<ReadyCommand> {
	const decision = decideCommand(await deps.rulesOf(allowance.tenantId), allowance, command);
	if (decision.kind !== "allowed") throw refusal(decision);
	const { kind, program: name, args, environment, ...rest } = decision;
	const [program, host] = await Promise.all([deps.programs.find(name), deps.programs.host()]);
	if (program === null) {
		throw new AppError("PROGRAM_MISSING", `${name} is not installed on the server host`, {
			details: { program: name },
			retryAfterSeconds: 60,
		});
	}
	const isGit = name === "git";
	return {
		...rest,
		program,
		args: isGit ? allowedArguments(args) : args,
		environment: { PATH: host.path, ...environment },
		toolchains: host.toolchains,
		isGit,
	};
}

/** The decision about the words of a command. @throws AppError when the rules cannot be read */
export async function verdictOf(deps: Pick<DecideDeps, "rulesOf">, allowance: Allowance, argv: readonly string[]): Promise<CommandVerdict> {
	const decision = decideCommand(await deps.rulesOf(allowance.tenantId), allowance, { argv });
	if (decision.kind === "allowed") {
		const { rule, autoApprovable } = decision;
		return { allowed: true, rule, class: decision.class, autoApprovable };
	}
	if (decision.kind !== "refused") throw refusal(decision);
	const { reason, word } = decision;
	return { allowed: false, reason, ...(word !== undefined && { word }) };
}

/** A command that may be run, as `GET /commands` shows it. */
export type ShownCommand = ReplyOf<typeof runnerCommandsRoute>["commands"][number];

/** The commands that a workspace allows, by name. */
export async function commandsOf(deps: DecideDeps, { tenantId, allowedCommands }: Allowance): Promise<ShownCommand[]> {
	const rules = await deps.rulesOf(tenantId);
	const allowed = rules.filter(({ name }) => allowedCommands.includes("*") || allowedCommands.includes(name));
	const commands = await Promise.all(
		allowed.map(async (rule) => ({
			rule: rule.name,
			version: rule.version,
			class: rule.class,
			usage: usageOf(rule),
			examples: rule.examples.match,
			available: (await deps.programs.find(rule.program)) !== null,
		})),
	);
	return commands.sort((one, other) => (one.rule < other.rule ? -1 : 1));
}

const texts = {
	no_rule: "No rule allows this command here. An operator can add one",
	flag: "This option is not allowed for this command",
	positional: "This argument is not allowed for this command. Paths are below the root of the workspace",
	args: "The command has too many or too long arguments, or one that is no text",
	workspace: "This workspace does not allow this command. An operator can allow it",
	program: "The first word must be the bare name of a program, without a path",
} as const;

function refusal(decision: Exclude<Decision, { kind: "allowed" }>): AppError {
	if (decision.kind === "wrong_variable") {
		const { name, problem } = decision;
		const details = { fields: [{ field: `env.${name}`, message: problem }] };
		return new AppError("VALIDATION_ERROR", "The request is not valid", { details });
	}
	const { reason, word, rule, instead } = decision;
	const usage = rule === undefined ? undefined : usageOf(rule);
	const allowed = [instead === undefined ? "" : `${instead} is allowed`, usage === undefined ? "" : `it is written: ${usage}`];
	const more = allowed.filter((text) => text !== "").join("; ");
	return new AppError("COMMAND_NOT_ALLOWED", more === "" ? texts[reason] : `${texts[reason]}: ${more}`, {
		details: { reason, word, ...(instead !== undefined && { instead }), ...(usage !== undefined && { usage }) },
	});
}
