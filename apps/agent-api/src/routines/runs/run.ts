import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { keyFact } from "../../shared/key-fact.ts";
import { runOf } from "./map.ts";
import type { ListedRun, RoutineRunStore } from "./store.ts";

/** The user who asks. */
export type Caller = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles" | "limits" | "key" | "runner"> };

/** A run, and the user who asks; `share` is what the user's link names. */
export type RunCall = Caller & { readonly runId: RoutineRunId; readonly share?: string | undefined };

/** What reading a run and auditing that needs. */
export type RunDeps = {
	readonly runs: RoutineRunStore;
	readonly audit: Pick<AuditStore, "insert" | "insertOnce">;
	readonly now: () => Date;
};

/** A run as its readers see it now. */
export async function shown({ runs }: Pick<RunDeps, "runs">, run: ListedRun, identity: Caller["identity"]): Promise<RoutineRun> {
	// Its rows may have moved since it was read.
	return runOf(await runs.counted((await runs.get(run.tenantId, run._id)) ?? run), identity);
}

/** A run of the user, or of the tenant for its admins and for who names its share. @throws AppError RUN_NOT_FOUND for all others */
export async function findRun({ runs }: Pick<RunDeps, "runs">, { identity, runId, share }: RunCall): Promise<ListedRun> {
	const run = await runs.get(identity.tenantId, runId);
	const isShared = share !== undefined && run?.share === share;
	if (run !== null && (run.userId === identity.userId || identity.roles.includes("admin") || isShared)) return run;
	throw unknownRun();
}

/** A run of the user, or of the tenant for its admins. @throws AppError RUN_NOT_FOUND */
export const findManagedRun = (deps: Pick<RunDeps, "runs">, call: RunCall): Promise<ListedRun> =>
	findRun(deps, { ...call, share: undefined });

/** A run of the user alone. @throws AppError RUN_NOT_FOUND */
export async function findOwnRun(deps: Pick<RunDeps, "runs">, call: RunCall): Promise<ListedRun> {
	const run = await findManagedRun(deps, call);
	if (isForeign(run, call)) throw unknownRun();
	return run;
}

/** True for a run of another user. @throws never */
export const isForeign = ({ userId }: Pick<ListedRun, "userId">, { identity }: Caller) => userId !== identity.userId;

/** What a run is to who may not see it. */
export const unknownRun = () => new AppError("RUN_NOT_FOUND", "There is no such run");

/** A client that watches a run reads it every second: the audit needs one note an hour. */
const noteEveryMs = 3_600_000;

/** Audits a reading. */
export async function note(
	{ audit, now }: Pick<RunDeps, "audit" | "now">,
	{ tenantId, userId, ...identity }: Caller["identity"],
	{ target, facts }: Pick<AuditNote, "target" | "facts">,
) {
	const what = { target, facts: { ...facts, ...keyFact(identity) } };
	await audit.insertOnce(tenantId, { ...what, userId, at: now(), action: "trace.read", outcome: "ok" }, noteEveryMs);
}

/** Audits the reading of another user's run. */
export async function noteForeign(
	deps: Pick<RunDeps, "audit" | "now">,
	{ identity, runId }: RunCall,
	{ run, what }: { readonly run: ListedRun; readonly what: string },
) {
	if (!isForeign(run, { identity })) return;
	const byLink = identity.roles.includes("admin") ? {} : { by: "link" };
	await note(deps, identity, { target: runId, facts: { what, owner: run.userId, ...byLink } });
}

type NotedChange = {
	readonly action: "run.start" | "run.share" | "run.unshare" | "run.take" | `run.${"pause" | "resume" | "stop" | "retry"}`;
	readonly run: Pick<ListedRun, "_id" | "userId">;
	readonly facts?: AuditNote["facts"];
};

/** Audits a change of a run before it is made. */
export async function noteChange(
	{ audit, now }: Pick<RunDeps, "audit" | "now">,
	{ identity }: Caller,
	{ action, run, facts: more = {} }: NotedChange,
) {
	const { tenantId, userId } = identity;
	const facts = { ...(isForeign(run, { identity }) ? { owner: run.userId } : {}), ...more, ...keyFact(identity) };
	await audit.insert(tenantId, [{ userId, at: now(), action, target: run._id, outcome: "ok", facts }]);
}
