/** Ids of one person: their own things, and the organization that they belong to. */
export type Ids = {
	readonly taskId: string;
	readonly runId: string;
	readonly sessionId: string;
	readonly signInId: string;
	readonly userId: string;
	readonly orgId: string;
	readonly inviteId: string;
	readonly domainId: string;
	readonly documentId: string;
	readonly workspaceId: string;
	readonly agentSessionId: string;
	readonly mcpClientId: string;
	readonly apiKeyId: string;
	readonly serviceAccountId: string;
	readonly runnerId: string;
	readonly browserCallId: string;
	readonly routineId: string;
	readonly routineRunId: string;
	readonly scheduleId: string;
	readonly triggerId: string;
};

/** What is sent: names of the path's parameters by id, query, body. */
export type Sent = { readonly params?: Readonly<Record<string, string>>; readonly query?: string; readonly body?: unknown };

/**
 * What a route answers, as statuses in the order member, admin, operator. `own`: with ids of their own, or without ids. `colleague`: the
 * member with ids of the admin, the admin with the member's; absent: as unknown ones. `unknown`: with ids of another tenant, and with ids
 * that nobody has; the two answers are the same to the byte. `seesAll`: what the operator gets for another tenant's.
 */
export type Row = {
	readonly send?: (ids: Ids) => Sent;
	readonly isPublic?: true;
	readonly own: readonly [number, number, number];
	readonly colleague?: readonly [number, number];
	readonly unknown?: readonly [number, number, number];
	readonly seesAll?: number;
	/** The call ends what it names, the sign-in itself, or the person's place, so each call has its own. */
	readonly ends?: "things" | "sign-in" | "person";
};

const all = (status: number) => [status, status, status] as const;
const page = "@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n@screen 1280x800, page 1 of 1\n\n@view\n<button 7>Show more";
const instruction = { url: "https://shop.example/", query: "Press Show more", dom: page };
const task =
	(more: Partial<Sent> = {}) =>
	({ taskId }: Ids): Sent => ({ params: { taskId }, ...more });
const run =
	(more: Partial<Sent> = {}) =>
	({ runId }: Ids): Sent => ({ params: { runId }, ...more });
const chat =
	(more: Partial<Sent> = {}) =>
	({ sessionId }: Ids): Sent => ({ params: { sessionId }, ...more });
const org =
	(more: Partial<Sent> = {}) =>
	({ orgId }: Ids): Sent => ({ params: { orgId }, ...more });
const just = (sent: Sent) => () => sent;
const year = "from=2026-01-01&to=2026-12-31";
const password = "a wrong password";
const nothing = { own: all(404), unknown: all(404) } as const;

/** Admins read the tasks of their tenant. */
const readByAdmins = { own: all(200), colleague: [404, 200], unknown: all(404) } as const;
/** What the extension never gets: members are refused, whosever the task is. */
const readOnlyByAdmins = (status: number) => ({ own: [403, status, status], colleague: [403, status], unknown: [403, 404, 404] }) as const;
const onlyOwn = { own: all(200), unknown: all(404) } as const;
/** Admins manage their organization; operators any. To others there is none. */
const byAdmins = (status: number) => ({ own: [403, status, status], unknown: all(404), seesAll: status }) as const;

const member =
	(more: Partial<Sent> = {}) =>
	({ orgId, userId }: Ids): Sent => ({ params: { orgId, userId }, ...more });
const invite =
	(more: Partial<Sent> = {}) =>
	({ orgId, inviteId: id }: Ids): Sent => ({ params: { orgId, id }, ...more });
const account =
	(more: Partial<Sent> = {}) =>
	({ userId: id }: Ids): Sent => ({ params: { id }, ...more });
const ticket = "A".repeat(43);
const onlyOperators = (status: number) => ({ own: [403, 403, status], unknown: [403, 403, 404], seesAll: status }) as const;

const knowledge =
	(more: Partial<Sent> = {}) =>
	({ documentId: id }: Ids): Sent => ({ params: { id }, ...more });
const documentsByAdmins = (status: number) => ({ own: [403, status, status], colleague: [403, status], unknown: [403, 404, 404] }) as const;

const workspace =
	(more: Partial<Sent> = {}) =>
	({ workspaceId: id }: Ids): Sent => ({ params: { id }, ...more });
const inFolder =
	(query = "") =>
	({ workspaceId }: Ids): Sent => ({ query: `workspaceId=${workspaceId}${query}` });
const withFolder =
	(body: object) =>
	({ workspaceId }: Ids): Sent => ({ body: { workspaceId, ...body } });
/** A workspace is its tenant's. Its folder is gone, which only those learn who may know of the workspace. */
const ofTenant = { own: all(409), colleague: [409, 409], unknown: all(404) } as const;
const teaRule = {
	program: "tea",
	class: "inspect",
	flags: { allow: [] },
	positional: "none",
	enabled: false,
	examples: { match: [["tea"]], notMatch: [] },
};
const agentSession =
	(more: Partial<Sent> = {}) =>
	({ agentSessionId: id }: Ids): Sent => ({ params: { id }, ...more });

const routine =
	(more: Partial<Sent> = {}) =>
	({ routineId }: Ids): Sent => ({ params: { routineId }, ...more });
const routineVersion =
	(more: Partial<Sent> = {}) =>
	({ routineId }: Ids): Sent => ({ params: { routineId, number: "1" }, ...more });
const routineRun =
	(more: Partial<Sent> = {}) =>
	({ routineRunId: runId }: Ids): Sent => ({ params: { runId }, ...more });
const schedule =
	(more: Partial<Sent> = {}) =>
	({ scheduleId }: Ids): Sent => ({ params: { scheduleId }, ...more });
const trigger =
	(more: Partial<Sent> = {}) =>
	({ triggerId }: Ids): Sent => ({ params: { triggerId }, ...more });
const daily = { cron: "30 7 * * *", timeZone: "Europe/Berlin" };
const program = { inputs: [], steps: [{ id: "s1", do: "click", class: "press_unknown", target: { role: "button", name: ["Show more"] } }] };

const noWebhook = `whe_${"0".repeat(22)}`;
const webhook = (more: Partial<Sent> = {}) => just({ params: { id: noWebhook }, ...more });
/** Another tenant's webhook is like none; the service's own test has theirs. */
const webhooksByAdmins = { own: [403, 404, 404], colleague: [403, 404], unknown: [403, 404, 404] } as const;
/** Mandates of others are tried in the tests of agent-api. */
const noMandate = `mnd_${"0".repeat(22)}`;

/** Logins of others are tried in the tests of agent-api. */
const noLogin = `lgn_${"0".repeat(22)}`;
const login = (more: Partial<Sent> = {}) => just({ params: { loginId: noLogin }, ...more });

const newKey = { name: "Report", scopes: ["routines:run"] };
const execution = just({ params: { id: `exe_${"0".repeat(22)}` } });
const answersOfTenant = { own: all(200), colleague: [200, 200], unknown: all(404) } as const;
const mcpServer = just({ params: { id: `mcp_${"0".repeat(22)}` } });
const mcpCall = just({ params: { id: `exe_${"0".repeat(22)}` } });
/** Only an agent makes an approval that waits; those of others are tried in the tests of agent-api. */
const noApproval = `apr_${"0".repeat(22)}`;
const approval = (more: Partial<Sent> = {}) => just({ params: { id: noApproval }, ...more });

/** Routes of the gateway and of the services' own ports that a browser or client may call, by method and path. */
export const rows: Readonly<Record<string, Row>> = {
	"GET /.well-known/jwks.json": { isPublic: true, own: all(200) },
	"POST /api/v1/auth/login": { isPublic: true, send: just({ body: { email: "x@example.com", password } }), own: all(401) },
	"POST /api/v1/auth/logout": { isPublic: true, own: all(204), ends: "sign-in" },
	"GET /api/v1/auth/session": { own: all(200) },
	"GET /api/v1/user/preferences": { own: all(200) },
	"POST /api/v1/user/preferences": { send: just({ body: { theme: "dark" } }), own: all(200) },
	"GET /api/v1/orgs/:orgId/audit": { send: org(), ...byAdmins(200) },
	"GET /api/v1/orgs/:orgId/audit.csv": { send: org(), ...byAdmins(200) },

	"POST /api/agent/interact": {
		send: ({ taskId }) => ({ body: { ...instruction, taskId, lastStepIndex: 0 } }),
		...onlyOwn,
		ends: "things",
	},
	"GET /api/agent/tasks": { own: all(200) },
	"GET /api/agent/tasks/:taskId": { send: task(), ...readByAdmins },
	"POST /api/agent/tasks/:taskId/share": { send: task(), ...onlyOwn },
	"DELETE /api/agent/tasks/:taskId/share": { send: task(), own: all(204), unknown: all(404) },
	"GET /api/agent/tasks/:taskId/repeats": { send: task(), ...onlyOwn },
	"DELETE /api/agent/tasks/:taskId/repeats": { send: task(), own: all(204), unknown: all(404) },
	"GET /api/agent/tasks/:taskId/actions": { send: task(), ...readByAdmins },
	"GET /api/agent/tasks/:taskId/actions/:stepIndex/page": {
		send: ({ taskId }) => ({ params: { taskId, stepIndex: "0" } }),
		...nothing,
		colleague: [404, 404],
	},
	"GET /api/agent/tasks/:taskId/actions/:stepIndex/knowledge": {
		send: ({ taskId }) => ({ params: { taskId, stepIndex: "0" } }),
		...readOnlyByAdmins(200),
	},
	// The tasks of this test are under way.
	"GET /api/agent/tasks/:taskId/how-to": { send: task(), ...readOnlyByAdmins(409) },
	"POST /agent/run/start": { send: just({ body: { task: "Buy tea" } }), own: all(200) },
	"POST /agent/run/cancel": { send: just({ body: { key: "of a request that never came" } }), own: all(200) },
	"GET /agent/run/:runId": { send: run(), ...onlyOwn },
	"POST /agent/run/:runId/step": { send: run({ body: { snapshot: null } }), ...onlyOwn, ends: "things" },
	"POST /agent/run/:runId/answer": { send: run({ body: { answer: "green" } }), ...onlyOwn, ends: "things" },
	"POST /agent/run/:runId/cancel": { send: run(), ...onlyOwn, ends: "things" },
	"GET /api/session": { own: all(200) },
	"GET /api/session/latest": { own: all(200) },
	"GET /api/session/by-domain/:domain": { send: just({ params: { domain: "shop.example" } }), own: all(200) },
	"GET /api/session/:sessionId": { send: chat(), ...onlyOwn },
	"PATCH /api/session/:sessionId": { send: chat({ body: { title: "Tea" } }), ...onlyOwn },
	"DELETE /api/session/:sessionId": { send: chat(), own: all(409), unknown: all(404), ends: "things" },
	// The spec answers an unknown chat with an empty list.
	"GET /api/session/:sessionId/messages": { send: chat(), own: all(200), unknown: all(200) },
	"GET /api/session/:sessionId/events": { send: chat({ query: "after=0" }), ...onlyOwn },
	"GET /api/pusher/auth": { own: all(200) },
	"POST /api/pusher/auth": {
		send: ({ sessionId }) => ({ body: { socket_id: "1.1", channel_name: `private-session-${sessionId}` } }),
		own: all(200),
		unknown: all(403),
	},
	"GET /api/v1/agent/model": { own: [403, 200, 200] },
	"PUT /api/v1/agent/model": { send: just({ body: { provider: "rules", name: "rules" } }), own: [403, 200, 200] },
	"POST /api/v1/agent/model/test": { own: [403, 200, 200] },
	"DELETE /api/v1/agent/model": { own: [403, 204, 204] },
	"GET /api/v1/agent/policy": { own: all(200) },
	"PUT /api/v1/agent/policy": {
		send: just({ body: { rev: 0, policy: { allowsAutonomous: true, never: [], acts: {} } } }),
		own: [403, 200, 200],
	},
	"GET /api/v1/agent/policy/versions": { own: [403, 200, 200] },
	"POST /api/v1/agent/policy/preview": {
		send: just({ body: { policy: { allowsAutonomous: true, never: [], acts: {} } } }),
		own: [403, 200, 200],
	},
	"GET /api/v1/agent/spend": { own: all(200) },
	"GET /api/v1/agent/operator/policy": { own: [403, 403, 200] },
	"PUT /api/v1/agent/operator/policy": {
		send: just({ body: { rev: 0, policy: { allowsAutonomous: true, never: [], acts: {} } } }),
		own: [403, 403, 200],
	},
	"GET /api/v1/agent/operator/policy/versions": { own: [403, 403, 200] },
	"GET /api/v1/agent/webhooks": { own: [403, 200, 200] },
	// Its address is no public one.
	"POST /api/v1/agent/webhooks": {
		send: just({ body: { url: "https://127.0.0.1/", events: ["run.finished"] } }),
		own: [403, 400, 400],
	},
	"PATCH /api/v1/agent/webhooks/:id": { send: webhook({ body: { state: "paused" } }), ...webhooksByAdmins },
	"DELETE /api/v1/agent/webhooks/:id": { send: webhook(), ...webhooksByAdmins },
	"POST /api/v1/agent/webhooks/:id/rotate": { send: webhook(), ...webhooksByAdmins },
	"POST /api/v1/agent/webhooks/:id/test": { send: webhook(), ...webhooksByAdmins },
	"GET /api/v1/agent/webhooks/:id/deliveries": { send: webhook(), ...webhooksByAdmins },
	"POST /api/v1/agent/webhooks/:id/deliveries/:deliveryId/resend": {
		send: webhook({ params: { id: noWebhook, deliveryId: `msg_${"0".repeat(22)}` } }),
		...webhooksByAdmins,
	},
	"GET /api/v1/agent/waiting": { own: all(200) },
	"GET /api/v1/agent/mandates": { own: all(200) },
	"POST /api/v1/agent/mandates": {
		send: ({ routineId }) => ({ body: { routineId, version: 1, uses: 1, until: "2020-01-01T00:00:00Z" } }),
		own: all(400),
	},
	"GET /api/v1/agent/mandates/offer/:routineId": { send: routine(), own: all(200), colleague: [404, 200], unknown: all(404) },
	"GET /api/v1/agent/mandates/:mandateId": { send: just({ params: { mandateId: noMandate } }), ...nothing },
	"POST /api/v1/agent/mandates/:mandateId/revoke": { send: just({ params: { mandateId: noMandate } }), ...nothing },
	"GET /api/v1/agent/logins": { own: all(200) },
	"POST /api/v1/agent/logins": { send: just({ body: { name: "Shop", site: "shop.example" } }), own: all(400) },
	"PATCH /api/v1/agent/logins/:loginId": { send: login({ body: { name: "Shop" } }), ...nothing },
	"DELETE /api/v1/agent/logins/:loginId": { send: login(), ...nothing },
	"PUT /api/v1/agent/logins/:loginId/routines/:routineId": {
		send: ({ routineId }) => ({ params: { loginId: noLogin, routineId }, body: { version: 1 } }),
		...nothing,
	},
	"DELETE /api/v1/agent/logins/:loginId/routines/:routineId": {
		send: ({ routineId }) => ({ params: { loginId: noLogin, routineId } }),
		...nothing,
	},
	"GET /api/v1/agent/logins/offered/:taskId": { send: task(), own: all(409), unknown: all(404) },
	"POST /api/v1/agent/logins/:loginId/use": {
		send: ({ taskId }) => ({ params: { loginId: noLogin }, body: { taskId, questionId: `que_${"0".repeat(22)}`, part: "password" } }),
		own: all(409),
		unknown: all(404),
	},
	"GET /api/v1/agent/usage": { send: just({ query: year }), own: [403, 200, 200] },
	"GET /api/v1/agent/availability": { own: all(200) },
	"GET /api/v1/agent/workspaces": { own: all(200) },
	"PATCH /api/v1/agent/workspaces/:id": {
		send: workspace({ body: { readOnly: true } }),
		own: [403, 200, 200],
		colleague: [403, 200],
		unknown: [403, 404, 404],
	},
	"POST /api/v1/agent/workspace/select": { send: withFolder({}), ...ofTenant },
	"GET /api/v1/agent/fs/list": { send: inFolder(), ...ofTenant },
	"GET /api/v1/agent/fs/read": { send: inFolder("&path=a"), ...ofTenant },
	"POST /api/v1/agent/fs/write": { send: withFolder({ path: "a", content: "x" }), ...ofTenant },
	"POST /api/v1/agent/fs/patch": { send: withFolder({ edits: [{ path: "a", search: "x", replace: "y" }] }), ...ofTenant },
	"POST /api/v1/agent/fs/mkdir": { send: withFolder({ path: "a" }), ...ofTenant },
	"POST /api/v1/agent/fs/delete": { send: withFolder({ path: "a" }), ...ofTenant },
	"GET /api/v1/agent/fs/deletions/:deletionId": {
		send: ({ workspaceId }) => ({ params: { deletionId: `del_${"0".repeat(22)}` }, query: `workspaceId=${workspaceId}` }),
		own: all(404),
		colleague: [404, 404],
		unknown: all(404),
	},
	"POST /api/v1/agent/fs/search": { send: withFolder({ type: "grep", pattern: "tea" }), ...ofTenant },
	"GET /api/v1/agent/git/status": { send: inFolder(), ...ofTenant },
	"GET /api/v1/agent/git/diff": { send: inFolder(), ...ofTenant },
	"GET /api/v1/agent/git/log": { send: inFolder(), ...ofTenant },
	"GET /api/v1/agent/git/branch": { send: inFolder(), ...ofTenant },
	"POST /api/v1/agent/git/add": { send: withFolder({ paths: ["a"] }), ...ofTenant },
	"POST /api/v1/agent/git/commit": { send: withFolder({ message: "Add tea" }), ...ofTenant },
	"POST /api/v1/agent/exec": { send: withFolder({ argv: ["ls"] }), ...ofTenant },
	"GET /api/v1/agent/exec": { own: all(200) },
	"GET /api/v1/agent/exec/:id": { send: execution, ...nothing, colleague: [404, 404] },
	"GET /api/v1/agent/exec/:id/stream": { send: execution, ...nothing, colleague: [404, 404] },
	"POST /api/v1/agent/exec/:id/cancel": { send: execution, ...nothing, colleague: [404, 404] },
	"GET /api/v1/agent/commands": { send: inFolder(), own: all(200), colleague: [200, 200], unknown: all(404) },
	"GET /api/v1/agent/operator/command-rules": { own: [403, 403, 200] },
	"PUT /api/v1/agent/operator/command-rules/:name": {
		send: just({ params: { name: "tea" }, body: teaRule }),
		own: [403, 403, 200],
	},
	"DELETE /api/v1/agent/operator/command-rules/:name": { send: just({ params: { name: "coffee" } }), own: [403, 403, 404] },
	"POST /api/v1/agent/operator/command-rules/check": { send: withFolder({ argv: ["ls"] }), ...onlyOperators(200), colleague: [403, 403] },
	"GET /api/v1/agent/sessions": { own: all(200) },
	"GET /api/v1/agent/sessions/:id": { send: agentSession(), ...onlyOwn, ends: "things" },
	"PATCH /api/v1/agent/sessions/:id": { send: agentSession({ body: { title: "Tea" } }), ...onlyOwn, ends: "things" },
	"DELETE /api/v1/agent/sessions/:id": { send: agentSession(), own: all(204), unknown: all(404), ends: "things" },
	"GET /api/v1/agent/mcp-clients": { own: all(200) },
	"POST /api/v1/agent/mcp-clients": { send: just({ body: { name: "Editor", scopes: ["browser:read"] } }), own: all(201) },
	"DELETE /api/v1/agent/mcp-clients/:id": {
		send: ({ mcpClientId: id }) => ({ params: { id } }),
		own: all(204),
		unknown: all(404),
		ends: "things",
	},
	"POST /api/v1/agent/mcp-calls/next": { send: just({ body: { waitSeconds: 0 } }), own: all(200) },
	"PUT /api/v1/agent/mcp-calls/:id": {
		send: ({ browserCallId: id }) => ({ params: { id }, body: { state: "refused", code: "X", message: "Not today" } }),
		...onlyOwn,
	},
	// The endpoint takes the tokens of connected clients, never one of a sign-in.
	"POST /mcp": { send: just({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }), isPublic: true, own: all(401) },
	"GET /mcp": { isPublic: true, own: all(405) },
	"DELETE /mcp": { isPublic: true, own: all(405) },
	"GET /api/v1/agent/routines": { own: all(200) },
	"POST /api/v1/agent/routines": { send: just({ body: { name: "More", program, origin: { kind: "edit" } } }), own: all(201) },
	// The tasks of this test are under way.
	"POST /api/v1/agent/routines/draft": {
		send: ({ taskId }) => ({ body: { taskId } }),
		own: all(409),
		colleague: [404, 409],
		unknown: all(404),
	},
	"POST /api/v1/agent/routines/lists": { send: just({ body: { dom: "@page 1" } }), own: all(200) },
	"POST /api/v1/agent/routines/lists/columns": {
		send: just({ body: { words: "number", columns: [{ label: "Number" }] } }),
		own: all(200),
	},
	"POST /api/v1/agent/routines/import": {
		send: just({ body: { text: JSON.stringify({ format: "webhand-routine/1", name: "More", program }) } }),
		own: all(200),
	},
	"GET /api/v1/agent/routines/:routineId": { send: routine(), ...readByAdmins },
	"PATCH /api/v1/agent/routines/:routineId": { send: routine({ body: { description: "Shows more" } }), ...readByAdmins },
	"DELETE /api/v1/agent/routines/:routineId": { send: routine(), own: all(204), colleague: [404, 204], unknown: all(404), ends: "things" },
	"GET /api/v1/agent/routines/:routineId/versions": { send: routine(), ...readByAdmins },
	"POST /api/v1/agent/routines/:routineId/versions": {
		send: routine({ body: { of: 1, program } }),
		own: all(201),
		colleague: [404, 201],
		unknown: all(404),
		ends: "things",
	},
	"GET /api/v1/agent/routines/:routineId/versions/:number": { send: routineVersion(), ...readByAdmins },
	"GET /api/v1/agent/routines/:routineId/versions/:number/diff": { send: routineVersion(), ...readByAdmins },
	"POST /api/v1/agent/routines/:routineId/versions/:number/decide": {
		send: routineVersion({ body: { decision: "take" } }),
		...readByAdmins,
	},
	"GET /api/v1/agent/routines/:routineId/export": { send: routine(), ...readByAdmins },
	"POST /api/v1/agent/routines/:routineId/rows": { send: routine({ body: { text: "a\n1" } }), ...readByAdmins },
	"POST /api/v1/agent/routines/:routineId/runs": {
		send: routine({ body: { rows: [{}] } }),
		own: all(201),
		colleague: [404, 201],
		unknown: all(404),
		ends: "things",
	},
	"GET /api/v1/agent/routine-runs": { own: all(200) },
	"GET /api/v1/agent/routine-runs/:runId": { send: routineRun(), ...readByAdmins },
	"GET /api/v1/agent/routine-runs/:runId/rows": { send: routineRun(), ...readByAdmins },
	"GET /api/v1/agent/routine-runs/:runId/rows.csv": { send: routineRun(), ...readByAdmins },
	"GET /api/v1/agent/routine-runs/:runId/rows/:index/tables": {
		send: ({ routineRunId: runId }) => ({ params: { runId, index: "0" } }),
		...readByAdmins,
	},
	"POST /api/v1/agent/routine-runs/:runId/change": { send: routineRun({ body: { change: "stop" } }), ...readByAdmins },
	"POST /api/v1/agent/routine-runs/:runId/next": { send: routineRun({ body: { worker: "a browser" } }), ...onlyOwn },
	"POST /api/v1/agent/routine-runs/take": { send: just({ body: { worker: "a browser", browser: "runner" } }), own: all(200) },
	"GET /api/v1/agent/runners": { own: [403, 200, 200] },
	"POST /api/v1/agent/runners/beat": { send: just({ body: { version: "1", runs: [] } }), own: all(403) },
	"GET /api/v1/agent/schedules": { own: all(200) },
	"POST /api/v1/agent/schedules": {
		send: ({ routineId }) => ({ body: { routineId, ...daily, rows: [{}], queue: { browser: "mine" } } }),
		own: all(201),
		colleague: [404, 201],
		unknown: all(404),
	},
	"GET /api/v1/agent/schedules/calendar": { own: all(200) },
	"POST /api/v1/agent/schedules/preview": { send: just({ body: daily }), own: all(200) },
	"GET /api/v1/agent/schedules/:scheduleId": { send: schedule(), ...readByAdmins },
	"PATCH /api/v1/agent/schedules/:scheduleId": { send: schedule({ body: { overlap: "queue" } }), ...onlyOwn },
	"POST /api/v1/agent/schedules/:scheduleId/pause": { send: schedule(), ...readByAdmins },
	"POST /api/v1/agent/schedules/:scheduleId/resume": { send: schedule(), ...onlyOwn },
	"DELETE /api/v1/agent/schedules/:scheduleId": {
		send: schedule(),
		own: all(204),
		colleague: [404, 204],
		unknown: all(404),
		ends: "things",
	},
	"GET /api/v1/agent/triggers": { own: all(200) },
	"POST /api/v1/agent/triggers": {
		send: ({ routineId }) => ({ body: { routineId, name: "Orders", fields: {}, queue: { browser: "mine" } } }),
		own: all(201),
		colleague: [404, 201],
		unknown: all(404),
	},
	"PATCH /api/v1/agent/triggers/:triggerId": { send: trigger({ body: { isPaused: true } }), ...readByAdmins },
	"POST /api/v1/agent/triggers/:triggerId/rotate": { send: trigger(), ...onlyOwn },
	"DELETE /api/v1/agent/triggers/:triggerId": {
		send: trigger(),
		own: all(204),
		colleague: [404, 204],
		unknown: all(404),
		ends: "things",
	},
	// Nobody's token counts here.
	"POST /api/v1/agent/triggers/:triggerId/call": { send: trigger({ body: {} }), isPublic: true, own: all(401) },
	"POST /api/v1/agent/routine-runs/:runId/share": { send: routineRun(), ...onlyOwn },
	"DELETE /api/v1/agent/routine-runs/:runId/share": { send: routineRun(), own: all(204), colleague: [404, 204], unknown: all(404) },
	"POST /api/v1/agent/sessions": { send: withFolder({ task: "List the files" }), ...ofTenant },
	// The session that each person has here is that of their own actions, and no task.
	"POST /api/v1/agent/sessions/:id/continue": { send: agentSession({ body: { message: "Go on" } }), ...nothing },
	"POST /api/v1/agent/sessions/:id/cancel": { send: agentSession(), ...nothing },
	"GET /api/v1/agent/sessions/:id/events": { send: agentSession(), ...nothing },
	"GET /api/v1/agent/sessions/:id/audit": { send: agentSession(), ...readByAdmins },
	"GET /api/v1/agent/approvals": { own: all(200) },
	"GET /api/v1/agent/approvals/standing": { own: all(200) },
	"DELETE /api/v1/agent/approvals/standing/:id": { send: approval(), ...nothing, colleague: [404, 404] },
	"GET /api/v1/agent/approvals/:id": { send: approval(), ...nothing, colleague: [404, 404] },
	"POST /api/v1/agent/approvals/:id": { send: approval({ body: { decision: "approved" } }), ...nothing, colleague: [404, 404] },
	"POST /api/v1/agent/approvals": {
		send: just({ body: { decisions: [{ id: noApproval, decision: "approved" }] } }),
		...nothing,
		colleague: [404, 404],
	},
	"GET /api/v1/agent/audit": { own: all(200) },
	"GET /api/v1/agent/audit/verify": { send: inFolder(), own: [403, 200, 200], colleague: [403, 200], unknown: [403, 404, 404] },
	"GET /api/v1/agent/operator/workspaces": { own: [403, 403, 200] },
	// The system's own folder is none to open.
	"POST /api/v1/agent/operator/workspaces": {
		send: ({ orgId: tenantId }) => ({ body: { tenantId, name: "Tea", rootPath: "/etc" } }),
		own: [403, 403, 400],
	},
	"PATCH /api/v1/agent/operator/workspaces/:id": {
		send: workspace({ body: { readOnly: true } }),
		...onlyOperators(200),
		colleague: [403, 403],
	},
	"POST /api/v1/agent/operator/workspaces/:id/trust-git": { send: workspace(), ...onlyOperators(409), colleague: [403, 403] },
	"DELETE /api/v1/agent/operator/workspaces/:id": { send: workspace(), ...onlyOperators(204), colleague: [403, 403], ends: "things" },
	// The list opens no folder, and what a tool refuses is its answer.
	"GET /api/v1/agent/mcp/tools": { send: inFolder(), ...answersOfTenant },
	"POST /api/v1/agent/mcp/call": { send: withFolder({ name: "fs.list", arguments: {} }), ...answersOfTenant },
	"GET /api/v1/agent/mcp/call/:id": { send: mcpCall, ...nothing, colleague: [404, 404] },
	"GET /api/v1/agent/mcp/call/:id/stream": { send: mcpCall, ...nothing, colleague: [404, 404] },
	"POST /api/v1/agent/mcp/call/:id/cancel": { send: mcpCall, ...nothing, colleague: [404, 404] },
	"GET /api/v1/agent/operator/mcp-servers": { own: [403, 403, 200] },
	// Nothing is at this address of a program.
	"POST /api/v1/agent/operator/mcp-servers": {
		send: just({ body: { name: "tea", reach: { transport: "stdio", program: "/nowhere/tea" } } }),
		own: [403, 403, 400],
	},
	"PATCH /api/v1/agent/operator/mcp-servers/:id": {
		send: just({ params: { id: `mcp_${"0".repeat(22)}` }, body: { enabled: false } }),
		own: [403, 403, 404],
	},
	"DELETE /api/v1/agent/operator/mcp-servers/:id": { send: mcpServer, own: [403, 403, 404] },
	"POST /api/v1/agent/operator/mcp-servers/:id/accept": {
		send: just({ params: { id: `mcp_${"0".repeat(22)}` }, body: { tools: [{ name: "tea", hash: "sha256:0", tier: "read" }] } }),
		own: [403, 403, 404],
	},
	"POST /api/v1/agent/operator/mcp-servers/:id/refresh": { send: mcpServer, own: [403, 403, 404] },
	"GET /api/knowledge/resolve": { send: just({ query: "url=https://shop.example/" }), own: all(200) },
	"GET /api/knowledge/documents": { own: [403, 200, 200] },
	"POST /api/knowledge/documents": {
		send: just({ body: { title: "Rules", domain: "shop.example", format: "text", content: "Tea is green." } }),
		own: [403, 202, 202],
	},
	"GET /api/knowledge/documents/:id": { send: knowledge(), ...documentsByAdmins(200) },
	"PUT /api/knowledge/documents/:id": { send: knowledge({ body: { pathPrefix: "/tea" } }), ...documentsByAdmins(202) },
	"DELETE /api/knowledge/documents/:id": { send: knowledge(), ...documentsByAdmins(204), ends: "things" },
	"GET /api/knowledge/documents/:id/chunks": { send: knowledge(), ...documentsByAdmins(200) },
	"GET /api/knowledge/domains": { own: [403, 200, 200] },
	"POST /api/knowledge/domains": { send: just({ body: { pattern: "*.shop.example" } }), own: [403, 200, 200] },
	"POST /api/knowledge/domains/check": { send: just({ body: { url: "https://shop.example/" } }), own: [403, 200, 200] },
	"DELETE /api/knowledge/domains/:id": {
		send: ({ domainId: id }) => ({ params: { id } }),
		own: [403, 204, 204],
		unknown: [403, 404, 404],
		ends: "things",
	},

	"GET /api/v1/auth/tenants": { own: all(200) },
	"POST /api/v1/auth/switch": {
		send: ({ orgId: tenantId }) => ({ body: { tenantId } }),
		own: [200, 200, 404],
		// A colleague's organization is one's own.
		colleague: [200, 200],
		unknown: all(404),
		ends: "sign-in",
	},
	"GET /api/v1/auth/sessions": { own: all(200) },
	"DELETE /api/v1/auth/sessions": { own: all(204), ends: "person" },
	"DELETE /api/v1/auth/sessions/:id": {
		send: ({ signInId: id }) => ({ params: { id } }),
		own: all(204),
		unknown: all(404),
		ends: "sign-in",
	},
	"POST /api/v1/auth/password": {
		send: just({ body: { currentPassword: password, newPassword: "another long password 4-7x" } }),
		own: all(401),
	},
	"GET /api/v1/auth/second-factor": { own: all(200) },
	"POST /api/v1/auth/second-factor": { isPublic: true, send: just({ body: { ticket, code: "123456" } }), own: all(410) },
	"POST /api/v1/auth/second-factor/enrolment": { isPublic: true, send: just({ body: { ticket } }), own: all(410) },
	"POST /api/v1/auth/second-factor/own": { send: just({ body: { password } }), own: all(401) },
	"PUT /api/v1/auth/second-factor/own": { send: just({ body: { code: "123456" } }), own: all(404) },
	"POST /api/v1/auth/second-factor/own/removal": { send: just({ body: { password, code: "123456" } }), own: all(404) },
	"POST /api/v1/auth/provider/start": { isPublic: true, send: just({ body: { email: "x@nowhere.example" } }), own: all(404) },
	"GET /api/v1/auth/provider/callback": { isPublic: true, own: all(410) },
	"GET /api/v1/auth/provider/done": { isPublic: true, own: all(200) },
	"POST /api/v1/auth/provider/finish": { isPublic: true, send: just({ body: { ticket, code: ticket } }), own: all(410) },
	"POST /api/v1/auth/invites/accept": { isPublic: true, send: just({ body: { token: "x", name: "X", password } }), own: all(410) },
	"GET /invite/:token": { isPublic: true, send: just({ params: { token: "x" } }), own: all(410) },
	// Not a form.
	"POST /invite/:token": { isPublic: true, send: just({ params: { token: "x" } }), own: all(400) },
	"GET /invite/done": { isPublic: true, own: all(200) },
	"GET /api/knowledge/meaning": { own: [403, 200, 200] },
	"POST /api/knowledge/meaning/measure": { own: [403, 404, 404] },
	"GET /": { isPublic: true, own: all(200) },
	"GET /api/v1/auth/users": { own: [403, 403, 200] },
	"PATCH /api/v1/auth/users/:id": { send: account({ body: { status: "active" } }), ...onlyOperators(200), colleague: [403, 403] },
	"POST /api/v1/auth/users/:id/reset-link": { send: account(), ...onlyOperators(201), colleague: [403, 403] },
	"POST /api/v1/auth/keys/rotate": { own: [403, 403, 200] },
	"POST /api/v1/auth/keys/:kid/retire": { send: just({ params: { kid: "unknown" } }), own: [403, 403, 404] },
	"GET /api/v1/orgs": { own: [403, 403, 200] },
	"POST /api/v1/orgs": { send: just({ body: { name: "Pots Ltd" } }), own: [403, 403, 201] },
	"GET /api/v1/orgs/:orgId": { send: org(), own: all(200), unknown: all(404), seesAll: 200 },
	"PATCH /api/v1/orgs/:orgId": { send: org({ body: { retentionDays: 90 } }), ...byAdmins(200) },
	"PUT /api/v1/orgs/:orgId/limits": { send: org({ body: {} }), ...onlyOperators(200) },
	"GET /api/v1/orgs/:orgId/members": { send: org(), ...byAdmins(200) },
	"PATCH /api/v1/orgs/:orgId/members/:userId": {
		send: member({ body: { status: "active" } }),
		...byAdmins(200),
		own: [403, 200, 404],
		colleague: [403, 200],
	},
	"DELETE /api/v1/orgs/:orgId/members/:userId": {
		send: member(),
		own: [204, 204, 204],
		colleague: [403, 204],
		unknown: all(404),
		seesAll: 204,
		ends: "person",
	},
	"GET /api/v1/orgs/:orgId/invites": { send: org(), ...byAdmins(200) },
	"POST /api/v1/orgs/:orgId/invites": { send: org({ body: { email: "new@example.com" } }), ...byAdmins(201) },
	"DELETE /api/v1/orgs/:orgId/invites/:id": { send: invite(), ...byAdmins(204), ends: "things" },
	"POST /api/v1/orgs/:orgId/invites/:id/renew": { send: invite(), ...byAdmins(200), ends: "things" },
	"GET /api/v1/user/api-keys": { own: all(200) },
	"POST /api/v1/user/api-keys": { send: just({ body: newKey }), own: all(201) },
	"DELETE /api/v1/user/api-keys/:id": {
		send: ({ apiKeyId: id }) => ({ params: { id } }),
		own: all(204),
		unknown: all(404),
	},
	"GET /api/v1/orgs/:orgId/api-keys": { send: org(), ...byAdmins(200) },
	// The operator's own key is one of another tenant.
	"DELETE /api/v1/orgs/:orgId/api-keys/:id": {
		send: ({ orgId, apiKeyId: id }) => ({ params: { orgId, id } }),
		own: [403, 204, 404],
		colleague: [403, 204],
		unknown: all(404),
		seesAll: 204,
	},
	"GET /api/v1/orgs/:orgId/service-accounts": { send: org(), ...byAdmins(200) },
	"POST /api/v1/orgs/:orgId/service-accounts": { send: org({ body: { name: "Report" } }), ...byAdmins(201) },
	"POST /api/v1/orgs/:orgId/service-accounts/:userId/api-keys": {
		send: ({ orgId, serviceAccountId: userId }) => ({ params: { orgId, userId }, body: newKey }),
		...byAdmins(201),
		colleague: [403, 201],
	},
	"GET /api/v1/orgs/:orgId/runners": { send: org(), ...byAdmins(200) },
	"POST /api/v1/orgs/:orgId/runners": { send: org({ body: { name: "Office" } }), ...byAdmins(201) },
	"POST /api/v1/orgs/:orgId/runners/:id/code": {
		send: ({ orgId, runnerId: id }) => ({ params: { orgId, id } }),
		...byAdmins(200),
		colleague: [403, 200],
	},
	"DELETE /api/v1/orgs/:orgId/runners/:id": {
		send: ({ orgId, runnerId: id }) => ({ params: { orgId, id } }),
		...byAdmins(204),
		colleague: [403, 204],
		ends: "things",
	},
	"POST /api/v1/auth/runners/enrol": { isPublic: true, send: just({ body: { code: `whr_${"x".repeat(43)}` } }), own: all(401) },
	"POST /api/v1/auth/runners/renew": { isPublic: true, send: just({ body: { secret: `whrs_${"x".repeat(43)}` } }), own: all(401) },
	"GET /api/v1/orgs/:orgId/provider": { send: org(), ...byAdmins(200) },
	"PUT /api/v1/orgs/:orgId/provider": { send: org({ body: { issuer: "http://127.0.0.1:9", clientId: "x" } }), ...byAdmins(502) },
	"DELETE /api/v1/orgs/:orgId/provider": { send: org(), ...byAdmins(404) },
	"POST /api/v1/orgs/:orgId/provider/test": { send: org(), ...byAdmins(404) },
};
