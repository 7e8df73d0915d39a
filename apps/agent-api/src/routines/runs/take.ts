import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { RunnerId, TenantId, UserId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type * as routes from "@webhand/contracts/routine/run";
import { isRunOver } from "@webhand/contracts/routine/run";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps } from "@webhand/contracts/routine/step";
import { addressOf } from "@webhand/routines/replay/act";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import type { z } from "zod";
import { refusalOfStart, restOf } from "../../policy/authority/authority.ts";
import { defined } from "../../shared/defined.ts";
import { released } from "../../shared/lease.ts";
import { dayMs, expiryOf } from "../../shared/retention.ts";
import type { MemberOf } from "../../shared/upstream.ts";
import type { Beat } from "../runners/policy.ts";
import { mayTake } from "../runners/policy.ts";
import { doneBefore, isGoing, orderOf } from "./policy.ts";
import { fixedText } from "./row.ts";
import type { Caller, RunCall } from "./run.ts";
import { findOwnRun, noteChange, shown, unknownRun } from "./run.ts";
import type { SettleDeps } from "./settle.ts";
import { going, settle, taskOf } from "./settle.ts";
import { sitesOfRun } from "./sites.ts";
import type { Holder, ListedRun, StoredRow, StoredRun } from "./store.ts";
import { openValues } from "./values.ts";

/** What the browser that does a run needs of the server. One that is silent for `leaseMs` is gone. */
export type TakeDeps = SettleDeps & {
	readonly sealer: Sealer;
	readonly leaseMs: number;
	readonly retentionDays: number;
	/** The policy of the organization, as it is now. */
	readonly policyOf: (tenantId: TenantId) => Promise<OrgPolicy>;
	/** Whether the owner of a run still works there. */
	readonly memberOf: MemberOf;
	/** What a runner last said of itself. */
	readonly beatOf: (tenantId: TenantId, runner: RunnerId) => Promise<Beat | null>;
	/** Of two takes of one runner at once the second one counts anew. */
	readonly inTurn: InTurn;
};

/**
 * Gives a browser the row that it has, or the next one. While another browser does the run it is refused. A run that the organization does
 * not allow now is paused with its reason, and goes on with the first call that finds it allowed.
 *
 * @throws AppError RUN_NOT_FOUND, TASK_BUSY
 */
export async function takeRow(
	deps: TakeDeps,
	{ worker, ...call }: RunCall & { readonly worker: string },
): Promise<ReplyOf<typeof routes.takeRowRoute>> {
	const run = await settle(deps, await findOwnRun(deps, call));
	const open = await deps.runs.openRow(run.tenantId, run._id);
	const without = async (rowless: ListedRun) => ({ run: await shown(deps, rowless, call.identity), row: null });
	if (isRunOver(run) || (open === null && !isGoing(run.state) && !isHeld(run))) return await without(run);
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	if (plan === null) throw unknownRun();
	const allowed: Allowed = { plan, policy: await deps.policyOf(run.tenantId) };
	// A row under way goes on, since its acts are judged one by one, unless its page may not be opened any more.
	const reason = open === null ? heldBy(allowed, deps.now()) : startOf(deps, allowed, open).refusal;
	if (reason !== undefined) {
		return await without((await hold(deps, run, reason)) ?? run);
	}
	const { runner } = call.identity;
	const leased = await leaseRun(deps, run, { holder: holderOf(worker, runner), open });
	const row = open ?? (await claimNext(deps, leased, allowed));
	if (row === null) return await without(await settle(deps, leased));
	const after = await begun(deps, leased, call);
	return { run: await shown(deps, after, call.identity), row: await takenOf(deps, { ...allowed, isRunner: runner !== undefined }, row) };
}

/** What a run plays, and what the organization allows. */
type Allowed = { readonly plan: StoredRun; readonly policy: OrgPolicy };

/** True for a run that the policy paused, and no person. */
const isHeld = ({ state, reason }: ListedRun) => state === "paused" && reason !== undefined;

/** Why no row of a run may begin now: what it does, or the page that each row begins on. A run that only reads may look at any time. */
function heldBy({ plan, policy }: Allowed, now: Date): string | undefined {
	const programs = [plan.program, ...Object.values(plan.called)];
	const rest = programs.some(({ steps }) => actsIn(steps)) ? restOf(policy, now) : undefined;
	const [start] = plan.program.start === undefined ? [] : fixedText(plan.program.start);
	return rest ?? (start === undefined ? undefined : startRefusal(start, { plan, policy }));
}

const actsIn = (steps: readonly RoutineStep[]) => allSteps(steps).some((step) => step.class !== "observe" && step.class !== "navigate");

/** Why a row may not begin at an address. What is done behind the first address that a step opens is done there. */
function startRefusal(url: string, { plan, policy }: Allowed): string | undefined {
	const { steps } = plan.program;
	const leaves = steps.findIndex((step) => step.do === "open");
	return refusalOfStart(url, actsIn(leaves === -1 ? steps : steps.slice(0, leaves)), policy);
}

/** Pauses a run with the reason of the policy. One that its person paused meanwhile stays theirs. @returns null for that one */
const hold = (deps: TakeDeps, run: ListedRun, reason: string) =>
	deps.runs.move(run.tenantId, run._id, { from: isHeld(run) ? ["paused"] : going, to: "paused", reason });

/** True where no row of a run may be done now. A run that the policy does not allow is paused. */
async function isResting(deps: TakeDeps, run: ListedRun, open: StoredRow | null): Promise<boolean> {
	if (!isGoing(run.state) && !isHeld(run)) return true;
	if (open?.state === "needs_person") return true;
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	const allowed = plan === null ? null : { plan, policy: await deps.policyOf(run.tenantId) };
	const reason = allowed === null ? undefined : open === null ? heldBy(allowed, deps.now()) : startOf(deps, allowed, open).refusal;
	if (reason !== undefined && !isHeld(run)) await hold(deps, run, reason);
	return plan === null || reason !== undefined;
}

/** Runs that are read at once for one browser. */
const lookedAtOnce = 20;
/** A person may have as many runs that are not over by default, and some more where the tenant allows it. */
const mostLooked = 200;

/**
 * Leases the run that waits longest for such a browser; its rows are then taken one by one. A row that waits for its person waits on, and
 * keeps none waiting. Behind all others come runs that the policy paused, once it allows them. Leases that the browser holds are renewed.
 */
export async function takeRun(
	deps: TakeDeps,
	{ identity, worker, holds, hasRoom, without, ...browser }: Caller & z.output<typeof routes.takeRunRoute.body>,
): Promise<ReplyOf<typeof routes.takeRunRoute>> {
	const { tenantId, userId, runner } = identity;
	const holder = holderOf(worker, runner);
	if (runner === undefined) {
		await deps.runs.keepLeases({ tenantId, userId }, holds, worker);
		const run = hasRoom ? await takeFirst(deps, { ...browser, without, tenantId, userId }, holder) : null;
		return run === null ? { run } : { run: await shown(deps, run, identity), sites: await sitesFor(deps, run) };
	}
	const wish = { tenantId, userId: null, browser: "runner", labels: runner.labels, without } as const;
	const run = await deps.inTurn(`runner:${runner.id}`, async () => {
		const [held, beat] = await Promise.all([deps.runs.countBusy(tenantId, runner.id), deps.beatOf(tenantId, runner.id)]);
		return hasRoom && mayTake(runner, { held, beat }) ? await takeFirst(deps, wish, holder) : null;
	});
	if (run === null) return { run };
	await noteChange(deps, { identity }, { action: "run.take", run });
	return { run: await shown(deps, run, { ...identity, userId: run.userId }), sites: await sitesFor(deps, run) };
}

/** Which runs a browser wants; without `userId` those of the tenant. */
type Wish = Pick<z.output<typeof routes.takeRunRoute.body>, "browser" | "labels" | "without"> & {
	readonly tenantId: TenantId;
	readonly userId: UserId | null;
};

async function takeFirst(deps: TakeDeps, { tenantId, userId, ...browser }: Wish, holder: Holder): Promise<ListedRun | null> {
	const looked = new Set(browser.without);
	for (const isHeld of [false, true]) {
		for (let hasMore = true; hasMore && looked.size - browser.without.length < mostLooked; ) {
			const found = await deps.runs.queued(tenantId, userId, { ...browser, without: [...looked], limit: lookedAtOnce, isHeld });
			hasMore = found.length === lookedAtOnce;
			for (const queued of found) {
				looked.add(queued._id);
				// Nobody is signed in who would notice that the owner has left.
				if (userId === null && !(await deps.memberOf(queued)).isActive) continue;
				const leased = await leaseQueued(deps, queued, holder);
				if (leased !== null) return leased;
			}
		}
	}
	return null;
}

/** Only a runner keeps to these: before a person's browser opens another site, it asks. */
async function sitesFor(deps: TakeDeps, run: ListedRun): Promise<string[]> {
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	return plan === null ? [] : [...sitesOfRun([plan.program, ...Object.values(plan.called)], await deps.policyOf(run.tenantId))];
}

const holderOf = (owner: string, runner: Caller["identity"]["runner"]): Holder => ({ owner, ...defined({ runner: runner?.id }) });

/** Leases a run that waits; null where it rests, or another browser took it at the same moment. */
async function leaseQueued(deps: TakeDeps, found: ListedRun, holder: Holder): Promise<ListedRun | null> {
	const run = await settle(deps, found);
	const open = await deps.runs.openRow(run.tenantId, run._id);
	if (await isResting(deps, run, open)) return null;
	return await leaseRun(deps, run, { holder, open }).catch((cause: unknown) => {
		if (cause instanceof AppError && cause.code === "TASK_BUSY") return null;
		throw cause;
	});
}

/** @throws AppError TASK_BUSY while another browser holds the run or takes steps of its row */
async function leaseRun(deps: TakeDeps, run: ListedRun, { holder, open }: { readonly holder: Holder; readonly open: StoredRow | null }) {
	const busy = () => new AppError("TASK_BUSY", "Another browser does this run", { retryAfterSeconds: Math.ceil(deps.leaseMs / 1_000) });
	const { lease } = run;
	const isOthers = lease !== undefined && (lease.owner !== holder.owner || lease.runner !== holder.runner);
	const task = isOthers && open !== null ? await taskOf(deps, open) : null;
	// Steps do not renew the lease of the run: the newest one, or one that is decided, says that its browser is at work.
	const now = deps.now().getTime();
	const isAtWork = lease?.until.getTime() !== released.getTime() && task !== null && now - task.updatedAt.getTime() < deps.leaseMs;
	if (isAtWork || (task?.lease?.until.getTime() ?? 0) > now) throw busy();
	const leased = await deps.runs.lease(run.tenantId, run._id, holder);
	if (leased === null) throw busy();
	return leased;
}

async function claimNext(deps: TakeDeps, run: ListedRun, allowed: Allowed): Promise<StoredRow | null> {
	for (;;) {
		const row = await deps.runs.claim(run.tenantId, run._id);
		await failpoint("routine.row_claimed");
		if (row === null) return null;
		// A repeat of this request took one at the same moment: both get that.
		if (row === "taken") {
			const open = await deps.runs.openRow(run.tenantId, run._id);
			if (open !== null) return open;
			continue;
		}
		const { start, refusal } = startOf(deps, allowed, row);
		if (refusal !== undefined) {
			await deps.runs.settleRow(row, { state: "failed", reason: `${refusal}: ${start}` });
			if (!run.options.stopsAtFailure) continue;
			await deps.runs.move(run.tenantId, run._id, { from: [...going, "paused"], to: "stopped", endedAt: deps.now() });
			return null;
		}
		if (!run.options.isOnceEver || (await deps.runs.claimOnce({ ...row, runId: run._id }))) return row;
		await deps.runs.settleRow(row, { state: "skipped", reason: doneBefore });
	}
}

/** The run once a row of it is under way. */
async function begun(deps: TakeDeps, run: ListedRun, { identity }: Caller): Promise<ListedRun> {
	const expireAt = expiryOf(deps.now(), identity, deps);
	if (expireAt.getTime() - run.expireAt.getTime() >= dayMs) await deps.runs.prolong(run.tenantId, run._id, expireAt);
	if (run.state !== "waiting" && !isHeld(run)) return run;
	return (await deps.runs.move(run.tenantId, run._id, { from: [run.state], to: "running" })) ?? run;
}

/** The address that a row begins on, and why it may not. */
function startOf({ sealer }: TakeDeps, allowed: Allowed, row: StoredRow): { readonly start?: string; readonly refusal?: string } {
	const words = allowed.plan.program.start;
	const start = words && addressOf(words, openValues(row, sealer).values, "about:blank");
	return start === undefined ? {} : defined({ start, refusal: startRefusal(start, allowed) });
}

async function takenOf(
	deps: TakeDeps,
	{ isRunner, ...allowed }: Allowed & { readonly isRunner: boolean },
	row: StoredRow,
): Promise<NonNullable<ReplyOf<typeof routes.takeRowRoute>["row"]>> {
	const { name, program, tenantId } = allowed.plan;
	const { start } = startOf(deps, allowed, row);
	const task = await taskOf(deps, row);
	if (task !== null) await deps.tasks.noteReopened(tenantId, task._id);
	return {
		key: row.key,
		index: row.index,
		order: orderOf(name, program.inputs, row.values),
		...defined({ start }),
		// A runner has no chat of its own.
		...(isRunner ? { sessionId: allowed.plan.sessionId } : {}),
		...(task === null ? {} : { taskId: task._id, sessionId: task.sessionId }),
	};
}
