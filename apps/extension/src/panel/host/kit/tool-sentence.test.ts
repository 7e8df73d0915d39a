import { statusByCode } from "@webhand/contracts/errors";
import { decideAllRoute, decideRoute } from "@webhand/contracts/tools/approvals";
import { commandsRoute } from "@webhand/contracts/tools/commands";
import { cancelExecutionRoute, execRoute, executionStreamRoute } from "@webhand/contracts/tools/executions";
import {
	deleteFileRoute,
	deletionRoute,
	listFilesRoute,
	makeFolderRoute,
	patchFilesRoute,
	readFileRoute,
	writeFileRoute,
} from "@webhand/contracts/tools/files";
import { gitAddRoute, gitBranchRoute, gitCommitRoute, gitDiffRoute, gitLogRoute, gitStatusRoute } from "@webhand/contracts/tools/git";
import { callToolRoute, mcpToolsRoute } from "@webhand/contracts/tools/mcp";
import { searchFilesRoute } from "@webhand/contracts/tools/search";
import { cancelServerTaskRoute, continueServerTaskRoute, startServerTaskRoute } from "@webhand/contracts/tools/server-tasks";
import { agentSessionRoute, agentSessionsRoute, removeAgentSessionRoute } from "@webhand/contracts/tools/sessions";
import { selectWorkspaceRoute, workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { expect, test } from "vitest";
import { toolErrors } from "./error-words.ts";
import { toolSentence } from "./tool-sentence.ts";

const routes = [
	listFilesRoute,
	readFileRoute,
	writeFileRoute,
	patchFilesRoute,
	makeFolderRoute,
	deleteFileRoute,
	deletionRoute,
	searchFilesRoute,
	gitStatusRoute,
	gitDiffRoute,
	gitLogRoute,
	gitBranchRoute,
	gitAddRoute,
	gitCommitRoute,
	workspacesRoute,
	selectWorkspaceRoute,
	agentSessionsRoute,
	agentSessionRoute,
	removeAgentSessionRoute,
	commandsRoute,
	execRoute,
	cancelExecutionRoute,
	executionStreamRoute,
	mcpToolsRoute,
	callToolRoute,
	decideRoute,
	decideAllRoute,
	startServerTaskRoute,
	continueServerTaskRoute,
	cancelServerTaskRoute,
];
const codes = [...new Set(routes.flatMap(({ errors }) => errors))];
const problem = { kind: "refused", code: "", message: "raw words", requestId: undefined, fields: {}, details: {} } as const;

test.each(codes)("the refusal %s is told in words of ours", (code) => {
	expect(statusByCode).toHaveProperty(code);
	expect(toolErrors).toHaveProperty(code);
	expect(toolSentence({ ...problem, code })).toMatch(/^[A-Z].+\.$/);
});

test("a patch that does not fit says where and why", () => {
	const details = { file: "src/add.js", hunk: 2, reason: "ambiguous" };
	expect(toolSentence({ ...problem, code: "PATCH_CONFLICT", details })).toBe(
		"The patch does not fit (src/add.js, part 2): the lines that it changes are there more than once. Nothing was changed.",
	);
});

test.each([
	["FILE_NOT_FOUND", { file: "nope.js" }, "The patch changes nope.js, which is not there. Nothing was changed."],
	["ALREADY_EXISTS", { file: "a.js" }, "The patch makes a.js, which is already there. Nothing was changed."],
	["PATCH_INVALID", { line: 4 }, "This is not a patch that can be applied (line 4). Paste a whole unified diff, as “git diff” prints it."],
] as const)("a refused patch names its file or line: %s", (code, details, sentence) => {
	expect(toolSentence({ ...problem, code, details })).toBe(sentence);
});

test.each([
	[{ reason: "no_rule", word: "curl" }, "No rule allows “curl”. Choose one of the allowed commands below."],
	[{ reason: "flag", word: "--exec" }, "The option “--exec” is not allowed for this command. Leave it out."],
	[{ reason: "args" }, "The command has too many words."],
	[{ reason: "of_a_newer_server" }, "This command is not allowed in this workspace."],
])("a refused command says why: %j", (details, sentence) => {
	expect(toolSentence({ ...problem, code: "COMMAND_NOT_ALLOWED", details })).toBe(sentence);
});

test.each([
	[{ kind: "offline", code: "NETWORK" }, /does not answer/],
	[{ kind: "signed_out", code: "UNAUTHORIZED" }, /Sign in again/],
	[{ kind: "invalid", code: "VALIDATION_ERROR", fields: { path: "must be shorter" } }, /^path: must be shorter\.$/],
	[{ kind: "refused", code: "OF_A_NEWER_SERVER" }, /^Raw words\.?$/i],
] as const)("a failure without a code of ours says what is known: %j", (part, expected) => {
	expect(toolSentence({ ...problem, ...part })).toMatch(expected);
});
