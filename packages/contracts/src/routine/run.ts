import { z } from "zod";
import { Mode } from "../agent/task.ts";
import { IdempotencyHeaders } from "../headers.ts";
import { RoutineId, RoutineRunId, ScheduleId, SessionId, ShareId, TaskId, TriggerId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { routineLimits } from "./limits.ts";
import { StepId } from "./step-id.ts";
import { InputName, InputValues } from "./words.ts";

/** `waiting`: nobody took a row yet; `done`: each row has an end; `stopped` by a person. */
export const RunState = z.enum(["waiting", "running", "paused", "done", "stopped"]);
export type RunState = z.infer<typeof RunState>;

/** True for a run of which no row is to be done any more. */
export function isRunOver({ state }: { readonly state: RunState }): boolean {
	return state === "done" || state === "stopped";
}

/**
 * A row of a run. `done`: its checks hold; `done_unchecked`: it has none; `not_saved`: a check failed; `unknown`: it died after something was
 * committed and nothing can be read back; `needs_person`: a sign-in or a question waits; `skipped`: done in an earlier run, or by wish.
 */
export const RowState = z.enum([
	"waiting",
	"running",
	"needs_person",
	"done",
	"done_unchecked",
	"not_saved",
	"failed",
	"unknown",
	"skipped",
	"stopped",
]);
export type RowState = z.infer<typeof RowState>;

/** True for the end of a row. */
export function isRowOver(state: RowState): boolean {
	return state !== "waiting" && state !== "running" && state !== "needs_person";
}

/** What a check read: what was meant beside what the page says; `seen` absent where nothing was found. */
export const CheckResult = z.object({
	step: StepId,
	label: z.string(),
	expected: z.string(),
	seen: z.string().optional(),
	holds: z.boolean(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** Rows of a list that were read, as the page says them, each with its source. `isCut`: the list may have more of them. */
export const ReadTable = z.object({
	step: StepId,
	columns: z.array(z.object({ name: InputName, label: z.string(), type: z.enum(["text", "number", "money", "date"]) })),
	rows: z.array(z.object({ cells: z.array(z.string()), url: z.string(), page: z.number().int().positive(), words: z.string().max(500) })),
	isCut: z.boolean(),
});
export type ReadTable = z.infer<typeof ReadTable>;

/** A row with its end. Secrets are `•••`; `reason` in words, with the page's own; `step` is where it ended; times ISO 8601. */
export const RoutineRow = z.object({
	key: z.string().max(200),
	index: z.number().int().nonnegative(),
	inputs: InputValues,
	state: RowState,
	reason: z.string().max(2_000).optional(),
	step: StepId.optional(),
	checks: z.array(CheckResult),
	/** Steps that were found another way. */
	healed: z.array(StepId),
	taskId: TaskId.optional(),
	sessionId: SessionId.optional(),
	startedAt: z.iso.datetime().optional(),
	endedAt: z.iso.datetime().optional(),
});
export type RoutineRow = z.infer<typeof RoutineRow>;

/**
 * What a run may and does. `stopsAtFailure`: a row that fails ends it; `isOnceEver`: a row whose key an earlier run did is skipped;
 * `asksModel`: a step that is not found goes to the model; `isDryRun`: it stops before each commit and shows what would be sent.
 */
export const RunOptions = z.strictObject({
	mode: Mode.default("autonomous"),
	stopsAtFailure: z.boolean().default(false),
	isOnceEver: z.boolean().default(false),
	asksModel: z.boolean().default(false),
	isDryRun: z.boolean().default(false),
	/** Columns that make the key of a row; absent: all of them. */
	keyOf: z.array(InputName).min(1).max(routineLimits.inputs).optional(),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** A name that a runner has and a run asks for: `office`, `eu-west`. */
export const RunnerLabel = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, "must be lower case letters, digits, dots and dashes");

/** The browser that a run waits for: one where its person is signed in, or a runner that has all these labels. */
export const RunQueue = z.strictObject({
	browser: z.enum(["mine", "runner"]),
	labels: z.array(RunnerLabel).max(10).default([]),
});
export type RunQueue = z.infer<typeof RunQueue>;

/** What started a run in the place of its person. */
export const RunStart = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("schedule"), id: ScheduleId }),
	z.object({ kind: z.literal("trigger"), id: TriggerId }),
]);
export type RunStart = z.infer<typeof RunStart>;

/**
 * A run as it stands. `queue`: it waits for a browser that takes it, from `dueAt` on. `counts` by state of its rows. `retries`: how many rows a
 * retry takes, and one `withUnknown`. `secondsLeft` from the rows that are done. `reason`: why the organization's policy paused it. `readsLists`:
 * its rows read lists of pages. `isOnce`: its routine stands in no library.
 */
export const RoutineRun = z.object({
	id: RoutineRunId,
	routineId: RoutineId,
	name: z.string(),
	version: z.number().int().positive(),
	ownerId: UserId,
	state: RunState,
	reason: z.string().max(500).optional(),
	options: RunOptions,
	rowCount: z.number().int().nonnegative(),
	readsLists: z.boolean(),
	isOnce: z.boolean(),
	counts: z.partialRecord(RowState, z.number().int().nonnegative()),
	retries: z.object({ rows: z.number().int().nonnegative(), withUnknown: z.number().int().nonnegative() }),
	secondsLeft: z.number().nonnegative().optional(),
	share: ShareId.optional(),
	queue: RunQueue.extend({ dueAt: z.iso.datetime() }).optional(),
	startedBy: RunStart.optional(),
	createdAt: z.iso.datetime(),
	endedAt: z.iso.datetime().optional(),
});
export type RoutineRun = z.infer<typeof RoutineRun>;

/** A row that the caller is to do now, in a tab of its own. `order` goes as the `query` of the first step, `start` is opened first. */
export const TakenRow = z.object({
	key: z.string(),
	index: z.number().int().nonnegative(),
	order: z.string(),
	start: z.string().optional(),
	/** The task that does it already, to be gone on with. */
	taskId: TaskId.optional(),
	sessionId: SessionId.optional(),
});
export type TakenRow = z.infer<typeof TakenRow>;

/** In a request for a first step: the task does this row of this run. */
export const RowOfRun = z.strictObject({ runId: RoutineRunId, rowKey: z.string().min(1).max(200) });
export type RowOfRun = z.infer<typeof RowOfRun>;

/** Faulty cells of a list: `row` counts from 1 below the head, absent for the whole column. */
export const CellFault = z.object({ row: z.number().int().positive().optional(), column: z.string(), message: z.string() });
export type CellFault = z.infer<typeof CellFault>;

/** The newest run of the caller over the same rows. `doneCount`: how many of them are done or may be, which `isOnceEver` leaves out. */
export const EarlierRun = z.object({
	runId: RoutineRunId,
	startedAt: z.iso.datetime(),
	rowCount: z.number().int().positive(),
	doneCount: z.number().int().nonnegative(),
	keyOf: RunOptions.shape.keyOf,
});
export type EarlierRun = z.infer<typeof EarlierRun>;

const runs = "/api/v1/agent/routine-runs";
const runsOf = "/api/v1/agent/routines/:routineId/runs";
const RoutineParams = z.strictObject({ routineId: RoutineId });
const RunParams = z.strictObject({ runId: RoutineRunId });
const ofShare = { share: z.string().max(100).optional() };
const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
/** 10,000 rows with their cells. */
const rowsLimit = 20_000_000;

export const startRunRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: runsOf,
	status: 201,
	summary: "Start a run",
	description:
		"With one set of values, or a list of them. Each row is done once. Faulty cells refuse the whole list: VALIDATION_ERROR names each in `details.cells`.",
	params: RoutineParams,
	headers: IdempotencyHeaders,
	body: z.strictObject({
		rows: z.array(InputValues).min(1).max(routineLimits.rows),
		/** The current one by default. */
		version: z.number().int().positive().optional(),
		options: RunOptions.prefault({}),
		/** The run waits for such a browser to take it; absent: for the caller's. */
		queue: RunQueue.optional(),
	}),
	bodyLimit: rowsLimit,
	gzip: true,
	reply: z.object({ run: RoutineRun }),
	errors: ["ROUTINE_NOT_FOUND", "NOT_FOUND", "LIMIT_REACHED", "IDEMPOTENCY_CONFLICT", "PAYLOAD_TOO_LARGE"],
	keys: ["routines:run"],
});

export const runsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: runs,
	summary: "Runs of the caller, newest first",
	description: "`all` takes the tenant's runs, for admins; `routineId` those of one routine.",
	query: z.strictObject({
		routineId: RoutineId.optional(),
		all: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
		limit: wholeNumber(1, 100).default(20),
		cursor: z.string().min(1).max(100).optional(),
	}),
	reply: z.object({ runs: z.array(RoutineRun), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
	keys: ["routines:run", "routines:read"],
});

export const routineRunRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${runs}/:runId`,
	summary: "A run as it stands",
	description: "For its owner, admins, and with `share` for members of the organization.",
	params: RunParams,
	query: z.strictObject(ofShare),
	reply: z.object({ run: RoutineRun }),
	errors: ["RUN_NOT_FOUND"],
	keys: ["routines:run", "routines:read"],
	runners: "its_run",
});

export const runRowsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${runs}/:runId/rows`,
	summary: "Rows of a run, in their order",
	params: RunParams,
	query: z.strictObject({
		after: wholeNumber(0, routineLimits.rows).optional(),
		limit: wholeNumber(1, 200).default(50),
		state: RowState.optional(),
		...ofShare,
	}),
	reply: z.object({ rows: z.array(RoutineRow), nextAfter: z.number().int().nonnegative().nullable() }),
	errors: ["RUN_NOT_FOUND"],
	keys: ["routines:run", "routines:read"],
});

export const rowTablesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${runs}/:runId/rows/:index/tables`,
	summary: "Lists that a row has read",
	description: "With `since`, the `cursor` of an earlier reply, only what was read after it, unless `isWhole` says that it is all again.",
	params: z.strictObject({ runId: RoutineRunId, index: wholeNumber(0, routineLimits.rows) }),
	query: z.strictObject({ since: z.string().min(1).max(100).optional(), ...ofShare }),
	reply: z.object({ tables: z.array(ReadTable), cursor: z.string().nullable(), isWhole: z.boolean() }),
	errors: ["RUN_NOT_FOUND", "NOT_FOUND"],
	keys: ["routines:run", "routines:read"],
});

export const changeRunRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${runs}/:runId/change`,
	summary: "Pause, go on with, stop or repeat a run",
	description:
		"`pause` lets the row under way end; `stop` ends it too. `retry` gives rows that failed, were not saved or stopped another try; `unknown` ones, and those whose record stands with other values, only with `withUnknown`, after a look, and by no API key. For the owner; admins stop any run of their tenant, and a runner pauses the one that it does.",
	params: RunParams,
	body: z.strictObject({ change: z.enum(["pause", "resume", "stop", "retry"]), withUnknown: z.boolean().default(false) }),
	reply: z.object({ run: RoutineRun }),
	errors: ["RUN_NOT_FOUND", "RUN_ENDED", "FORBIDDEN"],
	keys: ["routines:run"],
	runners: "its_run",
});

export const takeRowRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${runs}/:runId/next`,
	summary: "Take the next row of a run",
	description:
		"For the browser that does the run, under its name `worker`: the row that it has, or the next one; null when none is left or the run rests. A run that the organization's policy paused goes on once that allows it. TASK_BUSY while another browser does it.",
	params: RunParams,
	body: z.strictObject({ worker: z.string().min(1).max(100) }),
	reply: z.object({ run: RoutineRun, row: TakenRow.nullable() }),
	errors: ["RUN_NOT_FOUND", "TASK_BUSY"],
	runners: "its_run",
});

const mostResting = 1_000;

export const takeRunRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${runs}/take`,
	summary: "Take the oldest run that waits for a browser",
	description:
		"For a browser with room for a run, under its name `worker`: the run that waits longest for such a browser, now leased to it; its rows are taken with `next`. Null when none is due. A person's browser takes runs of its person. The sign-in of a runner takes those of its organization that ask for a `runner` with no labels but its own; `labels` are then not read.",
	/**
	 * `without`: runs that rest in this browser until their person goes on with them. `holds`: runs that it does, of which it keeps the lease,
	 * also while one waits in it for its person. Without `hasRoom` it gets none.
	 */
	body: RunQueue.extend({
		worker: z.string().min(1).max(100),
		without: z.array(RoutineRunId).max(mostResting).default([]),
		holds: z.array(RoutineRunId).max(mostResting).default([]),
		hasRoom: z.boolean().default(true),
	}),
	/** `sites`: hosts of its steps, and patterns of the policy. A runner opens no page of others; absent from an older server. */
	reply: z.object({ run: RoutineRun.nullable(), sites: z.array(z.string()).optional() }),
	runners: "itself",
});

export const shareRunRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${runs}/:runId/share`,
	summary: "Share a run inside its organization",
	description: "Members with the link see the run and its rows; repeatable, the share stays the same. For the owner.",
	params: RunParams,
	reply: z.object({ share: ShareId }),
	errors: ["RUN_NOT_FOUND"],
});

export const unshareRunRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: `${runs}/:runId/share`,
	status: 204,
	summary: "Take the share of a run back",
	description: "For the owner and admins.",
	params: RunParams,
	errors: ["RUN_NOT_FOUND"],
});

export const runCsvRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${runs}/:runId/rows.csv`,
	summary: "Results of a run as CSV",
	description: "The columns of the list, then state, reason, checked values and the address of the evidence. No cell can be a formula.",
	params: RunParams,
	query: z.strictObject(ofShare),
	produces: "csv",
	errors: ["RUN_NOT_FOUND"],
	keys: ["routines:run", "routines:read"],
});

/** Reads a list that a person gives, and says which column is which input. */
export const readRowsRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/routines/:routineId/rows",
	summary: "Read a list for a routine",
	description:
		"A pasted table as `text`, or a CSV or XLSX `file` as base64, in any encoding. Columns are matched to inputs by name; `mapping` says otherwise. Nothing is stored; every faulty cell is named. `earlier`: the caller ran the same rows before.",
	params: RoutineParams,
	body: z.strictObject({
		text: z.string().max(rowsLimit).optional(),
		file: z.base64().max(rowsLimit).optional(),
		sheet: z.string().max(100).optional(),
		/** Input by column head; null leaves a column out. */
		mapping: z.record(z.string(), InputName.nullable()).optional(),
	}),
	bodyLimit: rowsLimit,
	gzip: true,
	reply: z.object({
		sheets: z.array(z.string()),
		columns: z.array(z.object({ head: z.string(), input: InputName.nullable(), sample: z.array(z.string()).max(3) })),
		rows: z.array(InputValues),
		faults: z.array(CellFault).max(1_000),
		faultCount: z.number().int().nonnegative(),
		missing: z.array(InputName),
		earlier: EarlierRun.optional(),
	}),
	errors: ["ROUTINE_NOT_FOUND", "PAYLOAD_TOO_LARGE"],
	keys: ["routines:run"],
});
