import type { ApprovalScope } from "@webhand/contracts/tools/approvals";
import type { FileDiff } from "@webhand/contracts/tools/files";
import { hide } from "../../policy/secrets/find.ts";
import type { McpFacts, PreparedCall } from "./ports.ts";

/** What looking at a change before it happens gave. `entries` of a folder that is to be deleted, null for a file. */
export type Preview = { readonly diff?: readonly FileDiff[]; readonly entries?: number | null };

type Call = Pick<PreparedCall, "tool" | "args" | "facts">;

/** More entries of a folder are not counted. */
export const mostCounted = 1_000;

/** Says in one plain sentence what a call does. The person's own secrets are covered, what cannot be seen is spelled out. @throws never */
export function effectOf({ tool, args, facts }: Call, preview: Preview, secrets: readonly string[] = []): string {
	return visible(hide(sentenceOf({ tool, args, facts }, preview), secrets));
}

type Told = { readonly tool: string; readonly args: PreparedCall["args"]; readonly facts: PreparedCall["facts"] };

function sentenceOf({ tool, args, facts }: Told, { diff = [], entries }: Preview): string {
	const path = textOf(args["path"]);
	switch (tool) {
		case "fs.write":
			return diff[0] === undefined ? `Writes ${path}` : changeOf(diff[0]);
		case "fs.apply_patch":
			return diff.length === 1 && diff[0] !== undefined
				? changeOf(diff[0])
				: `Changes ${listOf(
						diff.map((file) => file.path),
						"file",
					)}; ${linesOf(diff)}`;
		case "fs.mkdir":
			return `Makes the folder ${path}`;
		case "fs.delete":
			return deletionOf(path, entries);
		case "git.add":
			return `Stages ${listOf(wordsOf(args["paths"]), "path")} for the next commit`;
		case "git.commit":
			return `Commits ${"paths" in args && args["paths"] !== undefined ? listOf(wordsOf(args["paths"]), "path") : "what is staged"} with the message "${textOf(args["message"])}"`;
		case "exec.run":
			return commandEffect({ args, facts });
		default:
			return mcpEffect(facts);
	}
}

function changeOf(file: FileDiff): string {
	if (file.type === "create") return `Creates ${file.path} with ${many(file.linesAdded, "line")}`;
	if (file.type === "delete") return `Deletes ${file.path}`;
	return `Changes ${file.path}: ${linesOf([file])}`;
}

function linesOf(files: readonly FileDiff[]): string {
	const sum = (name: "linesAdded" | "linesRemoved") => files.reduce((total, file) => total + file[name], 0);
	return `${many(sum("linesAdded"), "line")} added, ${sum("linesRemoved").toLocaleString("en")} removed`;
}

function deletionOf(path: string, entries: number | null | undefined): string {
	if (entries === null || entries === undefined) return `Deletes ${path}`;
	if (entries === 0) return `Deletes the empty folder ${path}`;
	return `Deletes the folder ${path} with ${entries > mostCounted ? `more than ${many(mostCounted, "entry", "entries")}` : many(entries, "entry", "entries")}`;
}

function commandEffect({ args, facts }: Pick<Told, "args" | "facts">): string {
	const what = facts !== undefined && "class" in facts && facts.class === "inspect";
	const variables = Object.keys((args["env"] ?? {}) as object);
	const stdin = textOf(args["stdin"]);
	const more = [
		variables.length === 0 ? "" : ` with ${variables.join(", ")} set`,
		stdin === "" ? "" : ` and gives it ${many(stdin.length, "character")} to read`,
	].join("");
	const reach = what ? "It only reads the workspace" : "It runs code of the workspace and may change its files";
	return `Runs ${lineOf(wordsOf(args["argv"]))} in ${folderOf(textOf(args["cwd"]))}${more}. ${reach}`;
}

const reachOfTier: Readonly<Record<McpFacts["tier"], string>> = {
	read: "It only reads",
	write: "It may change something",
	exec: "It may do whatever that server can",
};

function mcpEffect(facts: PreparedCall["facts"]): string {
	if (facts === undefined || !("mcpTool" in facts)) return "Calls a tool";
	const dot = facts.mcpTool.indexOf(".");
	return `Calls ${facts.mcpTool.slice(dot + 1)} of the MCP server ${facts.mcpTool.slice(0, dot)}. ${reachOfTier[facts.tier]}`;
}

/** Whom a wider approval would cover. `secrets` of the person stand in no text. */
export type Reach = {
	readonly tool: string;
	readonly workspaceName: string;
	readonly cwd: string;
	readonly words: readonly string[];
	readonly secrets?: readonly string[];
};

const longestRule = 500;

/**
 * Says what each scope that is offered would allow: `once` always; `session` and `rule` where the call may be covered by an earlier one.
 *
 * @param rule name and version of a command's rule, absent for other tools
 * @throws never
 */
export function ruleTexts(
	{ tool, workspaceName, cwd, words, secrets = [] }: Reach,
	{ rule, isCoverable }: { readonly rule: { readonly name: string; readonly version: number } | undefined; readonly isCoverable: boolean },
): Partial<Record<ApprovalScope, string>> {
	const once = "This call only, in the next 10 minutes";
	if (!isCoverable) return { once };
	const where = `of the workspace ${workspaceName}`;
	if (rule === undefined) {
		return { once, session: visible(`Every ${tool} in this session and the workspace ${workspaceName}, for 8 hours`) };
	}
	const commands = `Commands that begin with ${lineOf(words)} in ${folderOf(cwd)} ${where}`;
	// Only what is shown whole can be approved beyond this call.
	if (commands.length > longestRule || hide(commands, secrets) !== commands || visible(commands) !== commands) return { once };
	const condition = `while the rule ${rule.name} stays as it is`;
	return { once, session: `${commands}, in this session, for 8 hours`, rule: `${commands}, for 30 days, ${condition}` };
}

const folderOf = (cwd: string) => (cwd === "" || cwd === "." ? "the root folder" : `the folder ${cwd}`);

/** Words of a command, each with blanks or signs in quotes. */
const lineOf = (words: readonly string[]) => words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");

const mostListed = 10;

function listOf(names: readonly string[], one: string): string {
	const more = names.length - mostListed;
	const shown = names.slice(0, mostListed).join(", ");
	return `${many(names.length, one)}: ${shown}${more > 0 ? ` and ${more} more` : ""}`;
}

const many = (count: number, one: string, more = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((word) => typeof word === "string") : []);

/** Characters that nobody sees, or that turn others around, as their code. */
const visible = (text: string) =>
	text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
