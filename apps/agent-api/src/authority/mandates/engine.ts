import type * as routes from "@webhand/contracts/authority/mandate";
import { mostMandateDays } from "@webhand/contracts/authority/mandate";
import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { MandateId, RoutineId, RoutineRunId, TenantId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { pageOf, pageSize, readCursor } from "@webhand/service-kit/lists";
import type { z } from "zod";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { defined } from "../../shared/defined.ts";
import { dayMs } from "../../shared/retention.ts";
import type { Ending } from "./map.ts";
import { mandateOf, useOf } from "./map.ts";
import { coverOf, hostsOfSites } from "./policy.ts";
import type { MandateStore, StoredMandate } from "./store.ts";

/** A version of a routine that the caller may run. */
type GrantedVersion = {
	readonly name: string;
	readonly current: number;
	readonly sites: readonly string[];
	readonly program: RoutineProgram;
};

/** What mandates need. Injected: routines are another feature. */
export type MandateDeps = {
	readonly mandates: MandateStore;
	readonly audit: Pick<AuditStore, "insert">;
	readonly policyOf: (tenantId: TenantId) => Promise<OrgPolicy>;
	/** @throws AppError ROUTINE_NOT_FOUND, NOT_FOUND */
	readonly versionOf: (call: MandateCall, routineId: RoutineId, number?: number) => Promise<GrantedVersion>;
	/** Current versions of routines, and runs that go on, by their ids; what is gone has none. */
	readonly currentOf: (tenantId: TenantId, routineIds: readonly RoutineId[]) => Promise<ReadonlyMap<string, number>>;
	readonly goingOf: (tenantId: TenantId, runIds: readonly RoutineRunId[]) => Promise<ReadonlySet<string>>;
	/** The version and routine of a run of the caller. @throws AppError RUN_NOT_FOUND */
	readonly ownRun: (call: MandateCall, runId: RoutineRunId) => Promise<{ readonly routineId: RoutineId; readonly version: number }>;
	readonly newId: () => MandateId;
	readonly now: () => Date;
};

/** The user who asks. */
type MandateCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles" | "limits"> };

type OneCall = MandateCall & { readonly mandateId: MandateId };

/** How many mandates of one person may be in force. */
const mostMandates = 500;

/** What a mandate for the current version would cover. @throws AppError ROUTINE_NOT_FOUND */
export async function offerMandate(
	deps: MandateDeps,
	{ routineId, ...call }: MandateCall & { readonly routineId: RoutineId },
): Promise<ReplyOf<typeof routes.mandateOfferRoute>> {
	const [version, policy] = await Promise.all([deps.versionOf(call, routineId), deps.policyOf(call.identity.tenantId)]);
	const { steps, texts } = coverOf(version.program);
	return {
		version: version.current,
		sites: [...hostsOfSites(version.sites)],
		steps: steps.map(({ step }, at) => ({ id: step.id, text: texts[at] ?? "" })),
		mayGrant: mayGrant(policy, call.identity) && version.sites.length > 0 && steps.length > 0,
	};
}

const mayGrant = ({ mandates }: OrgPolicy, { roles }: MandateCall["identity"]): boolean => mandates !== "admins" || roles.includes("admin");

/**
 * Lets a version of a routine commit without asking.
 *
 * @throws AppError VALIDATION_ERROR, ROUTINE_NOT_FOUND, RUN_NOT_FOUND, FORBIDDEN, HASH_MISMATCH, LIMIT_REACHED
 */
export async function grantMandate(
	deps: MandateDeps,
	{ body, ...call }: MandateCall & { readonly body: z.output<typeof routes.grantMandateRoute.body> },
): Promise<ReplyOf<typeof routes.grantMandateRoute>> {
	const { tenantId, userId } = call.identity;
	const { routineId, version: number, runId, steps: wanted, uses, amount, hours } = body;
	const now = deps.now();
	if (!mayGrant(await deps.policyOf(tenantId), call.identity))
		throw new AppError("FORBIDDEN", "Your organization lets only admins allow what is done without asking");
	const until = new Date(body.until);
	if (until <= now || until.getTime() > now.getTime() + mostMandateDays * dayMs)
		throw invalid("until", `must lie within the next ${mostMandateDays} days`);
	const run = runId === undefined ? undefined : await deps.ownRun(call, runId);
	const version = await deps.versionOf(call, routineId, number);
	// A run keeps the version with which it began.
	const isPlayed = run === undefined ? number === version.current : run.version === number && run.routineId === routineId;
	if (!isPlayed) throw new AppError("HASH_MISMATCH", "The routine has another version by now: look at what that does first");
	const cover = coverOf(version.program);
	const sites = hostsOfSites(version.sites);
	const picked = wanted ?? cover.steps.map(({ step }) => step.id);
	const unknown = picked.find((id) => !cover.steps.some(({ step }) => step.id === id));
	if (unknown !== undefined || picked.length === 0)
		throw invalid("steps", `must be steps that commit on a control${unknown === undefined ? "" : `, unlike ${unknown}`}`);
	if (sites.length === 0) throw invalid("routineId", "must be a routine that says on which site it works: give it an address to begin on");
	if ((await deps.mandates.count(tenantId, userId, mostMandates)) >= mostMandates)
		throw new AppError("LIMIT_REACHED", `${mostMandates} mandates of yours are in force: take one back`, {
			details: { name: "mandates", limit: mostMandates },
		});
	const places = cover.steps.flatMap(({ step }, at) => (picked.includes(step.id) ? [at] : []));
	const mandate: StoredMandate = {
		_id: deps.newId(),
		tenantId,
		userId,
		routineId,
		routineName: version.name,
		version: number,
		steps: places.flatMap((at) => cover.steps[at] ?? []),
		texts: places.map((at) => cover.texts[at] ?? ""),
		sites,
		uses,
		used: 0,
		cents: 0,
		until,
		createdAt: now,
		expireAt: new Date(until.getTime() + mostMandateDays * dayMs),
		...defined({ runId, amount, hours }),
	};
	const facts = {
		routine: routineId,
		version: number,
		uses,
		until: body.until,
		steps: places.length,
		...defined({ run: runId }),
		...amount,
	};
	await deps.mandates.add(mandate, (session) =>
		deps.audit.insert(tenantId, [noteOf(deps, call, { action: "mandate.grant", target: mandate._id, facts })], session),
	);
	return { mandate: mandateOf(mandate, { isOver: false, now }) };
}

/** The caller's mandates, or for admins those of the tenant. @throws AppError FORBIDDEN, VALIDATION_ERROR */
export async function listMandates(
	deps: MandateDeps,
	{ query, ...call }: MandateCall & { readonly query: z.output<typeof routes.mandatesRoute.query> },
): Promise<ReplyOf<typeof routes.mandatesRoute>> {
	const { tenantId, userId, roles } = call.identity;
	const { all, routineId, cursor } = query;
	if (all && !roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see the mandates of others");
	const after = readCursor(cursor, /^[0-9]{1,15}$/);
	const rows = await deps.mandates.list(tenantId, { userId: all ? undefined : userId, routineId, after, limit: pageSize + 1 });
	const { page, nextCursor } = pageOf(rows, ({ createdAt, _id }) => ({ key: String(createdAt.getTime()), id: _id }));
	return { mandates: await shown(deps, tenantId, page), nextCursor };
}

/** A mandate with its uses. @throws AppError NOT_FOUND */
export async function readMandate(
	deps: MandateDeps,
	{ cursor, ...call }: OneCall & { readonly cursor?: string | undefined },
): Promise<ReplyOf<typeof routes.mandateRoute>> {
	const { tenantId } = call.identity;
	const mandate = await find(deps, call);
	const after = readCursor(cursor, /^[0-9]{1,15}$/);
	const rows = await deps.mandates.uses(tenantId, mandate._id, { after, limit: pageSize + 1 });
	const { page, nextCursor } = pageOf(rows, ({ at, taskId, stepIndex }) => ({ key: String(at.getTime()), id: `${taskId}.${stepIndex}` }));
	const [one] = await shown(deps, tenantId, [mandate]);
	if (one === undefined) throw unknownMandate();
	return { mandate: one, uses: page.map(useOf), nextCursor };
}

/** Takes a mandate back. @throws AppError NOT_FOUND */
export async function revokeMandate(deps: MandateDeps, call: OneCall): Promise<ReplyOf<typeof routes.revokeMandateRoute>> {
	const { tenantId, userId } = call.identity;
	const mandate = await find(deps, call);
	const facts = mandate.userId === userId ? {} : { owner: mandate.userId };
	const revoked = await deps.mandates.revoke(tenantId, { _id: mandate._id, by: userId }, (session) =>
		deps.audit.insert(tenantId, [noteOf(deps, call, { action: "mandate.revoke", target: mandate._id, facts })], session),
	);
	const [one] = await shown(deps, tenantId, [revoked ?? (await find(deps, call))]);
	if (one === undefined) throw unknownMandate();
	return { mandate: one };
}

async function find({ mandates }: MandateDeps, { identity, mandateId }: OneCall): Promise<StoredMandate> {
	const found = await mandates.get(identity.tenantId, mandateId);
	if (found === null || (found.userId !== identity.userId && !identity.roles.includes("admin"))) throw unknownMandate();
	return found;
}

async function shown(deps: MandateDeps, tenantId: TenantId, rows: readonly StoredMandate[]) {
	const [current, going] = await Promise.all([
		deps.currentOf(tenantId, [...new Set(rows.map(({ routineId }) => routineId))]),
		deps.goingOf(
			tenantId,
			rows.flatMap(({ runId }) => runId ?? []),
		),
	]);
	const now = deps.now();
	const endingOf = ({ routineId, version, runId }: StoredMandate): Ending => ({
		now,
		isOver: runId === undefined ? current.get(routineId) !== version : !going.has(runId),
	});
	return rows.map((row) => mandateOf(row, endingOf(row)));
}

const noteOf = (
	{ now }: Pick<MandateDeps, "now">,
	{ identity }: MandateCall,
	note: Pick<AuditNote, "action" | "target" | "facts">,
): AuditNote => ({ ...note, userId: identity.userId, at: now(), outcome: "ok" });

const unknownMandate = () => new AppError("NOT_FOUND", "There is no such mandate");

function invalid(field: string, message: string): AppError {
	return new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ field, message }] } });
}
