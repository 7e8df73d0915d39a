import type { CommandClass, CommandRefusal, RuleFacts } from "@webhand/contracts/tools/commands";
import { execLimits } from "@webhand/contracts/tools/executions";
import { readPath } from "../files/policy.ts";
import type { WrongVariable } from "./environment.ts";
import { environmentOf } from "./environment.ts";
import { insteadOf, sortWords } from "./flags.ts";

/** A rule that is in force for a tenant. */
export type ActiveRule = RuleFacts & { readonly name: string; readonly version: number };

/** The words of a command and the environment that was asked for. */
export type AskedCommand = { readonly argv: readonly string[]; readonly env?: Readonly<Record<string, string>> | undefined };

/** What is needed to run an allowed command, but for the place of its program. */
export type AllowedCommand = {
	readonly rule: { readonly name: string; readonly version: number };
	readonly class: CommandClass;
	readonly autoApprovable: boolean;
	readonly program: string;
	readonly args: readonly string[];
	/** Without PATH. */
	readonly environment: Readonly<Record<string, string>>;
	readonly mostMs: number | null;
};

/** The decision about a command; `word` is the argument, rule or variable to blame, `instead` an option that is allowed in its place. */
export type Decision =
	| ({ readonly kind: "allowed" } & AllowedCommand)
	| {
			readonly kind: "refused";
			readonly reason: CommandRefusal;
			readonly word?: string;
			readonly instead?: string;
			readonly rule?: ActiveRule;
	  }
	| ({ readonly kind: "wrong_variable" } & WrongVariable);

const bareName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const encoder = new TextEncoder();

/**
 * Decides about a command: the rule with the longest prefix judges it alone. A limit reached or a doubt in parsing refuses; nothing turns a
 * refusal into a question.
 *
 * @param rules those in force for the tenant, each name once; of two with equally long prefixes the first judges
 * @param workspace `allowedCommands`: names of rules; `*` stands for all of them
 * @throws never
 */
export function decideCommand(
	rules: readonly ActiveRule[],
	workspace: { readonly allowedCommands: readonly string[] },
	{ argv, env = {} }: AskedCommand,
): Decision {
	const [program = "", ...words] = argv;
	if (!bareName.test(program)) return refused("program", program);
	const unfit = unfitWord(argv);
	if (unfit !== undefined) return refused("args", unfit);
	const rule = ruleFor(rules, argv);
	if (rule === undefined) return refused("no_rule", rules.some((each) => each.program === program) ? (words[0] ?? program) : program);
	const { allowedCommands } = workspace;
	if (!allowedCommands.includes("*") && !allowedCommands.includes(rule.name)) return refused("workspace", rule.name);
	const rest = words.slice(rule.argvPrefix.length);
	if (rest.length > rule.maxArgs) return { ...refused("args", rest[rule.maxArgs] ?? ""), rule };
	const sorted = sortWords(rule.flags, rest, rule.positional === "script");
	if ("wrong" in sorted) {
		const instead = insteadOf(rule.flags, sorted.wrong);
		return { ...refused("flag", sorted.wrong), rule, ...(instead !== undefined && { instead }) };
	}
	const misplaced = misplacedWord(rule.positional, sorted.positionals);
	if (misplaced !== undefined) return { ...refused("positional", misplaced), rule };
	const environment = environmentOf({ requested: env, rule });
	if ("problem" in environment) return { kind: "wrong_variable", ...environment };
	return {
		kind: "allowed",
		rule: { name: rule.name, version: rule.version },
		class: rule.class,
		autoApprovable: rule.autoApprovable ?? rule.class === "inspect",
		program,
		args: words,
		...environment,
		mostMs: rule.timeoutMs ?? null,
	};
}

const refused = (reason: CommandRefusal, word: string) => ({ kind: "refused", reason, word: word.slice(0, 200) }) as const;

/** The first word that is no text for a program, or that comes after the most that is taken. */
function unfitWord(argv: readonly string[]): string | undefined {
	if (argv.length > execLimits.words) return argv[execLimits.words];
	let bytes = 0;
	return argv.find((word) => {
		const length = encoder.encode(word).byteLength;
		bytes += length;
		return word.includes("\0") || !word.isWellFormed() || length > execLimits.wordBytes || bytes > execLimits.argvBytes;
	});
}

function ruleFor(rules: readonly ActiveRule[], [program, ...words]: readonly string[]): ActiveRule | undefined {
	const fits = ({ argvPrefix }: ActiveRule) =>
		argvPrefix.every((wanted, index) => (typeof wanted === "string" ? wanted === words[index] : wanted.includes(words[index] ?? "")));
	return rules
		.filter((rule) => rule.program === program && fits(rule))
		.reduce<ActiveRule | undefined>(
			(best, rule) => (best === undefined || rule.argvPrefix.length > best.argvPrefix.length ? rule : best),
			undefined,
		);
}

function misplacedWord(positional: RuleFacts["positional"], words: readonly string[]): string | undefined {
	const isNoPath = (word: string) => word === "" || !("parts" in readPath(word));
	switch (positional) {
		case "none":
			return words[0];
		case "path":
			return words.find(isNoPath);
		case "script":
			return isNoPath(words[0] ?? "") || words[0] === "-" ? (words[0] ?? "") : undefined;
		case "any":
			return undefined;
	}
}
