import { TenantId } from "@webhand/contracts/ids";
import type { AuthView, ViewState } from "../../src/panel-state.ts";
import { signedIn } from "../gallery/sample-run.ts";
import { clientStates } from "./client-states.ts";
import { commandStates } from "./command-states.ts";
import { hostAuditStates } from "./host-audit-states.ts";
import { identityStates, invites, members } from "./identity-states.ts";
import { inboxStates } from "./inbox-states.ts";
import { keyStates } from "./key-states.ts";
import { knowledgeStates, noHowTo, taskKnowledge } from "./knowledge-states.ts";
import { mcpStates } from "./mcp-states.ts";
import { routineStates } from "./routine-states.ts";
import { runnerStates } from "./runner-states.ts";
import { actions, pageText, task, taskId, tasks, usage } from "./sample-trace.ts";
import { scheduleStates } from "./schedule-states.ts";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";
import { protectedReplies, providerReplies, securityReplies } from "./security-replies.ts";
import { triggerStates } from "./trigger-states.ts";
import { workspaceStates } from "./workspace-states.ts";

/** A view of the options page: where it stands, who is signed in, what the server answers. */
export type ConsoleState = {
	readonly path: string;
	readonly view: ViewState;
	readonly replies?: Replies;
	/** A server address that waits for confirmation. */
	readonly asked?: string;
	readonly isNotifyRefused?: boolean;
};

const member = signedIn;
const signedInAs = (part: Partial<Extract<AuthView, { kind: "signed_in" }>>): ViewState => ({
	...signedIn,
	auth: signedIn.auth.kind === "signed_in" ? { ...signedIn.auth, ...part } : signedIn.auth,
});
const admin = signedInAs({ roles: ["member", "admin"] });
const viewOf = {
	member,
	admin,
	operator: signedInAs({ roles: ["member", "admin", "operator"] }),
	own_space: signedInAs({
		roles: ["member", "admin"],
		tenantKind: "user",
		tenantName: "Ada Lovelace",
		tenantId: TenantId.parse(`usr_${"a".repeat(22)}`),
	}),
};
const signedOut: ViewState = { ...signedIn, auth: { kind: "signed_out", reason: "expired" } };

const model = "GET /api/v1/agent/model";
const chooseModel = "PUT /api/v1/agent/model";
const waiting = "GET /api/v1/agent/waiting";
const usageOf = "GET /api/v1/agent/usage";
const list = "GET /api/agent/tasks";
const taskAt = "GET /api/agent/tasks/:taskId";
const actionsAt = "GET /api/agent/tasks/:taskId/actions";
const pageAt = "GET /api/agent/tasks/:taskId/actions/:stepIndex/page";

const forbidden = refused(403, "FORBIDDEN", "Only admins choose the model");
const broken = refused(500, "INTERNAL_ERROR", "The request failed. Try again.");
const rules = { source: "installation", provider: "rules", hasKey: false, hasCa: false };
const own = {
	source: "tenant",
	provider: "openai-compatible",
	name: "qwen3-32b-instruct",
	baseUrl: "https://models.example.com/v1",
	contextTokens: 32_768,
	hasKey: true,
	hasCa: true,
	updatedAt: "2026-03-01T09:30:00.000Z",
};
const reportOf = ({ query }: CallFacts) => usage(query?.["by"] as "day");
const emptyUsage = {
	...usage("day"),
	rows: [],
	spared: undefined,
	tasks: { started: 0, withoutModel: 0, completed: 0 },
	total: { promptTokens: 0, completionTokens: 0, calls: 0, steps: 0 },
};
/** Two weeks of an installation without a model. */
const rulesUsage = {
	...emptyUsage,
	rows: Array.from({ length: 14 }, (_, index) => ({
		key: `2026-02-${String(10 + index)}`,
		tasks: (index * 7) % 12,
		promptTokens: 0,
		completionTokens: 0,
		calls: 0,
		steps: 0,
	})),
	tasks: { started: 77, withoutModel: 77, completed: 60 },
};
const trace: Replies = {
	[taskAt]: { task },
	[actionsAt]: { actions, nextAfter: null },
	[pageAt]: ({ params }: CallFacts) => ({ stepIndex: params?.["stepIndex"], text: pageText, truncated: true, createdAt: task.createdAt }),
};
/** What the first page asks; the server host is off for it. */
const started: Replies = {
	[list]: { tasks: tasks.slice(0, 5), nextCursor: null },
	[model]: rules,
	[usageOf]: { ...usage("day"), nearLimits: [{ name: "tasks", used: 96_000, most: 100_000 }] },
	[waiting]: { waiting: [], count: 4, nextCursor: null },
	"GET /api/v1/agent/spend": {
		month: "2026-03",
		uses: [{ whose: "organization", unit: "usd", used: 781.4, most: 900, by: "admin" }],
	},
	"GET /api/v1/orgs/:orgId/invites": { invites: invites.filter(({ status }) => status === "open"), nextCursor: null },
	"GET /api/knowledge/documents": { documents: [], total: 2, nextCursor: null },
	"GET /api/v1/agent/operator/mcp-servers": mcpStates["mcp-servers"]?.replies["GET /api/v1/agent/operator/mcp-servers"],
	"GET /api/v1/agent/availability": {
		status: "offline",
		warnings: [],
		level: "exec",
		banner: "Actions run on the server host.",
		reasons: [{ code: "AGENT_TOOLS_DISABLED", message: "Server tools are switched off", since: task.createdAt }],
		capabilities: { fs: false, search: false, git: false, exec: false, mcp: false },
	},
};
const at = (step: number | string) => `/traces/${taskId}/${step}`;
const february = "/usage?from=2026-02-01&to=2026-02-28";

/** Every view of the options page in each of its states; the key is the hash of the gallery's address. */
export const consoleStates: Readonly<Record<string, ConsoleState>> = {
	settings: { path: "/settings", view: admin, replies: securityReplies },
	"settings-ask": { path: "/settings", view: admin, asked: "https://agent.example.com", replies: securityReplies },
	"settings-managed": {
		path: "/settings",
		view: { ...admin, managed: { hasServer: true, organizationSignIn: true, allowedSites: ["crm.example.com", "*.example.com"] } },
		replies: securityReplies,
	},
	"settings-notify-refused": { path: "/settings", view: member, isNotifyRefused: true, replies: protectedReplies },
	"settings-provider": { path: "/settings", view: member, replies: providerReplies("nothing") },
	"settings-provider-password": { path: "/settings", view: member, replies: providerReplies("password_sign_in") },
	"settings-unread": {
		path: "/settings",
		view: member,
		replies: { "GET /api/v1/auth/sessions": unreachable, "GET /api/v1/auth/second-factor": "never" },
	},
	"settings-signed-out": { path: "", view: signedOut },
	checking: { path: "/model", view: { ...signedIn, auth: { kind: "checking" } } },
	start: { path: "", view: viewOf.operator, replies: started },
	"start-member": {
		path: "/start",
		view: member,
		replies: { ...started, [list]: { tasks: [], nextCursor: null }, [waiting]: { waiting: [], count: 0, nextCursor: null } },
	},
	"start-offline": {
		path: "/start",
		view: admin,
		replies: { ...started, [list]: unreachable, [waiting]: unreachable, [usageOf]: unreachable },
	},
	"start-loading": {
		path: "/start",
		view: admin,
		replies: { ...started, [list]: "never", [waiting]: "never", [usageOf]: "never", [model]: "never" },
	},
	"signed-out": { path: "/traces", view: signedOut },
	"no-page": { path: "/nowhere", view: member },
	forbidden: { path: "/model", view: member, replies: { [model]: forbidden } },
	"model-loading": { path: "/model", view: admin, replies: { [model]: "never" } },
	"model-error": { path: "/model", view: admin, replies: { [model]: broken } },
	"model-offline": { path: "/model", view: admin, replies: { [model]: unreachable } },
	"model-rules": { path: "/model", view: admin, replies: { [model]: rules, "POST /api/v1/agent/model/test": { ok: true, ms: 1 } } },
	"model-own": {
		path: "/model",
		view: admin,
		replies: {
			[model]: own,
			"POST /api/v1/agent/model/test": { ok: false, ms: 4_210, reason: "model_rejected" },
			"DELETE /api/v1/agent/model": unreachable,
			[chooseModel]: refused(400, "VALIDATION_ERROR", "The request is not valid", {
				fields: [
					{ field: "baseUrl", message: "must be an https address" },
					{ field: "contextTokens", message: "must be at least 2048" },
					{ field: "", message: "the model is not known" },
				],
			}),
		},
	},
	"model-answering": {
		path: "/model",
		view: admin,
		replies: {
			[model]: { ...own, maxOutputTokens: 8_192, temperature: 0.2, effort: "low", vision: true },
			"POST /api/v1/agent/model/test": { ok: true, ms: 812, answersIn: "schema", readsPictures: false, isContextCut: true },
			[chooseModel]: refused(400, "VALIDATION_ERROR", "The request is not valid", {
				fields: [{ field: "vision", message: "needs a context size above 8192" }],
			}),
		},
	},
	usage: { path: february, view: admin, replies: { [usageOf]: reportOf } },
	"usage-user": {
		path: `${february}&by=user`,
		view: admin,
		replies: { [usageOf]: reportOf, "GET /api/v1/orgs/:orgId/members": { members, total: members.length, nextCursor: null } },
	},
	"usage-model": {
		path: `${february}&by=model`,
		view: admin,
		replies: { [usageOf]: (call: CallFacts) => ({ ...reportOf(call), nearLimits: [{ name: "tasks", used: 96_000, most: 100_000 }] }) },
	},
	"usage-empty": { path: "/usage", view: admin, replies: { [usageOf]: emptyUsage } },
	"usage-rules": { path: february, view: admin, replies: { [usageOf]: rulesUsage } },
	"usage-loading": { path: "/usage", view: admin, replies: { [usageOf]: "never" } },
	"usage-bad": {
		path: "/usage?from=2026-03-01&to=2026-02-01",
		view: admin,
		replies: {
			[usageOf]: refused(400, "VALIDATION_ERROR", "The request is not valid", {
				fields: [{ field: "to", message: "must not be before from" }],
			}),
		},
	},
	...Object.fromEntries(Object.entries(runnerStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(keyStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(clientStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(inboxStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(mcpStates).map(([name, state]) => [name, { ...state, view: viewOf.operator }])),
	...Object.fromEntries(Object.entries(workspaceStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(commandStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(identityStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(knowledgeStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(hostAuditStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(routineStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(scheduleStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	...Object.fromEntries(Object.entries(triggerStates).map(([name, { as, ...state }]) => [name, { ...state, view: viewOf[as] }])),
	"trace-knowledge": { path: at(1), view: admin, replies: { ...trace, ...taskKnowledge } },
	"trace-no-how-to": {
		path: at(2),
		view: admin,
		replies: { ...trace, ...taskKnowledge, "GET /api/agent/tasks/:taskId/how-to": noHowTo },
	},
	traces: {
		path: "/traces",
		view: member,
		replies: { [list]: { tasks: tasks.filter(({ userId }) => userId === task.userId), nextCursor: null } },
	},
	"traces-all": { path: "/traces?all=true", view: admin, replies: { [list]: { tasks, nextCursor: "k1.x" } } },
	"traces-loading": { path: "/traces", view: member, replies: { [list]: "never" } },
	"traces-empty": { path: "/traces", view: member, replies: { [list]: { tasks: [], nextCursor: null } } },
	"traces-no-match": { path: "/traces?q=kettle&status=failed", view: member, replies: { [list]: { tasks: [], nextCursor: null } } },
	"traces-error": { path: "/traces", view: member, replies: { [list]: broken } },
	trace: { path: at(1), view: member, replies: trace },
	"trace-shared": {
		path: at(1),
		view: member,
		replies: {
			...trace,
			[taskAt]: { task: { ...task, share: `shr_${"s".repeat(22)}` } },
			"DELETE /api/agent/tasks/:taskId/share": undefined,
			"POST /api/agent/tasks/:taskId/share": { share: `shr_${"t".repeat(22)}` },
		},
	},
	"trace-covered": { path: at(2), view: admin, replies: { ...trace, [pageAt]: refused(404, "NOT_FOUND", "", { reason: "traces_off" }) } },
	"trace-approved": { path: at(3), view: admin, replies: { ...trace, [pageAt]: refused(404, "NOT_FOUND", "", { reason: "not_kept" }) } },
	"trace-end": { path: at(4), view: member, replies: { ...trace, [pageAt]: unreachable } },
	"trace-loading": { path: at(1), view: member, replies: { ...trace, [taskAt]: "never" } },
	"trace-unknown": { path: at(1), view: member, replies: { ...trace, [taskAt]: refused(404, "TASK_NOT_FOUND", "There is no such task") } },
	"trace-no-step": { path: at(9), view: member, replies: trace },
	"trace-fresh": { path: at(1), view: member, replies: { ...trace, [actionsAt]: { actions: [], nextAfter: null } } },
};
