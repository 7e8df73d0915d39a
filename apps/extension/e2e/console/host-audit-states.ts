import type { AgentAudit, AuditVerdict } from "@webhand/contracts/audit";
import { entryOfHost } from "@webhand/contracts/audit";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the page Audit about the server host, and who looks at it. */
type HostAuditState = { readonly path: string; readonly as: "member" | "admin"; readonly replies: Replies };

const demo = `wsp_${"d".repeat(22)}`;
const auditAt = "GET /api/v1/orgs/:orgId/audit";
const ownAt = "GET /api/v1/agent/audit";
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
const people = new Map([
	[`usr_${"a".repeat(22)}`, "Ada Lovelace"],
	[`usr_${"b".repeat(22)}`, "Bob"],
]);
const pageOf = (entries: readonly AgentAudit[], nextCursor: string | null = null) => ({
	rows: entries.map(entryOfHost).map(({ actorId, ...entry }) => {
		const name = people.get(actorId ?? "") ?? "Eve";
		return { ...entry, actor: { userId: actorId ?? "", email: `${name.toLowerCase().split(" ")[0]}@example.com`, name }, targetName: null };
	}),
	nextCursor,
	isComplete: true,
});
const names: Replies = {
	"GET /api/v1/agent/workspaces": { workspaces: [workspace], selectedWorkspaceId: demo, banner: "Actions run on the server host." },
};
const answers = (part: Replies): Replies => ({ ...names, [auditAt]: pageOf(rows), [verifyAt]: whole, ...part });

/** The page Audit about the server host in each of its states. */
export const hostAuditStates: Readonly<Record<string, HostAuditState>> = {
	"audit-host": {
		path: "/audit",
		as: "admin",
		replies: answers({
			[auditAt]: ({ query }: CallFacts) =>
				query?.["cursor"] === undefined
					? pageOf(rows, "c1")
					: pageOf([row(2, { action: "fs.list", target: ".", outcome: "ok", kind: "read" })]),
		}),
	},
	"audit-host-broken": {
		path: "/audit",
		as: "admin",
		replies: answers({ [verifyAt]: { ...whole, ok: false, brokenAt: { chain: demo, seq: 7, reason: "changed" } } }),
	},
	"audit-member": {
		path: "/audit?outcome=failed",
		as: "member",
		replies: answers({ [ownAt]: { entries: rows.slice(2, 4), nextCursor: null } }),
	},
	"audit-empty": { path: "/audit", as: "admin", replies: answers({ [auditAt]: pageOf([]) }) },
	"audit-loading": { path: "/audit", as: "admin", replies: answers({ [auditAt]: "never" }) },
	"audit-host-error": {
		path: "/audit",
		as: "member",
		replies: answers({
			[ownAt]: refused(503, "TOOL_RUNNER_UNAVAILABLE", "The service for server tools does not answer, try again later"),
			[verifyAt]: unreachable,
			"GET /api/v1/agent/workspaces": refused(503, "AGENT_TOOLS_DISABLED", "Server tools are switched off"),
		}),
	},
};
