import type { RowState } from "@webhand/contracts/routine/run";
import type { PageRead, Place, RoutinesBench } from "../../src/panel/routines/kit/routines-props.ts";
import type { RunView } from "../../src/panel-state.ts";
import type { CallFacts, Replies } from "../console/scripted-api.ts";
import { refused, unreachable } from "../console/scripted-api.ts";
import { doneThrough, run as task } from "../gallery/sample-run.ts";
import { inputs, program, proposal, routine, routineId, routines, runId, taskId, version } from "./sample-routines.ts";
import { rows, run, runs } from "./sample-runs.ts";
import { invoiceList, orderCards, tableOf } from "./sample-tables.ts";

const path = "/api/v1/agent/routines";
const runsPath = "/api/v1/agent/routine-runs";

export type RoutinesState = {
	readonly place: Place;
	readonly replies: () => Replies;
	readonly plays?: RoutinesBench["plays"];
	readonly isModeLocked?: boolean;
	/** A finished task in the chat, which is shown first. */
	readonly task?: RunView;
	/** What is typed into the chat, which is shown first. */
	readonly draft?: string;
	/** Why this browser does not do the run. */
	readonly playProblem?: string;
	/** The page in front, as it is read. */
	readonly page?: PageRead;
};

export const samplePage: PageRead = { kind: "page", url: "https://shop.example/invoices", title: "Invoices – Shop", dom: "@page 1" };

const draft = {
	name: "Enter an invoice",
	description: "",
	program,
	hints: [{ step: "s9", text: "It is not known whether the page saved it. Add a check." }],
};

const list = {
	sheets: ["March", "April"],
	columns: [
		{ head: "Kunde", input: "customer", sample: ["Harbour Kitchen", "Tea & Co", "Ada Lovelace"] },
		{ head: "Betrag", input: "amount", sample: ["49,90", "12", "1.200,00"] },
		{ head: "Fällig", input: "due", sample: ["31.03.2026"] },
		{ head: "Art", input: "category", sample: ["Food"] },
		{ head: "PIN", input: "pin", sample: [] },
		{ head: "Bemerkung", input: null, sample: ["x".repeat(120)] },
	],
	rows: Array.from({ length: 12 }, (_, index) => ({
		customer: `Harbour Kitchen ${index + 1}`,
		amount: "49.90",
		due: "2026-03-31",
		category: "Food",
		pin: "4711",
	})),
	faults: [],
	faultCount: 0,
	missing: [],
};
const faulty = {
	...list,
	sheets: [],
	columns: list.columns.map((column) => (column.head === "PIN" ? { ...column, input: null } : column)),
	faults: [
		{ row: 3, column: "Betrag", message: "“zwölf” is no number" },
		{ row: 7, column: "Fällig", message: "“31.02.2026” is no day" },
		{ row: 9, column: "Art", message: "must be Travel, Office or Food" },
	],
	faultCount: 1_204,
	missing: ["pin"],
};

const done = {
	...run,
	state: "done",
	counts: { done: 293, done_unchecked: 2, not_saved: 1, failed: 3, unknown: 1 },
	retries: { rows: 4, withUnknown: 5 },
	secondsLeft: undefined,
};

const heard = {
	runId: taskId,
	task: "",
	mode: "careful",
	status: "running",
	currentStep: 0,
	maxSteps: 50,
	history: [],
	reflections: [],
	currentSnapshot: null,
	createdAt: 0,
	updatedAt: 0,
};
const base: Replies = {
	[`GET ${path}`]: ({ query }: CallFacts) => ({ routines: query?.["q"] === undefined ? routines : [], nextCursor: null }),
	[`GET ${path}/:routineId`]: { routine: { ...routine, proposed: 4 }, version },
	[`POST ${path}/draft`]: { draft, sentences: version.sentences },
	[`POST ${path}`]: { routine },
	[`POST ${path}/lists/columns`]: { places: [], decidedBy: "rules" },
	[`POST ${path}/lists`]: { lists: [invoiceList, orderCards] },
	[`POST ${path}/:routineId/runs`]: { run },
	[`POST ${path}/:routineId/rows`]: list,
	[`GET ${path}/:routineId/versions/:number/diff`]: { diff: proposal },
	[`POST ${path}/:routineId/versions/:number/decide`]: { routine: { ...routine, version: 4 } },
	[`GET ${runsPath}`]: { runs, nextCursor: null },
	[`GET ${runsPath}/:runId`]: { run },
	[`GET ${runsPath}/:runId/rows`]: ({ query }: CallFacts) => ({
		rows: rows.filter(({ state }) => query?.["state"] === undefined || query["state"] === state),
		nextAfter: null,
	}),
	[`GET ${runsPath}/:runId/rows.csv`]: undefined,
	"GET /api/v1/agent/waiting": { waiting: [], count: 0, nextCursor: null },
	"POST /agent/run/:runId/answer": heard,
	[`GET ${runsPath}/:runId/rows/:index/tables`]: { tables: [tableOf(120)], cursor: null, isWhole: true },
	[`POST ${runsPath}/:runId/change`]: ({ body }: CallFacts) => {
		const { change } = body as { change: string };
		const state = { pause: "paused", resume: "running", stop: "stopped", retry: "running" }[change];
		return { run: { ...run, state } };
	},
};

const withReplies = (place: Place, part: Replies = {}): RoutinesState => ({ place, replies: () => ({ ...base, ...part }) });
const library: Place = { kind: "library" };
const ofRoutine: Place = { kind: "routine", id: routineId };
const ofList: Place = { kind: "list", id: routineId };
const ofRun: Place = { kind: "run", id: runId };
const play = {
	runId,
	tabId: 8,
	row: "Enter an invoice: Customer Harbour Kitchen 8, Amount 49.90",
	step: "Click “Save” in the form “New invoice”",
	problem: null,
	needsUser: false,
	site: null,
};
/** What the row under way asks. */
const asked = {
	kind: "question",
	id: `que_${"a".repeat(22)}`,
	title: "Enter an invoice",
	since: "2026-03-02T09:40:00.000Z",
	endsAt: "2026-03-02T11:00:00.000Z",
	taskId,
	sessionId: taskId,
	run: { runId, row: 8, rowCount: 300 },
	question: {
		id: `que_${"a".repeat(22)}`,
		kind: "approval",
		text: "May I click “Save” in the form “New invoice” on shop.example? It saves what was entered.",
		expiresAt: "2026-03-02T10:10:00.000Z",
		approval: {
			class: "commit",
			reasons: ["form_post"],
			site: "shop.example",
			label: "Save",
			fields: ["Customer: Harbour Kitchen 8", "Amount: 49.90"],
			newTab: false,
			download: false,
			recorded: { routineId, version: 3, runId, step: "s9", rows: 300 },
		},
	},
};
const withRun = (part: object): Replies => ({ [`GET ${runsPath}/:runId`]: { run: { ...run, ...part } } });

const reading: Place = { kind: "read" };
const askedReplies: Replies = {
	[`POST ${path}/lists`]: { lists: [invoiceList] },
	[`POST ${path}/lists/columns`]: { places: [0, 2, 3], decidedBy: "rules" },
};
const ofReading = { readsLists: true, isOnce: true, rowCount: 1, name: "Open invoices" };
const oneRow = (state: RowState, part: object = {}): Replies => ({
	[`GET ${runsPath}/:runId/rows`]: { rows: [{ ...rows[7], index: 0, inputs: {}, state, ...part }], nextAfter: null },
});
const readPlay = { ...play, row: "Open invoices", step: "Read the list below “Open invoices”" };

/** The states of the routines by the hash of the gallery's address. */
export const routinesStates: Readonly<Record<string, RoutinesState>> = {
	library: withReplies(library),
	"library-loading": withReplies(library, { [`GET ${path}`]: "never" }),
	"library-empty": withReplies(library, {
		[`GET ${path}`]: { routines: [], nextCursor: null },
		[`GET ${runsPath}`]: { runs: [], nextCursor: null },
	}),
	"library-failed": withReplies(library, { [`GET ${path}`]: unreachable }),
	form: withReplies(ofRoutine),
	"form-careful": { ...withReplies(ofRoutine), isModeLocked: true },
	"form-no-input": withReplies(ofRoutine, {
		[`GET ${path}/:routineId`]: { routine: { ...routine, inputs: [] }, version },
		[`GET ${runsPath}`]: { runs: [], nextCursor: null },
	}),
	"form-refused": withReplies(ofRoutine, {
		[`GET ${path}/:routineId`]: { routine: { ...routine, inputs: inputs.slice(0, 2) }, version },
		[`POST ${path}/:routineId/runs`]: refused(400, "VALIDATION_ERROR", "The values cannot be used", {
			cells: [{ row: 1, column: "Amount", message: "“much” is no number" }],
		}),
	}),
	"form-busy": {
		...withReplies(ofRoutine, { [`GET ${path}/:routineId`]: { routine: { ...routine, inputs: [] }, version } }),
		playProblem: "You are signed out. Sign in again to go on.",
	},
	"form-gone": withReplies(ofRoutine, { [`GET ${path}/:routineId`]: refused(404, "ROUTINE_NOT_FOUND", "Gone") }),
	list: withReplies(ofList),
	"list-again": withReplies(ofList, {
		[`POST ${path}/:routineId/rows`]: {
			...list,
			earlier: { runId, startedAt: "2026-03-01T09:40:00.000Z", rowCount: 12, doneCount: 11 },
		},
	}),
	"list-faulty": withReplies(ofList, { [`POST ${path}/:routineId/rows`]: faulty }),
	"list-refused": withReplies(ofList, { [`POST ${path}/:routineId/rows`]: refused(413, "PAYLOAD_TOO_LARGE", "Too large") }),
	"list-no-row": withReplies(ofList, { [`POST ${path}/:routineId/rows`]: { ...list, sheets: [], rows: [] } }),
	running: { ...withReplies(ofRun), plays: [play] },
	"running-needs-you": { ...withReplies(ofRun), plays: [{ ...play, needsUser: true }] },
	"running-asks": {
		...withReplies(ofRun, { [`GET /api/v1/agent/waiting`]: { waiting: [asked], count: 1, nextCursor: null } }),
		plays: [{ ...play, needsUser: true }],
	},
	"running-site": { ...withReplies(ofRun), plays: [{ ...play, needsUser: true, site: "shop.example" }] },
	"running-elsewhere": withReplies(ofRun),
	"running-problem": {
		...withReplies(ofRun),
		plays: [{ ...play, problem: { code: "PAGE_NOT_OPENED", message: "https://shop.example/invoices/new did not open in time." } }],
	},
	paused: withReplies(ofRun, withRun({ state: "paused" })),
	"paused-by-policy": withReplies(
		ofRun,
		withRun({
			state: "paused",
			reason: "Your organization lets Webhand act Mon, Tue, Wed, Thu, Fri from 08:00 to 17:00 (Europe/Berlin)",
		}),
	),
	results: withReplies(ofRun, withRun(done)),
	"results-all-done": withReplies(ofRun, withRun({ ...done, rowCount: 12, counts: { done: 12 }, retries: { rows: 0, withUnknown: 0 } })),
	read: withReplies(reading),
	"read-asked": withReplies({ ...reading, words: "number, date and amount" }, askedReplies),
	order: { ...withReplies(library, askedReplies), draft: "Read all open invoices with number, date and amount" },
	"read-one": withReplies(reading, { [`POST ${path}/lists`]: { lists: [invoiceList] } }),
	"read-none": withReplies(reading, { [`POST ${path}/lists`]: { lists: [] } }),
	"read-withheld": { ...withReplies(reading), page: { kind: "withheld", origins: ["https://shop.example/*"] } },
	"read-refused": { ...withReplies(reading), page: { kind: "refused", message: "The page does not answer. Reload it, then try again." } },
	"read-offline": withReplies(reading, { [`POST ${path}/lists`]: unreachable }),
	"read-running": {
		...withReplies(ofRun, { ...withRun({ ...ofReading, counts: { running: 1 } }), ...oneRow("running") }),
		plays: [readPlay],
	},
	table: withReplies(ofRun, { ...withRun({ ...ofReading, state: "done", counts: { done_unchecked: 1 } }), ...oneRow("done_unchecked") }),
	"table-of-routine": withReplies(ofRun, {
		...withRun({ ...ofReading, isOnce: false, state: "done", counts: { done: 1 } }),
		...oneRow("done"),
		[`GET ${runsPath}/:runId/rows/:index/tables`]: { tables: [tableOf(4)], cursor: null, isWhole: true },
	}),
	"table-stopped": withReplies(ofRun, {
		...withRun({ ...ofReading, state: "stopped", counts: { stopped: 1 } }),
		...oneRow("stopped", { reason: "You stopped it" }),
		[`GET ${runsPath}/:runId/rows/:index/tables`]: { tables: [{ ...tableOf(8), isCut: true }], cursor: null, isWhole: true },
	}),
	"table-failed": withReplies(ofRun, {
		...withRun({ ...ofReading, state: "done", counts: { failed: 1 } }),
		...oneRow("failed", { reason: "Read the list below “Open invoices”: The list is not on the page" }),
		[`GET ${runsPath}/:runId/rows/:index/tables`]: { tables: [], cursor: null, isWhole: true },
	}),
	save: withReplies({ kind: "save", taskId }),
	repeats: {
		...withReplies(library, {
			"GET /api/agent/tasks/:taskId/repeats": { repeats: { count: 6, taskIds: [taskId] } },
			"DELETE /api/agent/tasks/:taskId/repeats": undefined,
		}),
		task: { ...task, state: "completed", phase: "ended", status: "completed", endedAt: task.startedAt + 14_000, plan: doneThrough(4) },
	},
	"save-failed": withReplies({ kind: "save", taskId }, { [`POST ${path}/draft`]: refused(409, "TASK_NOT_COMPLETED", "Not completed") }),
	proposal: withReplies({ kind: "version", id: routineId, number: 4 }),
	"proposal-foreign": withReplies(
		{ kind: "version", id: routineId, number: 4 },
		{ [`GET ${path}/:routineId`]: { routine: { ...routine, canEdit: false }, version } },
	),
};
