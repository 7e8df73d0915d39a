import type { CallFacts, Replies } from "../console/scripted-api.ts";
import { refused, unreachable } from "../console/scripted-api.ts";
import { commandReplies, terminalStates } from "./sample-commands.ts";
import { at, fileRead, listed, patchedFiles, readmeDiff, theirDiff, written } from "./sample-files.ts";
import { gitStates } from "./sample-git.ts";
import { taskDetail, taskReplies, taskStates, tasksBefore } from "./sample-tasks.ts";

/** A state of the server tools: what the server answers, anew for each showing. */
export type ToolsState = { readonly replies: () => Replies; readonly isNoticeSeen?: boolean; readonly waiting?: number };

const idOf = (letter: string) => `wsp_${letter.repeat(22)}`;
const banner = "Actions run on the server host.";

const workspace = (letter: string, name: string, part: Record<string, unknown> = {}) => ({
	id: idOf(letter),
	name,
	root_path: `/srv/workspaces/${name.toLowerCase().replaceAll(" ", "-")}`,
	allowed_commands: ["*"],
	created_at: at,
	read_only: false,
	is_git: true,
	available: true,
	last_used_at: at,
	session_count: 2,
	...part,
});

const workspaces = [
	workspace("a", "Demo shop"),
	workspace("b", "Handbook of the whole organization, with a long name", { read_only: true }),
	workspace("c", "Archive", { available: false, reason: "replaced" }),
];

const capabilities = { fs: true, search: true, git: true, exec: true, mcp: false };
const online = { status: "online", reasons: [], warnings: [], capabilities, level: "write", autoApprove: true, banner };
const degraded = {
	...online,
	status: "degraded",
	capabilities: { ...capabilities, search: false, git: false, exec: false },
	reasons: [{ code: "USERNS_BLOCKED", message: "The server’s kernel does not allow the sandbox, so only files work.", since: at }],
};
const offline = {
	...degraded,
	status: "offline",
	capabilities: { fs: false, search: false, git: false, exec: false, mcp: false },
	reasons: [{ code: "DISABLED", message: "Server tools are switched off.", since: at }],
};

const sessionId = "59adf5f0-cddb-42dd-a20d-658ac57278fe";
const session = {
	id: sessionId,
	user_id: "usr_a",
	workspace: idOf("a"),
	created_at: at,
	last_used_at: at,
	status: "idle",
	workspaceId: idOf("a"),
	task: "",
	title: "",
	currentStep: 0,
	createdAt: at,
	updatedAt: at,
	messageCount: 0,
	toolCallCount: 7,
};
const older = {
	...session,
	id: "0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0009",
	title: "Repair the sum in the shop’s cart and tell the people of the kitchen",
	status: "complete",
	workspaceId: idOf("b"),
};

const standing = [
	{
		id: `apr_${"7".repeat(22)}`,
		toolName: "exec.run",
		sessionId,
		workspace: { id: idOf("a"), name: "Demo shop" },
		scope: "rule",
		text: "Each “npm test” in Demo shop, for 30 days.",
		decidedAt: at,
		until: "2026-03-30T10:00:00Z",
	},
];

const call = (id: string, name: string, args: unknown, part: Record<string, unknown> = {}) => ({
	id,
	name,
	arguments: JSON.stringify(args),
	status: "completed",
	timestamp: `2026-03-02T09:4${id}:00Z`,
	durationMs: Number(id) * 31 + 4,
	...part,
});
const detail = {
	...session,
	schemaVersion: 1,
	session_id: sessionId,
	messages: [],
	pendingApprovals: [],
	executions: [],
	hasMoreBefore: false,
	toolCalls: [
		call("1", "fs.list", { path: "" }, { result: '{"entries":12}' }),
		call("2", "fs.read", { path: "src/add.js" }, { result: '{"bytes":84}' }),
		call(
			"3",
			"fs.apply_patch",
			{ patch: "--- a/src/add.js\n+++ b/src/add.js\n" },
			{ status: "error", result: '{"code":"PATCH_CONFLICT"}' },
		),
		call("4", "fs.apply_patch", { patch: "--- a/src/add.js\n+++ b/src/add.js\n" }, { result: '{"applied":true}' }),
		call("5", "git.add", { paths: ["src/add.js", "test/add.test.js"] }, { result: '{"staged":["src/add.js"]}' }),
		call("6", "git.commit", { message: "Add instead of subtract" }, { result: '{"oid":"4f5c2b1a","files":2}' }),
		call("7", "git.status", {}, { status: "running", durationMs: undefined }),
	],
	diffs: [
		{
			path: "src/add.js",
			type: "modify",
			linesAdded: 1,
			linesRemoved: 1,
			preview: "@@ -1,3 +1,3 @@\n export function add(a, b) {\n-\treturn a - b;\n+\treturn a + b;\n }",
		},
	],
};

const matches = [
	["README.md", 3, "A small shop with kettles, made to try things out.", 18],
	["server.log", 40_000, "2026-03-02T09:00:00Z request 00040000 GET /kettles/blue 200", 42],
	["server.log", 40_001, "2026-03-02T09:00:00Z request 00040001 GET /kettles/blue 200", 42],
	["src/math.js", 12, `${"x".repeat(400)} kettle ${"y".repeat(400)}`, 401],
] as const;

const found = ({ body }: CallFacts): unknown =>
	(body as { type: string }).type === "glob"
		? {
				type: "glob",
				truncated: false,
				truncatedReason: null,
				durationMs: 9,
				paths: [
					{ path: "src/add.js", size: 84, mtime: at },
					{ path: "test/add.test.js", size: 640, mtime: at },
				],
			}
		: {
				type: "grep",
				truncated: true,
				truncatedReason: "matches",
				durationMs: 21,
				matches: matches.map(([path, line, text, start]) => ({
					path,
					line,
					column: start + 1,
					text,
					before: [],
					after: [],
					submatches: [{ start, end: start + 6 }],
				})),
			};

const base: Replies = {
	"GET /api/v1/agent/availability": online,
	"GET /api/v1/agent/workspaces": { workspaces, selectedWorkspaceId: idOf("a"), banner },
	"POST /api/v1/agent/workspace/select": ({ body }: CallFacts) => {
		const { workspaceId } = body as { workspaceId: string };
		return { session: { ...session, workspace: workspaceId }, workspace: workspaces.find(({ id }) => id === workspaceId) };
	},
	"GET /api/v1/agent/fs/list": listed,
	"GET /api/v1/agent/fs/read": fileRead,
	"POST /api/v1/agent/fs/write": () => written(readmeDiff),
	"POST /api/v1/agent/fs/mkdir": ({ body }: CallFacts) => ({ path: (body as { path: string }).path, created: true }),
	"POST /api/v1/agent/fs/delete": ({ body }: CallFacts) => ({
		path: (body as { path: string }).path,
		type: "dir",
		entriesDeleted: 43,
		deletionId: null,
	}),
	"POST /api/v1/agent/fs/search": found,
	"POST /api/v1/agent/fs/patch": ({ body }: CallFacts) => {
		const { dryRun } = body as { dryRun: boolean };
		return { applied: !dryRun, dryRun, files: patchedFiles };
	},
	"GET /api/v1/agent/sessions": { sessions: [session, older, ...tasksBefore], nextCursor: null },
	"GET /api/v1/agent/sessions/:id": ({ params }: CallFacts) => (params?.["id"] === sessionId ? detail : taskDetail),
	"PATCH /api/v1/agent/sessions/:id": ({ body }: CallFacts) => ({ session: { ...session, title: (body as { title: string }).title } }),
	"DELETE /api/v1/agent/sessions/:id": null,
	"GET /api/v1/agent/approvals/standing": { standing },
	"DELETE /api/v1/agent/approvals/standing/:id": null,
	...commandReplies,
	...taskReplies,
	...gitStates.changed,
};

/** Somebody writes between the look and the save: the way back is asked for with what one had. */
const changedMeanwhile = (): Replies => ({
	...base,
	"POST /api/v1/agent/fs/write": ({ body }: CallFacts) => {
		const { expectedHash, content } = body as { expectedHash?: string; content: string };
		if (expectedHash?.startsWith("sha256:a") === true)
			return refused(409, "HASH_MISMATCH", "changed", { currentHash: `sha256:${"d".repeat(64)}` });
		return written(content.includes("nine") ? readmeDiff : theirDiff);
	},
});

const withReplies = (part: Replies): ToolsState => ({ replies: () => ({ ...base, ...part }) });

/** The states of the server tools by the hash of the gallery's address. */
export const toolsStates: Readonly<Record<string, ToolsState>> = {
	files: { replies: () => base },
	"first-use": {
		replies: () => ({ ...base, "GET /api/v1/agent/workspaces": { workspaces, selectedWorkspaceId: null, banner } }),
		isNoticeSeen: false,
	},
	loading: withReplies({ "GET /api/v1/agent/workspaces": "never" }),
	"no-workspace": withReplies({ "GET /api/v1/agent/workspaces": { workspaces: [], selectedWorkspaceId: null, banner } }),
	"read-only": withReplies({ "GET /api/v1/agent/workspaces": { workspaces, selectedWorkspaceId: idOf("b"), banner } }),
	"not-available": withReplies({ "GET /api/v1/agent/workspaces": { workspaces, selectedWorkspaceId: idOf("c"), banner } }),
	degraded: withReplies({
		"GET /api/v1/agent/availability": degraded,
		"GET /api/v1/agent/git/status": refused(503, "SANDBOX_UNAVAILABLE", "no sandbox"),
	}),
	offline: withReplies({
		"GET /api/v1/agent/availability": offline,
		"GET /api/v1/agent/workspaces": refused(503, "AGENT_TOOLS_DISABLED", "disabled"),
	}),
	unreachable: withReplies({ "GET /api/v1/agent/availability": unreachable, "GET /api/v1/agent/workspaces": unreachable }),
	"not-listed": withReplies({ "GET /api/v1/agent/fs/list": refused(409, "WORKSPACE_MOVED", "moved") }),
	conflict: { replies: changedMeanwhile },
	"patch-conflict": withReplies({
		"POST /api/v1/agent/fs/patch": refused(409, "PATCH_CONFLICT", "does not fit", { file: "src/add.js", hunk: 1, reason: "not_found" }),
	}),
	searching: withReplies({ "POST /api/v1/agent/fs/search": "never" }),
	deleting: withReplies({
		"POST /api/v1/agent/fs/delete": { path: "test", type: "dir", entriesDeleted: 1_200, deletionId: `del_${"d".repeat(22)}` },
		"GET /api/v1/agent/fs/deletions/:deletionId": {
			id: `del_${"d".repeat(22)}`,
			path: "test",
			state: "running",
			entriesDeleted: 3_400,
			entries: 10_001,
			error: null,
		},
	}),
	clean: withReplies(gitStates.clean),
	"no-repository": withReplies({ "GET /api/v1/agent/git/status": refused(409, "NOT_A_REPOSITORY", "no git") }),
	...Object.fromEntries(
		Object.entries({ ...terminalStates, ...taskStates }).map(([name, part]) => [
			name,
			{ ...withReplies(part.replies), ...(part.waiting === undefined ? {} : { waiting: part.waiting }) },
		]),
	),
	"no-sessions": withReplies({ "GET /api/v1/agent/sessions": { sessions: [], nextCursor: null } }),
};
