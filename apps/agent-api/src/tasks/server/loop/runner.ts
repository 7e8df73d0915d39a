import { setTimeout as pause } from "node:timers/promises";
import type { SessionId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import { repeat } from "@webhand/service-kit/repeat";
import { createPlaces } from "@webhand/service-kit/shares/places";
import { Left } from "../../../shared/left.ts";
import { whileRenewed } from "../../while-renewed.ts";
import { loopLimits } from "../policy.ts";
import type { LeasedServerTask, ServerTask } from "../task.ts";
import type { Stop } from "./engine.ts";
import { runTask } from "./engine.ts";
import type { LoopDeps } from "./ports.ts";
import { LeaseLost, openWork } from "./work.ts";

type Startable = { readonly tenantId: TenantId; readonly userId: UserId; readonly _id: SessionId };

/** The tasks that this process works on. */
export type LoopRunner = {
	/** Works on a task from now on, unless another process does. */
	readonly start: (task: Startable) => void;
	/** Looks once for tasks that nobody works on, and for waits that are over. */
	readonly sweep: () => Promise<void>;
	/** Gives all tasks back to the other processes. */
	readonly stop: () => Promise<void>;
};

/** `owner` names this process; `leaseMs` is how long the lease lasts without a renewal. */
export type RunnerOptions = { readonly owner: string; readonly leaseMs: number; readonly sweepMs: number };

/** Tasks that one process works on at once. */
const placesHere = 64;
const mostWaiting = 200;
/** A user has no more tasks at work. */
const mostOfUser = loopLimits.activePerUser;
const stopMs = 8_000;

/** Starts the background work on server-run tasks. */
export function startRunner(deps: LoopDeps, { owner, leaseMs, sweepMs }: RunnerOptions): LoopRunner {
	const places = createPlaces({ places: placesHere, mostWaiting: 0 });
	const working = new Map<SessionId, { isWanted: boolean; readonly stop: () => void; readonly done: Promise<void> }>();
	let isClosing = false;

	const work = async ({ tenantId, _id }: Startable, controller: AbortController) => {
		const leased = await deps.tasks.lease(tenantId, _id, owner);
		if (leased === null) return;
		if (leased.task.takeovers > 1) deps.metrics.takenOver();
		await hold(deps, leased, { controller, renewMs: Math.floor(leaseMs / 4), isClosing: () => isClosing });
	};
	const start = (task: Startable) => {
		const current = working.get(task._id);
		// It may be about to rest: it is looked at again behind that.
		if (current !== undefined) current.isWanted = true;
		if (isClosing || current !== undefined) return;
		// A task without a place waits for the sweep, here or at another process.
		const release = places.pick([task])?.release;
		if (release === undefined) return;
		const controller = new AbortController();
		const done = work(task, controller)
			.catch((err: unknown) => deps.log.warn({ err, sessionId: task._id }, "a server-run task stopped and is taken up again"))
			.finally(() => {
				const { isWanted = false } = working.get(task._id) ?? {};
				working.delete(task._id);
				release();
				if (isWanted) start(task);
			});
		working.set(task._id, { isWanted: false, stop: () => controller.abort(new Left("this process stops")), done });
	};

	const sweep = async () => {
		for (const task of await deps.tasks.findIdle(mostOfUser)) start(task);
		await wakeWaiting(deps, start);
	};
	const stopListening = deps.tools.onDecided(({ sessionId: _id, tenantId, userId, ids }) => {
		const heard = async () => {
			const task = await deps.tasks.get({ tenantId, userId }, _id);
			const { approvalIds = [] } = task?.task.waiting ?? {};
			if (task?.status !== "waiting_approval" || !approvalIds.some((id) => ids.includes(id))) return;
			const isDecided = (await deps.tools.decisions(task, approvalIds)).every(({ status }) => status !== "pending");
			if (isDecided) await goOn(deps, task, start);
		};
		heard().catch((err: unknown) => deps.log.info({ err }, "a decision was not heard, the sweep finds it"));
	});
	const sweeping = repeat({ name: "server-run tasks", everyMs: sweepMs, log: deps.log }, sweep);
	return {
		start,
		sweep,
		stop: async () => {
			isClosing = true;
			stopListening();
			await sweeping.stop();
			for (const { stop } of working.values()) stop();
			await Promise.race([Promise.all([...working.values()].map(({ done }) => done)), pause(stopMs, undefined, { ref: false })]);
		},
	};
}

type Holding = { readonly controller: AbortController; readonly renewMs: number; readonly isClosing: () => boolean };

/** Works on a task while the lease is renewed, which also tells of its cancellation. */
async function hold(deps: LoopDeps, leased: LeasedServerTask, { controller, renewMs, isClosing }: Holding): Promise<void> {
	const work = await openWork(deps, leased, controller.signal);
	let stop: Stop | null = null;
	const end = (why: Stop) => {
		stop ??= why;
		controller.abort(why === "left" ? new Left("another process has the task") : undefined);
	};
	const signIn = followSignIn(deps, () => end("signed_out"));
	signIn.follow(leased.task.sid);
	const renew = async () => {
		const task = await work.refresh(() => deps.tasks.renew(leased));
		if (task === null) return end("left");
		signIn.follow(task.task.sid);
		if (task.task.cancelledAt !== undefined) end("cancelled");
	};
	try {
		await whileRenewed({ everyMs: renewMs, renew }, () => runTask(deps, work, () => stop ?? (isClosing() ? "left" : null)));
	} catch (cause) {
		if (!(cause instanceof LeaseLost)) throw cause;
	} finally {
		signIn.follow(undefined);
		await deps.tasks.release(leased).catch(() => undefined);
	}
}

/** Watches the sign-in that a task acts for; an answer may replace it. */
function followSignIn({ whenEnded }: Pick<LoopDeps, "whenEnded">, listener: () => void) {
	let followed: SignInId | undefined;
	let stop: () => void = () => undefined;
	return {
		follow: (sid: SignInId | undefined) => {
			if (sid === followed) return;
			stop();
			followed = sid;
			stop = sid === undefined ? () => undefined : whenEnded(sid, listener);
		},
	};
}

/** Waits that were decided while nobody heard it, or that expired, go on. */
async function wakeWaiting(deps: LoopDeps, start: LoopRunner["start"]): Promise<void> {
	for (const task of await deps.tasks.findWaiting(mostWaiting)) {
		const { approvalIds = [], until = new Date(0) } = task.task.waiting ?? {};
		const isOver = until <= deps.now() || (await deps.tools.decisions(task, approvalIds)).every(({ status }) => status !== "pending");
		if (isOver) await goOn(deps, task, start);
	}
}

async function goOn(deps: LoopDeps, task: Pick<ServerTask, "_id" | "tenantId" | "userId">, start: LoopRunner["start"]): Promise<void> {
	const write = { status: "running" as const, at: deps.now() };
	if ((await deps.tasks.writeIn(task, { id: task._id, states: ["waiting_approval"], write })) !== null) start(task);
}
