import type { Login } from "@webhand/contracts/authority/login";
import type { Mandate } from "@webhand/contracts/authority/mandate";
import { LoginId, MandateId, RoutineRunId } from "@webhand/contracts/ids";
import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { diff, program, routine, routineId, routines, rows, run, runId, runs, tables, versionOf, versions } from "./sample-routine.ts";
import { taskId } from "./sample-trace.ts";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the pages of routines, and who looks at them. */
type RoutineState = { readonly path: string; readonly as: "member" | "admin" | "own_space"; readonly replies: Replies };

const list = "GET /api/v1/agent/routines";
const one = `${list}/:routineId`;
const versionsOf = `${one}/versions`;
const addVersion = "POST /api/v1/agent/routines/:routineId/versions";
const runsAt = "GET /api/v1/agent/routine-runs";
const runAt = `${runsAt}/:runId`;
const rowsAt = `${runAt}/rows`;
const change = "POST /api/v1/agent/routine-runs/:runId/change";
const create = "POST /api/v1/agent/routines";
const at = `/routines/${routineId}`;
const runPath = `/routine-runs/${runId}`;

const invalid = (fields: readonly { readonly field: string; readonly message: string }[]) =>
	refused(400, "VALIDATION_ERROR", "The request is not valid", { fields });
const broken = refused(500, "INTERNAL_ERROR", "The request failed. Try again.");
const gone = refused(404, "ROUTINE_NOT_FOUND", "There is no such routine");

const loginsAt = "GET /api/v1/agent/logins";
const login = (letter: string, more: Partial<Login> = {}): Login => ({
	id: LoginId.parse(`lgn_${letter.repeat(22)}`),
	name: "Customer portal",
	site: "https://crm.example.com",
	username: "ada@example.com",
	hasPassword: true,
	hasTotp: true,
	ownerId: routine.ownerId,
	sharing: { kind: "nobody" },
	routines: [{ routineId: routine.id, version: routine.version }],
	canEdit: true,
	canDelete: true,
	lastUsedAt: "2026-03-02T07:30:00Z",
	createdAt: "2026-02-01T09:00:00Z",
	updatedAt: "2026-02-01T09:00:00Z",
	...more,
});
const logins: Replies = {
	[loginsAt]: {
		logins: [
			login("a"),
			login("b", {
				name: "Bookkeeping of the whole group with a long name",
				site: "http://10.0.0.5:8080",
				hasTotp: false,
				sharing: { kind: "everybody" },
				routines: [],
			}),
			login("c", {
				name: "Warehouse",
				site: "https://stock.example.com",
				username: "",
				sharing: { kind: "people", userIds: [routine.ownerId] },
			}),
		],
		nextCursor: null,
	},
	"POST /api/v1/agent/logins": { login: login("d"), code: { value: "287082", until: "2026-03-02T10:01:00Z" } },
	"PATCH /api/v1/agent/logins/:loginId": { login: login("a") },
	"DELETE /api/v1/agent/logins/:loginId": undefined,
};

const library: Replies = {
	[list]: ({ query }: CallFacts) => ({
		routines: routines.filter(
			({ ownerId }) => query?.["owner"] === undefined || (query["owner"] === "me") === (ownerId === routine.ownerId),
		),
		nextCursor: null,
	}),
	[`DELETE /api/v1/agent/routines/:routineId`]: undefined,
	[`${one}/export`]: { format: "webhand-routine/1", name: routine.name, description: "", sites: routine.sites, program },
};
const shown: Replies = {
	...library,
	[one]: { routine, version: versionOf(3) },
	[versionsOf]: { versions, nextBefore: null },
	[`${versionsOf}/:number`]: ({ params }: CallFacts) => ({ version: versionOf(Number(params?.["number"])) }),
	[`${versionsOf}/:number/diff`]: { diff },
	[`POST /api/v1/agent/routines/:routineId/versions/:number/decide`]: ({ params, body }: CallFacts) => ({
		routine: {
			...routine,
			version: (body as { decision: string }).decision === "take" ? Number(params?.["number"]) : 3,
			proposed: undefined,
		},
	}),
	"PATCH /api/v1/agent/routines/:routineId": ({ body }: CallFacts) => ({ routine: { ...routine, ...(body as object) } }),
	[runsAt]: { runs: runs.slice(0, 2), nextCursor: "older" },
	[addVersion]: { version: { ...versionOf(3), number: 5 } },
	[loginsAt]: { logins: [login("a"), login("c", { routines: [] })], nextCursor: null },
	"PUT /api/v1/agent/logins/:loginId/routines/:routineId": { login: login("c") },
	"DELETE /api/v1/agent/logins/:loginId/routines/:routineId": { login: login("a", { routines: [] }) },
};

const mandatesAt = "GET /api/v1/agent/mandates";
export const mandate = (letter: string, more: Partial<Mandate> = {}): Mandate => ({
	id: MandateId.parse(`mnd_${letter.repeat(22)}`),
	userId: routine.ownerId,
	routineId: routine.id,
	routineName: routine.name,
	version: 3,
	steps: [{ id: "s5", text: "Click “Save” in the form “Invoice”" }],
	sites: ["crm.example.com"],
	uses: 20,
	used: 16,
	spent: 412.5,
	amount: { currency: "EUR", perUse: 50, inSum: 500 },
	until: "2026-12-31T23:59:59Z",
	state: "standing",
	createdAt: "2026-05-03T09:00:00Z",
	...more,
});
const mandates: Replies = {
	[mandatesAt]: {
		mandates: [
			mandate("a"),
			mandate("b", { runId: RoutineRunId.parse(runId), uses: 12, used: 12, state: "used_up", createdAt: "2026-05-02T09:00:00Z" }),
			mandate("c", {
				hours: { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00", timeZone: "Europe/Berlin" },
				state: "revoked",
				revokedAt: "2026-05-02T10:00:00Z",
				createdAt: "2026-05-01T09:00:00Z",
			}),
			mandate("d", { state: "ended", version: 2, used: 0, spent: 0, createdAt: "2026-04-01T09:00:00Z" }),
		],
		nextCursor: null,
	},
	[`${mandatesAt}/:mandateId`]: {
		mandate: mandate("a"),
		uses: [{ at: "2026-05-03T10:00:00Z", taskId, stepIndex: 4, runId, rowKey: "INV-4021", step: "s5", amount: 49.9 }],
		nextCursor: null,
	},
	"POST /api/v1/agent/mandates/:mandateId/revoke": { mandate: mandate("a", { state: "revoked", revokedAt: "2026-05-04T09:00:00Z" }) },
};
const granting: Replies = {
	...shown,
	"GET /api/v1/agent/mandates/offer/:routineId": {
		version: 3,
		sites: ["crm.example.com"],
		steps: [{ id: "s5", text: "Click “Save” in the form “Invoice”" }],
		mayGrant: true,
	},
	"POST /api/v1/agent/mandates": { mandate: mandate("a", { used: 0, spent: 0 }) },
};

const draft = {
	name: "Enter the invoice INV-4021",
	description: "Enter the invoice INV-4021 over 49.90",
	program: RoutineProgram.parse({ ...program, steps: program.steps.slice(0, -1) }),
	hints: [
		{ text: "Nothing reads back whether it was saved: add a check where the record can be seen." },
		{ step: "s6", text: "“30 days net” may be different each time." },
	],
};
const draftReply = { draft, sentences: sentencesOf(draft.program) };
const drafts: Replies = {
	...shown,
	"POST /api/v1/agent/routines/draft": draftReply,
	"POST /api/v1/agent/routines/import": ({ body }: CallFacts) => {
		if ((body as { text: string }).text.includes("webhand-routine/2"))
			throw invalid([{ field: "text", message: "it was written by a newer version of Webhand" }]);
		return draftReply;
	},
	[create]: { routine },
};

const ran: Replies = {
	...shown,
	[runAt]: { run },
	[rowsAt]: ({ query }: CallFacts) => ({
		rows: rows.slice(0, 8).filter(({ state }) => query?.["state"] === undefined || state === query["state"]),
		nextAfter: null,
	}),
	[change]: {
		run: {
			...run,
			state: "running",
			counts: { ...run.counts, failed: 0, not_saved: 0, stopped: 0, waiting: 3 },
			retries: { rows: 0, withUnknown: 1 },
		},
	},
	[`${rowsAt}.csv`]: "number,state\r\nINV-4021,done\r\n",
	"POST /api/v1/agent/routine-runs/:runId/share": { share: `shr_${"s".repeat(22)}` },
	"DELETE /api/v1/agent/routine-runs/:runId/share": undefined,
};
const reading = RoutineProgram.parse({
	...program,
	steps: [
		...program.steps,
		{ id: "s20", do: "read", class: "observe", list: { heading: "Invoices" }, columns: [{ name: "number", label: "Number" }] },
	],
});

const listing = RoutineProgram.parse({
	inputs: [{ name: "month", label: "Month", type: "text", example: "March" }],
	start: ["https://accounts.example/invoices"],
	steps: [
		{
			id: "s1",
			do: "read",
			class: "observe",
			list: { heading: "Open invoices" },
			columns: [
				{ name: "number", label: "Number", header: "No." },
				{ name: "total", label: "Total", cell: 3, type: "money" },
			],
			key: "number",
			paging: { by: { role: "a", name: ["Next"] }, most: 200 },
		},
		{
			id: "s2",
			do: "each",
			class: "observe",
			list: { columns: ["No.", "Total"] },
			by: "No.",
			as: "line",
			most: 20,
			steps: [{ id: "s3", do: "click", class: "navigate", target: { role: "a", name: ["Open"], row: [[{ input: "line" }]] } }],
		},
		{
			id: "s4",
			do: "drag",
			class: "commit",
			target: { role: "li", name: ["Invoice of ", { input: "month" }] },
			to: { role: "ul", name: ["Paid"] },
		},
	],
});

/** One answer to the first call, and another one to those after it. */
function afterFirst(first: unknown, later: unknown): () => unknown {
	let calls = 0;
	return () => {
		calls += 1;
		return calls === 1 ? first : later;
	};
}

/** Every view of routines and runs in each of its states. */
export const routineStates: Readonly<Record<string, RoutineState>> = {
	routines: { path: "/routines", as: "admin", replies: library },
	"routines-shared": { path: "/routines?of=shared", as: "member", replies: library },
	"routines-loading": { path: "/routines", as: "member", replies: { [list]: "never" } },
	"routines-empty": { path: "/routines", as: "member", replies: { [list]: { routines: [], nextCursor: null } } },
	"routines-no-match": { path: "/routines?q=zebra", as: "member", replies: { [list]: { routines: [], nextCursor: null } } },
	"routines-error": { path: "/routines", as: "member", replies: { [list]: broken } },
	routine: { path: at, as: "admin", replies: shown },
	"routine-shared": {
		path: at,
		as: "member",
		replies: {
			...shown,
			[one]: {
				routine: { ...routine, canEdit: false, proposed: undefined, ownerId: `usr_${"b".repeat(22)}`, inputs: [] },
				version: versionOf(3),
			},
			[versionsOf]: { versions: versions.slice(1, 2), nextBefore: null },
			[runsAt]: { runs: [], nextCursor: null },
		},
	},
	"routine-granting": { path: at, as: "member", replies: granting },
	logins: { path: "/logins", as: "admin", replies: logins },
	"logins-member": { path: "/logins", as: "member", replies: logins },
	"logins-empty": { path: "/logins", as: "own_space", replies: { [loginsAt]: { logins: [], nextCursor: null } } },
	mandates: { path: "/mandates", as: "admin", replies: mandates },
	"mandates-empty": { path: "/mandates", as: "member", replies: { [mandatesAt]: { mandates: [], nextCursor: null } } },
	"routine-own": { path: at, as: "own_space", replies: shown },
	"routine-gone": { path: at, as: "member", replies: { ...shown, [one]: gone } },
	"routine-loading": { path: at, as: "member", replies: { ...shown, [one]: "never" } },
	program: { path: `${at}/edit`, as: "member", replies: shown },
	"program-lists": {
		path: `${at}/edit`,
		as: "member",
		replies: { ...shown, [one]: { routine, version: { ...versionOf(3), program: listing } } },
	},
	"program-invalid": {
		path: `${at}/edit`,
		as: "member",
		replies: {
			...shown,
			[addVersion]: invalid([
				{ field: "program.steps.4.then.0.value", message: "the input “note” is not declared" },
				{ field: "program.inputs.2", message: "no step uses it" },
				{ field: "program.start", message: "must be an address of the web" },
				{ field: "program", message: "the steps are nested too deep" },
			]),
		},
	},
	"program-mismatch": {
		path: `${at}/edit`,
		as: "member",
		replies: {
			...shown,
			[one]: afterFirst({ routine, version: versionOf(3) }, { routine: { ...routine, version: 5 }, version: versionOf(3) }),
			[addVersion]: ({ body }: CallFacts) => {
				if ((body as { of: number }).of === 3) throw refused(409, "HASH_MISMATCH", "Another version became the current one meanwhile");
				return { version: { ...versionOf(3), number: 6 } };
			},
		},
	},
	"program-not-yours": {
		path: `${at}/edit`,
		as: "member",
		replies: { ...shown, [one]: { routine: { ...routine, canEdit: false }, version: versionOf(3) } },
	},
	version: { path: `${at}/versions/4`, as: "member", replies: shown },
	"version-former": { path: `${at}/versions/1`, as: "member", replies: shown },
	"version-only": {
		path: `${at}/versions/3`,
		as: "member",
		replies: { ...shown, [versionsOf]: { versions: versions.slice(1, 2), nextBefore: null } },
	},
	"version-gone": {
		path: `${at}/versions/9`,
		as: "member",
		replies: { ...shown, [`${versionsOf}/:number`]: refused(404, "NOT_FOUND", "The routine has no such version") },
	},
	draft: { path: `/routines/new?task=${taskId}`, as: "admin", replies: drafts },
	"draft-file": { path: "/routines/new", as: "member", replies: drafts },
	"draft-refused": {
		path: `/routines/new?task=${taskId}`,
		as: "member",
		replies: {
			...drafts,
			[create]: invalid([
				{ field: "name", message: "must be at most 80 characters" },
				{ field: "program.steps.1.target", message: "a control needs a name or a place" },
			]),
		},
	},
	"draft-running": {
		path: `/routines/new?task=${taskId}`,
		as: "member",
		replies: { "POST /api/v1/agent/routines/draft": refused(409, "TASK_NOT_COMPLETED", "The task is not completed") },
	},
	runs: { path: "/routine-runs?all=true", as: "admin", replies: { [runsAt]: { runs, nextCursor: null } } },
	"runs-empty": { path: "/routine-runs", as: "member", replies: { [runsAt]: { runs: [], nextCursor: null } } },
	"runs-loading": { path: "/routine-runs", as: "member", replies: { [runsAt]: "never" } },
	"runs-offline": { path: `/routine-runs?routine=${routineId}`, as: "member", replies: { [runsAt]: unreachable } },
	run: { path: runPath, as: "member", replies: ran },
	"run-open": {
		path: runPath,
		as: "admin",
		replies: {
			...ran,
			[runAt]: { run: { ...runs[0], id: runId } },
			[rowsAt]: { rows: [...rows.slice(0, 4), ...rows.slice(8)], nextAfter: 11 },
		},
	},
	"run-lists": {
		path: runPath,
		as: "member",
		replies: {
			...ran,
			[runAt]: { run: { ...run, rowCount: 1, counts: { done: 1 }, retries: { rows: 0, withUnknown: 0 }, share: `shr_${"s".repeat(22)}` } },
			[rowsAt]: { rows: rows.slice(0, 1), nextAfter: null },
			[`${versionsOf}/:number`]: { version: { ...versionOf(3), program: reading } },
			[`${rowsAt}/:index/tables`]: { tables, cursor: null, isWhole: true },
		},
	},
	"run-of-colleague": {
		path: `${runPath}?share=shr_${"s".repeat(22)}`,
		as: "member",
		replies: { ...ran, [runAt]: { run: { ...run, ownerId: `usr_${"b".repeat(22)}` } }, [`${versionsOf}/:number`]: gone },
	},
	"run-gone": { path: runPath, as: "member", replies: { ...ran, [runAt]: refused(404, "RUN_NOT_FOUND", "There is no such run") } },
};
