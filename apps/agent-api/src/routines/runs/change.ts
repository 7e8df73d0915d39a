import type { ShareId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type * as routes from "@webhand/contracts/routine/run";
import { isRunOver } from "@webhand/contracts/routine/run";
import { notForRunners } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { z } from "zod";
import { isGoing, judgeChange } from "./policy.ts";
import type { RunCall } from "./run.ts";
import { findManagedRun, findOwnRun, isForeign, noteChange, shown, unknownRun } from "./run.ts";
import type { SettleDeps } from "./settle.ts";
import { going, settle } from "./settle.ts";
import type { ListedRun, RoutineRunStore } from "./store.ts";

/** What changing a run needs. */
export type ChangeDeps = SettleDeps & { readonly newShareId: () => ShareId };

type Change = z.output<typeof routes.changeRunRoute.body>;

/**
 * Pauses, goes on with, stops or repeats a run; doing so twice changes nothing more. Admins stop any run of their tenant.
 *
 * @throws AppError RUN_NOT_FOUND, RUN_ENDED, FORBIDDEN for a runner that does more than pause, and for an API key that repeats rows which
 * may be saved
 */
export async function changeRun(
	deps: ChangeDeps,
	{ change: { change, withUnknown }, ...call }: RunCall & { readonly change: Change },
): Promise<ReplyOf<typeof routes.changeRunRoute>> {
	// What a runner does is nobody's wish: it may rest, as after a row that its person stopped, and nothing else.
	if (call.identity.runner !== undefined && change !== "pause") throw notForRunners();
	const found = change === "stop" ? await findManagedRun(deps, call) : await findOwnRun(deps, call);
	const [isByKey, isOthers, isOver] = [call.identity.key !== undefined, isForeign(found, call), isRunOver(found)];
	const judged = judgeChange({ change, withUnknown, isByKey, isForeign: isOthers, isOver });
	if (judged.kind === "refused")
		throw new AppError("FORBIDDEN", "No API key may repeat rows that may be saved (withUnknown): a person looks at them first");
	if (judged.kind === "noted") await noteChange(deps, call, { action: judged.action, run: found });
	// Nobody sits in front of what a program goes on with.
	if (isByKey && (change === "resume" || change === "retry")) await deps.runs.noteUnwatched(found.tenantId, found._id);
	const run = await settle(deps, found);
	const changed = await changes[change](deps, run, withUnknown);
	return { run: await shown(deps, await settle(deps, changed), call.identity) };
}

const changes: Readonly<Record<Change["change"], (deps: ChangeDeps, run: ListedRun, withUnknown: boolean) => Promise<ListedRun>>> = {
	// A person's pause outlasts the policy's.
	pause: async (deps, run) => await move(deps, run, { from: [...going, "paused"], to: "paused" }),
	resume: async (deps, run) => (isGoing(run.state) ? run : await move(deps, run, { from: ["paused"], to: "running" })),
	stop: async (deps, run) => {
		if (isRunOver(run)) return run;
		const stopped = await move(deps, run, { from: [...going, "paused"], to: "stopped", endedAt: deps.now() });
		// Whoever reads the run next ends its rows.
		await failpoint("routine.stopped");
		return stopped;
	},
	retry: async (deps, run, withUnknown) => {
		return await deps.runs.retry(run, { withUnknown, to: isGoing(run.state) ? run.state : "waiting" });
	},
};

async function move({ runs }: ChangeDeps, run: ListedRun, to: Parameters<RoutineRunStore["move"]>[2]): Promise<ListedRun> {
	if (run.state === to.to && run.reason === undefined && to.to !== "running" && to.to !== "waiting") return run;
	const moved = await runs.move(run.tenantId, run._id, to);
	if (moved === null) throw new AppError("RUN_ENDED", "The run is over", { details: { status: run.state } });
	return moved;
}

/** Shares the user's own run inside the tenant. @throws AppError RUN_NOT_FOUND */
export async function shareRun(deps: ChangeDeps, call: RunCall): Promise<ReplyOf<typeof routes.shareRunRoute>> {
	const run = await findOwnRun(deps, call);
	if (run.share !== undefined) return { share: run.share };
	await noteChange(deps, call, { action: "run.share", run });
	await deps.runs.share(call.identity.tenantId, call.runId, deps.newShareId());
	// Of two requests at once the first one's share stands.
	const shared = await findOwnRun(deps, call);
	if (shared.share === undefined) throw unknownRun();
	return { share: shared.share };
}

/** Takes the share of a run back, as its owner or an admin. @throws AppError RUN_NOT_FOUND */
export async function unshareRun(deps: ChangeDeps, call: RunCall): Promise<undefined> {
	const run = await findManagedRun(deps, call);
	if (run.share === undefined) return;
	await noteChange(deps, call, { action: "run.unshare", run });
	await deps.runs.unshare(call.identity.tenantId, call.runId);
}
