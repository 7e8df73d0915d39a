import { TenantId } from "@webhand/contracts/ids";
import type { CommandRule, RuleFacts, WantedRule } from "@webhand/contracts/tools/commands";
import { joinWords, splitWords } from "./command-line.ts";
import { commandRulesText as text } from "./words.ts";

/** What is typed about a rule. Options, variables and examples are text, a line each where there are several. */
export type RuleForm = {
	readonly name: string;
	readonly tenantId: string;
	readonly program: string;
	readonly prefix: string;
	readonly class: CommandRule["class"];
	readonly flagMode: "allow" | "deny";
	readonly flags: string;
	readonly positional: RuleFacts["positional"];
	readonly maxArgs: string;
	readonly variables: string;
	readonly autoApprovable: boolean;
	readonly match: string;
	readonly notMatch: string;
};

/** Messages by field of the form. */
export type RuleProblems = Readonly<Partial<Record<keyof RuleForm, string>>>;

export const emptyForm: RuleForm = {
	name: "",
	tenantId: "",
	program: "",
	prefix: "",
	class: "inspect",
	flagMode: "allow",
	flags: "",
	positional: "path",
	maxArgs: "64",
	variables: "",
	autoApprovable: true,
	match: "",
	notMatch: "",
};

const marks = { none: "", required: "=", optional: "?" } as const;

export function formOf(rule: CommandRule): RuleForm {
	const { flags, examples } = rule;
	return {
		name: rule.name,
		tenantId: rule.tenantId ?? "",
		program: rule.program,
		class: rule.class,
		positional: rule.positional,
		prefix: rule.argvPrefix.map((word) => (typeof word === "string" ? joinWords([word]) : word.join("|"))).join(" "),
		flagMode: "allow" in flags ? "allow" : "deny",
		flags: "allow" in flags ? flags.allow.map(({ name, value }) => name + marks[value]).join(" ") : flags.deny.join(" "),
		maxArgs: String(rule.maxArgs),
		variables: [...Object.entries(rule.env).map(([name, value]) => `${name}=${value}`), ...rule.envAllow].join("\n"),
		autoApprovable: rule.autoApprovable ?? rule.class === "inspect",
		match: examples.match.map(joinWords).join("\n"),
		notMatch: examples.notMatch.map(joinWords).join("\n"),
	};
}

/** What is sent of a form, or what is wrong with it. @param before keeps what the form does not show @throws never */
export function readForm(
	form: RuleForm,
	before: CommandRule | null,
): { readonly wanted: WantedRule } | { readonly problems: RuleProblems } {
	const problems: { -readonly [Field in keyof RuleForm]?: string } = {};
	const tenantId = form.tenantId.trim() === "" ? null : (TenantId.safeParse(form.tenantId.trim()).data ?? undefined);
	if (tenantId === undefined) problems.tenantId = text.badTenant;
	const prefix = splitWords(form.prefix);
	if (prefix === null) problems.prefix = text.openQuote(1);
	const flags = form.flags.split(/\s+/).filter((word) => word !== "");
	const wrongFlag = flags.find(
		(word) => !(form.flagMode === "allow" ? /^--?[A-Za-z0-9][\w-]*[=?]?$/ : /^--?[A-Za-z0-9][\w-]*$/).test(word),
	);
	if (wrongFlag !== undefined) problems.flags = text.badFlag(wrongFlag);
	const variables = linesOf(form.variables);
	const wrongVariable = variables.find((line) => !/^[A-Z_][A-Z0-9_]*(=.*)?$/.test(line));
	if (wrongVariable !== undefined) problems.variables = text.badVariable(wrongVariable);
	const examples = { match: examplesOf(form.match), notMatch: examplesOf(form.notMatch) };
	for (const field of ["match", "notMatch"] as const) {
		const open = examples[field].indexOf(null);
		if (open >= 0) problems[field] = text.openQuote(open + 1);
	}
	if (tenantId === undefined || prefix === null || Object.keys(problems).length > 0) return { problems };
	const whole = (lines: readonly (string[] | null)[]) => lines.flatMap((words) => (words === null ? [] : [words]));
	return {
		wanted: {
			tenantId,
			enabled: before?.enabled ?? true,
			program: form.program.trim(),
			class: form.class,
			positional: form.positional,
			argvPrefix: prefix.map((word) => (word.includes("|") ? word.split("|").filter((each) => each !== "") : word)),
			flags: form.flagMode === "deny" ? { deny: flags } : { allow: flags.map(flagOf) },
			maxArgs: Number(form.maxArgs),
			env: Object.fromEntries(
				variables.filter((line) => line.includes("=")).map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
			),
			envAllow: variables.filter((line) => !line.includes("=")),
			autoApprovable: form.autoApprovable,
			...(before?.timeoutMs !== undefined && { timeoutMs: before.timeoutMs }),
			examples: { match: whole(examples.match), notMatch: whole(examples.notMatch) },
		},
	};
}

/** Messages of the server at the fields of the form; the rest stays under its own name. @throws never */
export function problemsOf(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	const shown: Record<string, string> = {};
	for (const [field, message] of Object.entries(fields)) {
		const [first = "", second = "", third] = field.split(".");
		const line = third === undefined ? message : text.line(Number(third) + 1, message);
		if (first === "examples") shown[second === "" ? "match" : second] ??= line;
		else if (first === "argvPrefix") shown["prefix"] ??= message;
		else if (first === "env" || first === "envAllow")
			shown["variables"] ??= second === "" || first === "envAllow" ? message : `${second} ${message}`;
		else shown[first === "params" ? second : first] ??= message;
	}
	return shown;
}

/** A rule as it is written again, with another state. */
export function wantedOf(rule: CommandRule, enabled: boolean): WantedRule {
	const { name, version, source, available, replacesDefault, ...facts } = rule;
	return { ...facts, enabled };
}

/** How commands of a rule begin. @throws never */
export function usageOf({ program, argvPrefix }: CommandRule): string {
	return [program, ...argvPrefix.map((word) => (typeof word === "string" ? word : word.join("|")))].join(" ");
}

/** True for a rule that a search finds: by name, first words, class or source. @throws never */
export function fits(rule: CommandRule, search: string): boolean {
	const { [rule.class]: className } = text.classes;
	const all = [rule.name, usageOf(rule), className, text.sources[rule.source], stateOf(rule), rule.tenantId ?? ""].join("\n").toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => all.includes(word));
}

/** The state of a rule in a word or two. @throws never */
export function stateOf({ enabled, available }: CommandRule): string {
	return enabled ? (available ? text.states.on : text.states.missing) : text.states.off;
}

const linesOf = (lines: string) =>
	lines
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");

const examplesOf = (lines: string) => linesOf(lines).map(splitWords);

function flagOf(word: string) {
	const value = word.endsWith("=") ? ("required" as const) : word.endsWith("?") ? ("optional" as const) : ("none" as const);
	return { name: word.replace(/[=?]$/, ""), value };
}
