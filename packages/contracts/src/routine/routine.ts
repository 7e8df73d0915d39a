import { z } from "zod";
import { InteractRequest } from "../agent/interact.ts";
import { DecidedBy } from "../agent/step-labels.ts";
import { TaskRepeats } from "../agent/task-repeats.ts";
import { IdempotencyHeaders } from "../headers.ts";
import { RoutineId, TaskId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { searchText } from "../search-text.ts";
import { routineLimits } from "./limits.ts";
import { ListPlace, ReadColumn, RoutineStep } from "./step.ts";
import { StepId } from "./step-id.ts";
import { Target } from "./target.ts";
import { RoutineInput, Words } from "./words.ts";

const RoutineName = z.string().trim().min(1).max(80);
const Description = z.string().trim().max(500);
/** A host, or `*.` and a host for all below it. */
const Site = z.string().regex(/^(\*\.)?[a-z0-9.-]{1,253}(:[0-9]{1,5})?$/);

/** What a routine does: its inputs, where it begins, and its steps. */
export const RoutineProgram = z.strictObject({
	inputs: z.array(RoutineInput).max(routineLimits.inputs),
	/** Address that a run opens first; absent: the page that is open. */
	start: Words.optional(),
	steps: z.array(RoutineStep).min(1).max(routineLimits.steps),
});
export type RoutineProgram = z.infer<typeof RoutineProgram>;

/** Where a version came from: `reading` from a list of a page, `heal` from what a run found another way, `roll_back` from the version `of`. */
export const VersionOrigin = z.object({
	kind: z.enum(["task", "recording", "reading", "import", "edit", "heal", "roll_back"]),
	taskId: TaskId.optional(),
	of: z.number().int().positive().optional(),
	/** Steps that were found another way, of a heal. */
	steps: z.array(StepId).max(routineLimits.steps).optional(),
});
export type VersionOrigin = z.infer<typeof VersionOrigin>;

/** `proposed` waits for a person; `refused` was not taken. A version never changes. */
export const VersionState = z.enum(["current", "former", "proposed", "refused"]);
export type VersionState = z.infer<typeof VersionState>;

/** A version without its program; times ISO 8601. */
export const VersionSummary = z.object({
	number: z.number().int().positive(),
	state: VersionState,
	origin: VersionOrigin,
	stepCount: z.number().int().nonnegative(),
	createdBy: UserId,
	createdAt: z.iso.datetime(),
});
export type VersionSummary = z.infer<typeof VersionSummary>;

/** A version with its program, and its steps in words: a sentence for each, deeper ones indented by `depth`. */
export const RoutineVersion = VersionSummary.extend({
	program: RoutineProgram,
	sentences: z.array(z.object({ id: StepId, depth: z.number().int().nonnegative(), text: z.string() })),
});
export type RoutineVersion = z.infer<typeof RoutineVersion>;

/** A routine as a row of the library. `proposed`: the number of a version that waits for a person; `canEdit`: the caller owns or manages it. */
export const Routine = z.object({
	id: RoutineId,
	name: z.string(),
	description: z.string(),
	sites: z.array(z.string()),
	ownerId: UserId,
	isShared: z.boolean(),
	canEdit: z.boolean(),
	version: z.number().int().positive(),
	proposed: z.number().int().positive().optional(),
	inputs: z.array(RoutineInput),
	stepCount: z.number().int().nonnegative(),
	hasChecks: z.boolean(),
	lastRunAt: z.iso.datetime().optional(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});
export type Routine = z.infer<typeof Routine>;

/** A routine that is not stored yet, for a person to look through. `hints` say what to look at: a value that may be an input, a missing check. */
export const RoutineDraft = z.object({
	name: RoutineName,
	description: Description,
	program: RoutineProgram,
	hints: z.array(z.object({ step: StepId.optional(), text: z.string().max(300) })).max(50),
});
export type RoutineDraft = z.infer<typeof RoutineDraft>;

/** A routine as a file that a person can read and compare. Unknown fields are refused, so that nothing of it is lost unseen. */
export const RoutineFile = z.strictObject({
	format: z.literal("webhand-routine/1"),
	name: RoutineName,
	description: Description.default(""),
	sites: z.array(Site).max(50).default([]),
	program: RoutineProgram,
});
export type RoutineFile = z.infer<typeof RoutineFile>;

/** How two versions differ: sentences of the older and newer one, step by step; `same` ones stand in both. */
export const VersionDiff = z.object({
	from: z.number().int().positive(),
	to: z.number().int().positive(),
	rows: z.array(
		z.object({
			kind: z.enum(["same", "added", "removed", "changed"]),
			id: StepId.optional(),
			before: z.string().optional(),
			after: z.string().optional(),
		}),
	),
});
export type VersionDiff = z.infer<typeof VersionDiff>;

const path = "/api/v1/agent/routines";
const Params = z.strictObject({ routineId: RoutineId });
const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const VersionParams = z.strictObject({ routineId: RoutineId, number: wholeNumber(1, 1_000_000) });
/** A program with long targets. */
const programLimit = routineLimits.fileBytes;

export const routinesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "Routines that the caller may run",
	description:
		"Own ones and those that others share with the organization, last changed first; for admins without `owner` all of it. `owner` takes `me`, `shared` by others, or `own_or_shared`; `site` is a host that they work on.",
	query: z.strictObject({
		q: searchText().optional(),
		site: z.string().min(1).max(253).optional(),
		owner: z.enum(["me", "shared", "own_or_shared"]).optional(),
		limit: wholeNumber(1, 100).default(20),
		cursor: z.string().min(1).max(100).optional(),
	}),
	reply: z.object({ routines: z.array(Routine), nextCursor: z.string().nullable() }),
	keys: ["routines:read"],
});

export const draftFromTaskRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/draft`,
	summary: "A finished task as a routine, not stored yet",
	description:
		"Steps that led somewhere, with inputs proposed from the order and what was typed. `repeats` are tasks that did the same: what differs between them becomes an input, what does not stays. TASK_NOT_COMPLETED while one of them runs.",
	body: z.strictObject({ taskId: TaskId, repeats: TaskRepeats.shape.taskIds.default([]) }),
	reply: z.object({ draft: RoutineDraft, sentences: RoutineVersion.shape.sentences }),
	errors: ["TASK_NOT_FOUND", "TASK_NOT_COMPLETED"],
});

export const createRoutineRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path,
	status: 201,
	summary: "Store a routine",
	description: "With `isOnce` it stands in no library, and goes when its runs do: for a list that is read once.",
	headers: IdempotencyHeaders,
	body: z.strictObject({
		name: RoutineName,
		description: Description.default(""),
		isShared: z.boolean().default(false),
		isOnce: z.boolean().default(false),
		program: RoutineProgram,
		origin: VersionOrigin.pick({ kind: true, taskId: true }),
	}),
	bodyLimit: programLimit,
	reply: z.object({ routine: Routine }),
	errors: ["FORBIDDEN", "LIMIT_REACHED", "IDEMPOTENCY_CONFLICT", "PAYLOAD_TOO_LARGE"],
});

export const routineRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:routineId`,
	summary: "A routine with its current version",
	params: Params,
	reply: z.object({ routine: Routine, version: RoutineVersion }),
	errors: ["ROUTINE_NOT_FOUND"],
	keys: ["routines:read"],
});

export const changeRoutineRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: `${path}/:routineId`,
	summary: "Rename, describe or share a routine",
	params: Params,
	body: z.strictObject({ name: RoutineName, description: Description, isShared: z.boolean() }).partial(),
	reply: z.object({ routine: Routine }),
	errors: ["ROUTINE_NOT_FOUND", "FORBIDDEN"],
});

export const deleteRoutineRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: `${path}/:routineId`,
	status: 204,
	summary: "Delete a routine",
	description: "Its versions go with it; its runs stay as long as tasks do. Runs under way go on with the version that they have.",
	params: Params,
	errors: ["ROUTINE_NOT_FOUND", "FORBIDDEN"],
});

export const versionsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:routineId/versions`,
	summary: "Versions of a routine, newest first",
	params: Params,
	query: z.strictObject({ limit: wholeNumber(1, 100).default(50), before: wholeNumber(1, 1_000_000).optional() }),
	reply: z.object({ versions: z.array(VersionSummary), nextBefore: z.number().int().positive().nullable() }),
	errors: ["ROUTINE_NOT_FOUND"],
	keys: ["routines:read"],
});

export const addVersionRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:routineId/versions`,
	status: 201,
	summary: "Store an edited version",
	description: "It becomes the current one. `of` is the version that was edited: HASH_MISMATCH when another one came meanwhile.",
	params: Params,
	body: z.strictObject({ of: z.number().int().positive(), program: RoutineProgram }),
	bodyLimit: programLimit,
	reply: z.object({ version: RoutineVersion }),
	errors: ["ROUTINE_NOT_FOUND", "FORBIDDEN", "HASH_MISMATCH", "LIMIT_REACHED", "PAYLOAD_TOO_LARGE"],
});

export const versionRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:routineId/versions/:number`,
	summary: "A version with its steps",
	params: VersionParams,
	reply: z.object({ version: RoutineVersion }),
	errors: ["ROUTINE_NOT_FOUND", "NOT_FOUND"],
	keys: ["routines:read"],
});

export const versionDiffRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:routineId/versions/:number/diff`,
	summary: "How a version differs from another one",
	description: "From the version `from`, by default the one before.",
	params: VersionParams,
	query: z.strictObject({ from: wholeNumber(1, 1_000_000).optional() }),
	reply: z.object({ diff: VersionDiff }),
	errors: ["ROUTINE_NOT_FOUND", "NOT_FOUND"],
	keys: ["routines:read"],
});

export const decideVersionRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:routineId/versions/:number/decide`,
	summary: "Take, refuse or go back to a version",
	description: "`take` makes a proposed or former version the current one; `refuse` ends a proposal. Repeatable.",
	params: VersionParams,
	body: z.strictObject({ decision: z.enum(["take", "refuse"]) }),
	reply: z.object({ routine: Routine }),
	errors: ["ROUTINE_NOT_FOUND", "NOT_FOUND", "FORBIDDEN"],
});

export const exportRoutineRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:routineId/export`,
	summary: "A routine as a file",
	params: Params,
	reply: RoutineFile,
	errors: ["ROUTINE_NOT_FOUND"],
	keys: ["routines:read"],
});

/** What a file of a routine may be: ours, or a recording of Chrome's recorder. */
export const importRoutineRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/import`,
	summary: "Read a routine from a file",
	description: "A file of Webhand or of Chrome's recorder, as text. Nothing is stored: the draft is looked through and stored by POST.",
	body: z.strictObject({ text: z.string().min(2).max(routineLimits.fileBytes) }),
	bodyLimit: 2 * programLimit,
	reply: z.object({ draft: RoutineDraft, sentences: RoutineVersion.shape.sentences }),
	errors: ["PAYLOAD_TOO_LARGE"],
});

/**
 * A list of a page that may be read, for a person to choose from. `title`: the heading above it, "" for none; `rows`: the first ones, a text
 * for each column; `goesOn`: controls that may show further rows.
 */
export const ProposedList = z.object({
	title: z.string(),
	list: ListPlace,
	rowCount: z.number().int().positive(),
	columns: z.array(ReadColumn),
	rows: z.array(z.array(z.string())),
	goesOn: z.array(Target),
});
export type ProposedList = z.infer<typeof ProposedList>;

export const proposeListsRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/lists`,
	summary: "Lists of a page that a routine may read",
	description: "Of page text, the largest list first, each with its columns and how it goes on. Nothing is stored, no model is asked.",
	body: InteractRequest.pick({ dom: true }).strict(),
	bodyLimit: 3_500_000,
	gzip: true,
	reply: z.object({ lists: z.array(ProposedList) }),
	errors: ["PAYLOAD_TOO_LARGE"],
});

/** Columns of a list that a person named in words, by their places. */
export const pickColumnsRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/lists/columns`,
	summary: "Columns of a list that words mean",
	description: "By their names or what they hold; where that leaves a word open the tenant's model is asked, which only picks among them.",
	body: z.strictObject({
		words: z.string().trim().min(1).max(500),
		columns: z
			.array(ReadColumn.pick({ label: true, type: true }))
			.min(1)
			.max(40),
	}),
	reply: z.object({ places: z.array(z.number().int().nonnegative()), decidedBy: DecidedBy }),
});
