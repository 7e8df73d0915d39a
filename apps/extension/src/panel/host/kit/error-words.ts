import type { ErrorCode } from "@webhand/contracts/errors";
import type { CommandRefusal } from "@webhand/contracts/tools/commands";
import { inLanguage } from "../../../kit/words/language.ts";
import type { Sentence } from "./error-sentence.ts";
import { knownRefusal, ofPatch, wordOf } from "./error-sentence.ts";
import * as german from "./error-words.de.ts";

/** Why a patch does not fit, by `details.reason` of PATCH_CONFLICT. */
const conflict: Readonly<Record<string, string>> = {
	not_found: "the lines that it changes are not there",
	ambiguous: "the lines that it changes are there more than once",
};

/** Why a command may not run, by `details.reason` of COMMAND_NOT_ALLOWED. */
const refusal: Readonly<Record<CommandRefusal, (word: string, instead: string) => string>> = {
	no_rule: (word) => `No rule allows ${word === "" ? "this command" : `“${word}”`}. Choose one of the allowed commands below.`,
	flag: (word, instead) =>
		`The option ${word === "" ? "that you gave" : `“${word}”`} is not allowed for this command${instead === "" ? ". Leave it out" : `; “${instead}” is`}.`,
	positional: (word) =>
		`${word === "" ? "One of the words" : `“${word}”`} is not allowed here. Commands take paths inside the workspace only.`,
	args: () => "The command has too many words.",
	workspace: (word) => `${word === "" ? "This command" : `“${word}”`} is not allowed in this workspace. Ask an operator to allow it.`,
	program: (word) => `${word === "" ? "The program" : `“${word}”`} is not the plain name of a program. Leave out its folder.`,
};

/** What a refusal of the server tools means, and what to do next, by its code. */
export const toolErrors: Partial<Record<ErrorCode, Sentence>> = inLanguage(german.toolErrors, {
	PATH_INVALID: "This name cannot be used. Choose one without control characters, of at most 255 bytes.",
	PATH_NOT_ALLOWED: ofPatch(
		"This place is closed: it lies outside of the workspace, or in its .git folder.",
		(file) => `The patch changes ${file}, which lies outside of the workspace, or in its .git folder. Nothing was changed.`,
	),
	LINK_LOOP: "This link leads to itself.",
	NOT_A_FILE: "This is not a plain file, so it cannot be opened.",
	NOT_A_DIRECTORY: "This is not a folder.",
	FILE_NOT_FOUND: ofPatch(
		"It is no longer there. Reload the folder to see what is.",
		(file) => `The patch changes ${file}, which is not there. Nothing was changed.`,
	),
	FILE_TOO_LARGE: "This is too large. The server reads files of up to 64 MB and writes files of up to 1 MB.",
	HASH_MISMATCH: "Somebody changed this file meanwhile. Nothing was written.",
	ALREADY_EXISTS: ofPatch(
		"Something with this name is already there. Choose another name.",
		(file) => `The patch makes ${file}, which is already there. Nothing was changed.`,
	),
	DIRECTORY_NOT_EMPTY: "The folder is not empty.",
	SEARCH_PATTERN_INVALID: "This expression cannot be read. Search for plain text, or correct it.",
	PATCH_INVALID: ({ line }) =>
		`This is not a patch that can be applied${line === undefined ? "" : ` (line ${wordOf(line)})`}. Paste a whole unified diff, as “git diff” prints it.`,
	PATCH_CONFLICT: ({ file, hunk, reason }) => {
		const place = [wordOf(file), hunk === undefined ? "" : `part ${wordOf(hunk)}`].filter((part) => part !== "").join(", ");
		const why = conflict[wordOf(reason)] ?? "the file has other lines";
		return `The patch does not fit${place === "" ? "" : ` (${place})`}: ${why}. Nothing was changed.`;
	},
	GIT_FAILED: "Git could not do this. Reload the changes, then try again.",
	GIT_REF_INVALID: "This is not the name of a branch or commit.",
	NOT_A_REPOSITORY: ({ reason }) =>
		reason === "elsewhere"
			? "The repository of this folder lies elsewhere, so git is off here. Ask an operator to open the folder that holds it."
			: "This workspace is not a git repository.",
	GIT_BUSY: "Another program works in this repository. Try again in a moment.",
	GIT_DIR_UNTRUSTED: "The git settings of this workspace could run programs, so git is off here. Ask an operator to check it.",
	FILTER_DRIVER_REFUSED: "A filter of this repository wants to change this file, so it cannot be staged here.",
	NOTHING_TO_COMMIT: "Nothing is staged. Stage a change first.",
	WORKSPACE_READ_ONLY: "This workspace is read-only.",
	WORKSPACE_NOT_FOUND: "This workspace no longer exists. Choose another one.",
	WORKSPACE_NOT_SELECTED: "Choose a workspace first.",
	WORKSPACE_MOVED: "The folder of this workspace was moved or replaced. Ask an operator to open it again.",
	GRANT_INVALID: "The server did not accept this change. Try again.",
	STORAGE_FULL: ({ reason, limitMb }) =>
		reason === "tenant"
			? `The files of your organization take all of its ${wordOf(limitMb)} MiB on the server. Nothing was written. Delete what is no longer needed, or ask an operator for more.`
			: "The disk of the server is full. Nothing was written.",
	SESSION_NOT_FOUND: "This session no longer exists.",
	SESSION_ACTIVE: "This session is still at work. Wait until it has ended.",
	AGENT_TOOLS_DISABLED: "Server tools are switched off on this server, or this one is not allowed here.",
	TOOL_RUNNER_UNAVAILABLE: "The service for server tools does not answer. Try again in a moment.",
	SANDBOX_UNAVAILABLE: "Search, git and commands are off, because the server cannot run them safely. Files still work.",
	PROGRAM_MISSING: "A program that this needs is not installed on the server. Ask an operator.",
	AUDIT_UNAVAILABLE: "The server cannot write its audit now, so it does nothing. Try again in a moment.",
	COMMAND_NOT_ALLOWED: ({ reason, word, instead }) => {
		const known = knownRefusal(reason);
		return known === undefined ? "This command is not allowed in this workspace." : refusal[known](wordOf(word), wordOf(instead));
	},
	EXECUTION_NOT_FOUND: "This command is no longer kept.",
	IDEMPOTENCY_CONFLICT: "The server took this for something that it already did. Try again.",
	APPROVAL_NOT_FOUND: "This question is no longer there.",
	APPROVAL_DECIDED: "This was already decided elsewhere, so nothing was changed here.",
	APPROVAL_EXPIRED: "The time for this answer is over. The task was told.",
	TOOL_NOT_FOUND: "This tool is no longer there.",
	TOOL_ARGUMENTS_INVALID: "The tool does not take these arguments.",
	MCP_SERVER_DOWN: "The server of this tool does not answer. Try again in a moment.",
	MCP_TOOL_CHANGED: "The tool changed, so an operator has to accept it again.",
	LIMIT_REACHED: "You have as many tasks at work as the server allows. Wait until one has ended, or cancel it.",
	QUEUE_FULL: "The server is busy. Try again in a moment.",
	RATE_LIMIT: ({ name }) =>
		name === "runsPerDay" || name === "outputPerDay"
			? "Your organization has used up what it may run on the server today. It goes on after midnight UTC; an operator can allow more."
			: "Too much is under way at once. Wait until something has ended, then try again.",
	PAYLOAD_TOO_LARGE: "This is too large for the server.",
} satisfies Partial<Record<ErrorCode, Sentence>>);
