import { randomBytes } from "node:crypto";
import type * as routes from "@webhand/contracts/authority/trigger";
import { triggerLimits } from "@webhand/contracts/authority/trigger";
import type { TriggerId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { InputValues } from "@webhand/contracts/routine/words";
import { mappedValues } from "@webhand/routines/rows/mapped";
import { AppError } from "@webhand/service-kit/errors";
import { unauthorized } from "@webhand/service-kit/guard";
import type { CountAddress } from "@webhand/service-kit/http/limits";
import type { Sealer } from "@webhand/service-kit/seal";
import type { z } from "zod";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { defined } from "../../shared/defined.ts";
import type { MemberOf } from "../../shared/upstream.ts";
import { findRoutine, findVersion } from "../library/engine.ts";
import type { RoutineRunDeps } from "../runs/engine.ts";
import { refuseRunnerWithoutStart, startRun } from "../runs/engine.ts";
import type { Caller } from "../runs/run.ts";
import type { SignedCall } from "./signature.ts";
import { isGenuine } from "./signature.ts";
import type { StoredTrigger, TriggerStore } from "./store.ts";

/** What triggers need. `publicUrl` begins their addresses. */
export type TriggerDeps = {
	readonly triggers: TriggerStore;
	readonly runs: RoutineRunDeps;
	readonly memberOf: MemberOf;
	readonly audit: Pick<AuditStore, "insert">;
	readonly sealer: Sealer;
	readonly countAddress: CountAddress;
	readonly newId: () => TriggerId;
	readonly publicUrl: string;
	readonly now: () => Date;
};

type TriggerCall = Caller & { readonly triggerId: TriggerId };

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** Makes an address with its secret. @throws AppError ROUTINE_NOT_FOUND, VALIDATION_ERROR naming an input, LIMIT_REACHED */
export async function createTrigger(
	deps: TriggerDeps,
	{ identity, body }: Caller & { readonly body: z.output<typeof routes.createTriggerRoute.body> },
): Promise<ReplyOf<typeof routes.createTriggerRoute>> {
	const { tenantId, userId } = identity;
	const routine = await findRoutine(deps.runs, { identity, routineId: body.routineId });
	const { program } = await findVersion(deps.runs, { identity, routineId: body.routineId, number: routine.version });
	refuseRunnerWithoutStart(program, body.queue);
	for (const name of Object.keys(body.fields))
		if (!program.inputs.some((input) => input.name === name)) throw invalid(`fields.${name}`, "is no input of the routine");
	const secret = newSecret();
	const trigger = { _id: deps.newId(), tenantId, ownerId: userId, ...body, secret: deps.sealer.seal(secret), createdAt: deps.now() };
	await deps.runs.inTurn(`triggers:${tenantId}`, async () => {
		const limit = triggerLimits.ofTenant;
		if ((await deps.triggers.count(tenantId, limit)) >= limit)
			throw new AppError("LIMIT_REACHED", `${limit} addresses are open, as many as may be. Close one first`, {
				details: { name: "triggers", limit },
			});
		await deps.triggers.create(trigger, (session) =>
			deps.audit.insert(tenantId, [noteBy(deps, { identity, trigger, action: "trigger.create" })], session),
		);
	});
	return { trigger: shown(deps, trigger, routine.name), secret };
}

/** Addresses, newest first. @throws AppError FORBIDDEN when a member asks for all */
export async function listTriggers(
	deps: TriggerDeps,
	{
		identity: { tenantId, userId: ownerId, roles },
		query: { routineId, all },
	}: Caller & { readonly query: z.output<typeof routes.triggersRoute.query> },
): Promise<ReplyOf<typeof routes.triggersRoute>> {
	if (all && !roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see the addresses of others");
	const rows = await deps.triggers.list(tenantId, { ...(all ? {} : { ownerId }), routineId });
	const names = await deps.runs.routines.names(tenantId, [...new Set(rows.map((row) => row.routineId))]);
	return { triggers: rows.map((row) => shown(deps, row, names.get(row.routineId) ?? "")) };
}

/** Gives the user's own address another secret. @throws AppError TRIGGER_NOT_FOUND */
export async function rotateTrigger(deps: TriggerDeps, call: TriggerCall): Promise<ReplyOf<typeof routes.rotateTriggerRoute>> {
	const trigger = await findTrigger(deps, call);
	if (trigger.ownerId !== call.identity.userId) throw unknownTrigger();
	const secret = newSecret();
	const note = noteBy(deps, { ...call, trigger, action: "trigger.rotate" });
	await deps.triggers.changeSecret(trigger, deps.sealer.seal(secret), (session) => deps.audit.insert(trigger.tenantId, [note], session));
	return { secret };
}

/** Pauses an address or lets it take calls again; admins pause those of others too. @throws AppError TRIGGER_NOT_FOUND */
export async function changeTrigger(
	deps: TriggerDeps,
	{ change: { isPaused }, ...call }: TriggerCall & { readonly change: z.output<typeof routes.changeTriggerRoute.body> },
): Promise<ReplyOf<typeof routes.changeTriggerRoute>> {
	const trigger = await findTrigger(deps, call);
	if (!isPaused && trigger.ownerId !== call.identity.userId) throw unknownTrigger();
	const note = noteBy(deps, { ...call, trigger, action: isPaused ? "trigger.pause" : "trigger.resume" });
	const { tenantId, routineId } = trigger;
	const changed = await deps.triggers.pause(trigger, isPaused ? deps.now() : null, (session) =>
		deps.audit.insert(tenantId, [note], session),
	);
	if (changed === null) throw unknownTrigger();
	const names = await deps.runs.routines.names(tenantId, [routineId]);
	return { trigger: shown(deps, changed, names.get(routineId) ?? "") };
}

/** Closes an address. @throws AppError TRIGGER_NOT_FOUND */
export async function deleteTrigger(deps: TriggerDeps, call: TriggerCall): Promise<undefined> {
	const trigger = await findTrigger(deps, call);
	const note = noteBy(deps, { ...call, trigger, action: "trigger.delete" });
	await deps.triggers.remove(trigger, (session) => deps.audit.insert(trigger.tenantId, [note], session));
}

type Call = {
	readonly triggerId: TriggerId;
	readonly signed: SignedCall;
	readonly body: z.output<typeof routes.callTriggerRoute.body>;
};

/**
 * Starts the run of a signed call, in the name of the trigger's owner. A repeated id starts nothing.
 *
 * @throws AppError UNAUTHORIZED, FORBIDDEN while it is paused and once the owner left, and those of `startRun`
 */
export async function callTrigger(
	deps: TriggerDeps,
	{ triggerId, signed, body }: Call,
): Promise<{ readonly reply: ReplyOf<typeof routes.callTriggerRoute>; readonly isReplay: boolean }> {
	const trigger = await deps.triggers.byId(triggerId);
	const now = deps.now();
	const { windowSeconds } = triggerLimits;
	if (trigger === null || !isGenuine(signed, { secret: deps.sealer.open(trigger.secret), now: now.getTime(), windowSeconds }))
		throw unauthorized();
	if (trigger.pausedAt !== undefined) throw new AppError("FORBIDDEN", "This address is paused: its owner lets it take calls again");
	const { tenantId, ownerId: userId, routineId, options, queue, fields } = trigger;
	const { isActive, roles, limits } = await deps.memberOf({ tenantId, userId });
	if (!isActive) throw new AppError("FORBIDDEN", "The owner of this address may not work in its organization any more");
	await deps.triggers.noteCall(trigger, now);
	const { reply, isReplay } = await startRun(deps.runs, {
		identity: { tenantId, userId, roles, limits },
		routineId,
		key: `${triggerId}:${signed.id}`,
		body: { rows: [valuesIn(body, fields)], options, queue },
		started: { by: { kind: "trigger", id: triggerId }, dueAt: now },
	});
	return { reply: { runId: reply.run.id }, isReplay };
}

/** @throws AppError VALIDATION_ERROR naming a place with more than one value */
function valuesIn(body: Call["body"], fields: StoredTrigger["fields"]): InputValues {
	const { values, faults } = mappedValues(body, fields);
	const [fault] = faults;
	if (fault !== undefined) throw invalid(fault.path, fault.message);
	return values;
}

/** A trigger of the user, or of the tenant for its admins. @throws AppError TRIGGER_NOT_FOUND */
async function findTrigger({ triggers }: TriggerDeps, { identity, triggerId }: TriggerCall): Promise<StoredTrigger> {
	const found = await triggers.get(identity.tenantId, triggerId);
	if (found !== null && (found.ownerId === identity.userId || identity.roles.includes("admin"))) return found;
	throw unknownTrigger();
}

const unknownTrigger = () => new AppError("TRIGGER_NOT_FOUND", "There is no such address");
const invalid = (field: string, message: string) =>
	new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ field, message }] } });

type Noted = Caller & { readonly trigger: StoredTrigger; readonly action: AuditNote["action"] };

function noteBy({ now }: TriggerDeps, { identity: { userId }, trigger: { _id: target, ownerId }, action }: Noted): AuditNote {
	return { userId, at: now(), action, target, outcome: "ok", facts: userId === ownerId ? {} : { owner: ownerId } };
}

function shown({ publicUrl }: TriggerDeps, trigger: StoredTrigger, routineName: string): routes.Trigger {
	const { _id: id, ownerId, routineId, name, fields, options, queue, pausedAt, lastCallAt, createdAt } = trigger;
	return {
		id,
		ownerId,
		routineId,
		routineName,
		name,
		fields: { ...fields },
		options,
		queue,
		url: new URL(`/api/v1/agent/triggers/${id}/call`, publicUrl).href,
		...defined({ pausedAt: pausedAt?.toISOString(), lastCallAt: lastCallAt?.toISOString() }),
		createdAt: createdAt.toISOString(),
	};
}
