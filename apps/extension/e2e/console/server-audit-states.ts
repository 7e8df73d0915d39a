import type { AgentAudit, AuditVerdict } from "@webhand/contracts/tools/audit";
import { members } from "./identity-states.ts";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the page Server audit, and who looks at it. */
type ServerAuditState = { readonly path: string; readonly as: "member" | "admin"; readonly replies: Replies };

const demo = `wsp_${"d".repeat(22)}`;
const auditAt = "GET /api/v1/agent/audit";
const verifyAt = "GET /api/v1/agent/audit/verify";

const row = (seq: number, part: Partial<AgentAudit> & Pick<AgentAudit, "action" | "target" | "outcome">): AgentAudit => ({
	id: `row-${seq}`,
	user_id: `usr_${"a".repeat(22)}`,
	approved: true,
	timestamp: `2026-03-02T09:${10 + seq}:00.000Z`,
	kind: "outcome",
	workspace_id: demo,
	session_id: "8c1f6a3e-0d5b-4f0a-9a51-5b8f1f3f6a11",
	execution_id: null,
	decided_by: "caller",
	reason: null,
	request_id: "0b9f4c7e-3d0f-4d5e-9c1b-5a8e1f0c2d3e",
	seq,
	hash: "3f".repeat(32),
	...part,
});
const rows: readonly AgentAudit[] = [
	row(9, { action: "git.commit", target: "1 file", outcome: "ok" }),
	row(8, { action: "git.commit", target: "1 file", outcome: "intended", kind: "intent" }),
	row(7, {
		action: "fs.apply_patch",
		target: "src/a-very-long-folder-name/with/another-one/inside/prices-of-tea.test.ts",
		outcome: "error:PATCH_CONFLICT",
	}),
	row(6, {
		action: "fs.read",
		target: "../../etc/passwd",
		outcome: "denied:PATH_NOT_ALLOWED",
		kind: "denied",
		approved: false,
		reason: "parent",
	}),
	row(5, { action: "fs.write", target: "notes.md", outcome: "unknown", user_id: `usr_${"b".repeat(22)}` }),
	row(4, {
		action: "gate",
		target: "e49abedb-f50c-45d2-bf81-62662b6a038e",
		outcome: "ok",
		kind: "note",
		workspace_id: null,
		decided_by: "auto",
	}),
	row(3, { action: "exec.run", target: "npm test", outcome: "cancelled", user_id: `usr_${"z".repeat(22)}` }),
];
const whole: AuditVerdict = {
	ok: true,
	checkedRows: 1_284,
	firstSeq: 1,
	lastSeq: 1_284,
	brokenAt: null,
	anchors: { count: 26, lastAt: "2026-03-02T09:00:00.000Z", bad: 0 },
};
const workspace = {
	id: demo,
	name: "demo",
	root_path: "/srv/demo",
	allowed_commands: ["*"],
	created_at: "2026-03-01T09:30:00.000Z",
	read_only: false,
	is_git: true,
	available: true,
	last_used_at: null,
	session_count: 0,
};
const names: Replies = {
	"GET /api/v1/agent/workspaces": { workspaces: [workspace], selectedWorkspaceId: demo, banner: "Actions run on the server host." },
	"GET /api/v1/orgs/:orgId/members": { members, total: members.length, nextCursor: null },
};
const answers = (part: Replies): Replies => ({ ...names, [auditAt]: { entries: rows, nextCursor: null }, [verifyAt]: whole, ...part });

/** The page Server audit in each of its states. */
export const serverAuditStates: Readonly<Record<string, ServerAuditState>> = {
	"server-audit": {
		path: "/server-audit",
		as: "admin",
		replies: answers({
			[auditAt]: ({ query }: CallFacts) =>
				query?.["cursor"] === undefined
					? { entries: rows, nextCursor: "c1" }
					: { entries: [row(2, { action: "fs.list", target: ".", outcome: "ok", kind: "read" })], nextCursor: null },
		}),
	},
	"server-audit-broken": {
		path: "/server-audit",
		as: "admin",
		replies: answers({ [verifyAt]: { ...whole, ok: false, brokenAt: { chain: demo, seq: 7, reason: "changed" } } }),
	},
	"server-audit-member": {
		path: "/server-audit?outcome=failed",
		as: "member",
		replies: answers({ [auditAt]: { entries: rows.slice(2, 4), nextCursor: null } }),
	},
	"server-audit-empty": { path: "/server-audit", as: "admin", replies: answers({ [auditAt]: { entries: [], nextCursor: null } }) },
	"server-audit-no-match": {
		path: "/server-audit?action=fs.delete&from=2026-03-01",
		as: "admin",
		replies: answers({ [auditAt]: { entries: [], nextCursor: null } }),
	},
	"server-audit-loading": { path: "/server-audit", as: "admin", replies: answers({ [auditAt]: "never" }) },
	"server-audit-error": {
		path: "/server-audit",
		as: "admin",
		replies: answers({
			[auditAt]: refused(503, "TOOL_RUNNER_UNAVAILABLE", "The service for server tools does not answer, try again later"),
			[verifyAt]: unreachable,
			"GET /api/v1/agent/workspaces": refused(503, "AGENT_TOOLS_DISABLED", "Server tools are switched off"),
		}),
	},
};
