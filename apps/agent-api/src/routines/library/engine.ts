import { limitOf } from "@webhand/contracts/auth/limits";
import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { RoutineId, TaskId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type * as routes from "@webhand/contracts/routine/routine";
import type { RoutineDraft, RoutineFile, RoutineProgram } from "@webhand/contracts/routine/routine";
import type { DoneTask } from "@webhand/routines/make/done-task";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { validateProgram } from "@webhand/routines/make/validate";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { z } from "zod";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { defined } from "../../shared/defined.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import { expiryOf } from "../../shared/retention.ts";
import { routineOf, versionOf, versionSummaryOf } from "./map.ts";
import { factsOf, mayEdit, mayRun } from "./policy.ts";
import type { RoutineStore, StoredRoutine, StoredVersion } from "./store.ts";

type TaskCall = LibraryCall & { readonly taskId: TaskId };

/**
 * What the library of routines needs. `doneTask` reads a finished task as its owner and admins may, `isBare` without its pages.
 * `dismissRepeats`: no routine is suggested any more for tasks like the user's own one.
 */
export type LibraryDeps = {
	readonly routines: RoutineStore;
	readonly audit: Pick<AuditStore, "insert">;
	readonly doneTask: (call: TaskCall & { readonly isBare?: boolean }) => Promise<DoneTask>;
	readonly dismissRepeats: (call: TaskCall) => Promise<unknown>;
	/** Whether the organization lets only admins share. */
	readonly policyOf: (tenantId: Identity["tenantId"]) => Promise<Pick<OrgPolicy, "publish">>;
	/** Routines of one tenant are counted and stored one after the other. */
	readonly inTurn: InTurn;
	readonly newId: () => RoutineId;
	readonly now: () => Date;
	readonly retentionDays: number;
};

/** The user who asks. */
export type LibraryCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles" | "limits"> };

/** One routine, and the user who asks. */
export type RoutineCall = LibraryCall & { readonly routineId: RoutineId };

type VersionCall = RoutineCall & { readonly number: number };

/** How many versions a routine may have. */
export const mostVersions = 500;
/** How many routines a tenant may have for one run each, beside those of its library. */
const mostOnceRoutines = 10_000;

/** Routines that the caller may run, last changed first. @throws AppError VALIDATION_ERROR naming `cursor` */
export async function listRoutines(
	{ routines }: LibraryDeps,
	{ identity, query }: LibraryCall & { readonly query: z.output<typeof routes.routinesRoute.query> },
): Promise<ReplyOf<typeof routes.routinesRoute>> {
	const { tenantId, userId, roles } = identity;
	const { q: text, site, owner, limit, cursor } = query;
	const after = readCursor(cursor, /^[0-9]{1,15}$/);
	// Admins manage what is private to others, and see it only where they ask for all.
	const visible = roles.includes("admin") && owner === undefined ? {} : { userId };
	const ofWhom = owner === undefined || owner === "own_or_shared" ? {} : { owner: { userId, isNot: owner === "shared" } };
	const rows = await routines.list(tenantId, { ...visible, ...ofWhom, text, site, after, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ updatedAt, _id }) => ({ key: String(updatedAt.getTime()), id: _id }), limit);
	return { routines: page.map((row) => routineOf(row, identity)), nextCursor };
}

/** A finished task as a routine that is not stored yet. @throws AppError TASK_NOT_FOUND, TASK_NOT_COMPLETED, VALIDATION_ERROR */
export async function draftFromTask(
	deps: LibraryDeps,
	{ identity, taskId, repeats }: LibraryCall & z.output<typeof routes.draftFromTaskRoute.body>,
): Promise<ReplyOf<typeof routes.draftFromTaskRoute>> {
	// What makes, reads and compares routines is loaded when it is asked for: at rest it would take megabytes.
	const { fromTask } = await import("@webhand/routines/make/from-task");
	const others = repeats.filter((one) => one !== taskId);
	const [task, ...alike] = await Promise.all([
		deps.doneTask({ identity, taskId }),
		...others.map((one) => deps.doneTask({ identity, taskId: one, isBare: true })),
	]);
	const draft = task === undefined ? undefined : fromTask(task, alike);
	if (draft === undefined) throw invalid([{ field: "taskId", message: "must be a task that did something which can be repeated" }]);
	return draftReply(draft);
}

/** Reads a routine from a file; nothing is stored. @throws AppError VALIDATION_ERROR saying what is wrong with it */
export async function importRoutine({ text }: { readonly text: string }): Promise<ReplyOf<typeof routes.importRoutineRoute>> {
	const { readRoutineFile } = await import("@webhand/routines/make/read-file");
	const read = readRoutineFile(text);
	if (!read.ok) throw invalid([{ field: "text", message: read.problem }]);
	return draftReply(read.draft);
}

const draftReply = (draft: RoutineDraft) => ({ draft, sentences: [...sentencesOf(draft.program)] });

type Create = z.output<typeof routes.createRoutineRoute.body>;

/**
 * Stores a routine. The same key and body get the same routine again.
 *
 * @throws AppError VALIDATION_ERROR naming steps, FORBIDDEN where only admins share, LIMIT_REACHED, IDEMPOTENCY_CONFLICT
 */
export async function createRoutine(
	deps: LibraryDeps,
	{ identity, body, key }: LibraryCall & { readonly body: Create; readonly key?: string },
): Promise<{ readonly reply: ReplyOf<typeof routes.createRoutineRoute>; readonly isReplay: boolean }> {
	const { tenantId, userId } = identity;
	const { name, description, isShared, isOnce, program, origin } = body;
	refuseInvalid(program);
	const createHash = hashOfBody(body);
	const findFirst = async () => (key === undefined ? null : await deps.routines.findCreated(tenantId, userId, key));
	const replayOf = (first: StoredRoutine) => {
		if (first.createHash !== createHash) throw keyConflict();
		return { reply: { routine: routineOf(first, identity) }, isReplay: true };
	};
	const before = await findFirst();
	if (before !== null) return replayOf(before);
	if (isShared) await refuseSharing(deps, identity);
	const at = deps.now();
	const lifetime = isOnce ? { expireAt: expiryOf(at, identity, deps) } : {};
	const routine: StoredRoutine = {
		_id: deps.newId(),
		tenantId,
		ownerId: userId,
		name,
		description,
		isShared,
		version: 1,
		lastVersion: 1,
		...factsOf(program),
		...(key === undefined ? {} : { createKey: key, createHash }),
		createdAt: at,
		updatedAt: at,
		...lifetime,
	};
	const { stepCount } = routine;
	const version: StoredVersion = {
		tenantId,
		routineId: routine._id,
		number: 1,
		state: "accepted",
		origin: defined(origin),
		stepCount,
		program,
		createdBy: userId,
		createdAt: at,
		...lifetime,
	};
	const isFirst = await deps.inTurn(`routines:${tenantId}`, async () => {
		const most = isOnce ? mostOnceRoutines : limitOf(identity.limits, "routines");
		if ((await deps.routines.count(tenantId, { isOnce, atMost: most })) >= most) {
			throw limitReached(most, isOnce);
		}
		return await deps.routines.create(routine, version);
	});
	const first = isFirst ? null : await findFirst();
	if (first !== null) return replayOf(first);
	if (isShared) await note(deps, identity, { action: "routine.share", target: routine._id, facts: {} });
	if (origin.kind === "task" && origin.taskId !== undefined) await settleRepeats(deps, { identity, taskId: origin.taskId });
	return { reply: { routine: routineOf(routine, identity) }, isReplay: false };
}

/** Lets only those share a routine whom the organization lets. @throws AppError FORBIDDEN */
async function refuseSharing({ policyOf }: LibraryDeps, { tenantId, roles }: LibraryCall["identity"]): Promise<void> {
	if (roles.includes("admin") || (await policyOf(tenantId)).publish !== "admins") return;
	throw new AppError("FORBIDDEN", "Your organization lets only admins share routines: ask one of them to share it");
}

/** A routine for one run stands in no library where anybody could delete it. */
function limitReached(limit: number, isOnce: boolean): AppError {
	if (!isOnce) {
		const message = `${limit} routines are stored, as many as may be. Delete one, or have an operator raise the limit “routines”`;
		return new AppError("LIMIT_REACHED", message, { details: { name: "routines", limit } });
	}
	const message = `${limit} lists were read once and are still kept, as many as may be. Save one that you read as a routine and run that`;
	return new AppError("LIMIT_REACHED", message, { details: { limit } });
}

/** Who has a routine needs no suggestion of it. A task that is not theirs, or is gone, is no reason to refuse the routine. */
async function settleRepeats(deps: LibraryDeps, call: TaskCall): Promise<void> {
	await deps.dismissRepeats(call).catch((cause: unknown) => {
		if (!(cause instanceof AppError) || cause.code !== "TASK_NOT_FOUND") throw cause;
	});
}

/** A routine with its current version. @throws AppError ROUTINE_NOT_FOUND */
export async function readRoutine(deps: LibraryDeps, call: RoutineCall): Promise<ReplyOf<typeof routes.routineRoute>> {
	const routine = await findRoutine(deps, call);
	const version = await findVersion(deps, { ...call, number: routine.version });
	return { routine: routineOf(routine, call.identity), version: versionOf(version, routine.version) };
}

/** Renames, describes or shares a routine. @throws AppError ROUTINE_NOT_FOUND, FORBIDDEN */
export async function changeRoutine(
	deps: LibraryDeps,
	{ change, ...call }: RoutineCall & { readonly change: z.output<typeof routes.changeRoutineRoute.body> },
): Promise<ReplyOf<typeof routes.changeRoutineRoute>> {
	const { identity, routineId } = call;
	const before = await findOwn(deps, call);
	if (change.isShared === true && !before.isShared) await refuseSharing(deps, identity);
	if (change.isShared !== undefined && change.isShared !== before.isShared)
		await note(deps, identity, {
			action: change.isShared ? "routine.share" : "routine.unshare",
			target: routineId,
			facts: ownerOf(before, identity),
		});
	const changed = await deps.routines.change(identity.tenantId, routineId, { ...defined(change), updatedAt: deps.now() });
	if (changed === null) throw unknownRoutine();
	return { routine: routineOf(changed, identity) };
}

/** Deletes a routine with its versions; runs keep what they play. @throws AppError ROUTINE_NOT_FOUND, FORBIDDEN */
export async function deleteRoutine(deps: LibraryDeps, call: RoutineCall): Promise<undefined> {
	const before = await findOwn(deps, call);
	await note(deps, call.identity, { action: "routine.delete", target: call.routineId, facts: ownerOf(before, call.identity) });
	await deps.routines.remove(call.identity.tenantId, call.routineId);
}

/** Versions, newest first. @throws AppError ROUTINE_NOT_FOUND */
export async function listVersions(
	deps: LibraryDeps,
	{ query: { limit, before }, ...call }: RoutineCall & { readonly query: z.output<typeof routes.versionsRoute.query> },
): Promise<ReplyOf<typeof routes.versionsRoute>> {
	const { version } = await findRoutine(deps, call);
	const rows = await deps.routines.versions(call.identity.tenantId, call.routineId, { before, limit: limit + 1 });
	const page = rows.slice(0, limit);
	return {
		versions: page.map((row) => versionSummaryOf(row, version)),
		nextBefore: rows.length > limit ? (page.at(-1)?.number ?? null) : null,
	};
}

/**
 * Stores an edited version, which becomes the current one.
 *
 * @throws AppError ROUTINE_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR naming steps, HASH_MISMATCH when another version came meanwhile, LIMIT_REACHED
 */
export async function addVersion(
	deps: LibraryDeps,
	{ body: { of, program }, ...call }: RoutineCall & { readonly body: z.output<typeof routes.addVersionRoute.body> },
): Promise<ReplyOf<typeof routes.addVersionRoute>> {
	const { identity, routineId } = call;
	refuseInvalid(program);
	const before = await findOwn(deps, call);
	if (before.lastVersion >= mostVersions)
		throw new AppError("LIMIT_REACHED", `${mostVersions} versions are stored, as many as may be`, {
			details: { name: "versions", limit: mostVersions },
		});
	const facts = factsOf(program);
	await note(deps, identity, { action: "routine.change", target: routineId, facts: { from: of } });
	const added = await deps.routines.addVersion(identity.tenantId, routineId, {
		of,
		facts,
		origin: { kind: "edit", of },
		stepCount: facts.stepCount,
		program,
		createdBy: identity.userId,
		createdAt: deps.now(),
	});
	if (added === null) throw new AppError("HASH_MISMATCH", "Another version became the current one meanwhile");
	return { version: versionOf(added, added.number) };
}

/** A version with its steps. @throws AppError ROUTINE_NOT_FOUND, NOT_FOUND */
export async function readVersion(deps: LibraryDeps, call: VersionCall): Promise<ReplyOf<typeof routes.versionRoute>> {
	const { version: current } = await findRoutine(deps, call);
	return { version: versionOf(await findVersion(deps, call), current) };
}

/** How a version differs from another one, by default the one before. @throws AppError ROUTINE_NOT_FOUND, NOT_FOUND */
export async function diffOf(
	deps: LibraryDeps,
	{ from, ...call }: VersionCall & { readonly from?: number | undefined },
): Promise<ReplyOf<typeof routes.versionDiffRoute>> {
	await findRoutine(deps, call);
	const newer = await findVersion(deps, call);
	const base = from ?? newer.origin.of ?? Math.max(1, call.number - 1);
	const older = await findVersion(deps, { ...call, number: base });
	const { diffVersions } = await import("@webhand/routines/make/diff");
	return { diff: { from: older.number, to: newer.number, rows: [...diffVersions(older.program, newer.program)] } };
}

/** Takes or refuses a version. @throws AppError ROUTINE_NOT_FOUND, NOT_FOUND, FORBIDDEN */
export async function decideVersion(
	deps: LibraryDeps,
	{ decision, ...call }: VersionCall & { readonly decision: "take" | "refuse" },
): Promise<ReplyOf<typeof routes.decideVersionRoute>> {
	const { identity, routineId, number } = call;
	const before = await findOwn(deps, call);
	const version = await findVersion(deps, call);
	const isDecided = decision === "take" ? before.version === number : version.state !== "proposed";
	if (isDecided) return { routine: routineOf(before, identity) };
	if (decision === "take")
		await note(deps, identity, { action: "routine.change", target: routineId, facts: { from: before.version, to: number } });
	const taken = decision === "take" ? factsOf(version.program) : null;
	const changed = await deps.routines.decide(identity.tenantId, routineId, { number, taken, at: deps.now() });
	if (changed === null) throw unknownRoutine();
	return { routine: routineOf(changed, identity) };
}

/** A routine as a file. @throws AppError ROUTINE_NOT_FOUND */
export async function exportRoutine(deps: LibraryDeps, call: RoutineCall): Promise<RoutineFile> {
	const { name, description, sites, version: number } = await findRoutine(deps, call);
	const { program } = await findVersion(deps, { ...call, number });
	return { format: "webhand-routine/1", name, description, sites: [...sites], program };
}

/** A routine that the caller may run; all others do not exist. @throws AppError ROUTINE_NOT_FOUND */
export async function findRoutine(
	{ routines }: Pick<LibraryDeps, "routines">,
	{ identity, routineId }: RoutineCall,
): Promise<StoredRoutine> {
	const found = await routines.get(identity.tenantId, routineId);
	if (found === null || !mayRun(found, identity)) throw unknownRoutine();
	return found;
}

/** A routine that the caller may change. @throws AppError ROUTINE_NOT_FOUND, FORBIDDEN */
async function findOwn(deps: LibraryDeps, call: RoutineCall): Promise<StoredRoutine> {
	const found = await findRoutine(deps, call);
	if (!mayEdit(found, call.identity)) throw new AppError("FORBIDDEN", "Only its owner and admins change a routine");
	return found;
}

/** @throws AppError NOT_FOUND */
export async function findVersion(
	{ routines }: Pick<LibraryDeps, "routines">,
	{ identity, routineId, number }: VersionCall,
): Promise<StoredVersion> {
	const found = await routines.version(identity.tenantId, routineId, number);
	if (found === null) throw new AppError("NOT_FOUND", "The routine has no such version");
	return found;
}

function refuseInvalid(program: RoutineProgram): void {
	const problems = validateProgram(program);
	if (problems.length > 0) throw invalid(problems.map(({ field, message }) => ({ field, message })));
}

function invalid(problems: readonly { readonly field: string; readonly message: string }[]): AppError {
	return new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [...problems] } });
}

const unknownRoutine = () => new AppError("ROUTINE_NOT_FOUND", "There is no such routine");

/** Whose routine an admin changes. */
const ownerOf = ({ ownerId }: StoredRoutine, { userId }: LibraryCall["identity"]) => (ownerId === userId ? {} : { owner: ownerId });

/** Audits a change before it is made: a change that then fails is audited, too. */
async function note(
	{ audit, now }: LibraryDeps,
	{ tenantId, userId }: LibraryCall["identity"],
	what: Pick<AuditNote, "action" | "target" | "facts">,
): Promise<void> {
	await audit.insert(tenantId, [{ ...what, userId, at: now(), outcome: "ok" }]);
}
