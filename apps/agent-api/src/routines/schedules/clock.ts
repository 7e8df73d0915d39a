import { ScheduleId, TenantId } from "@webhand/contracts/ids";
import type { JobClock } from "@webhand/service-kit/jobs/clock";
import type { Log } from "@webhand/service-kit/logs";
import { repeat } from "@webhand/service-kit/repeat";
import type { Tracing } from "@webhand/service-kit/tracing/ports";
import { runApart } from "@webhand/service-kit/tracing/span";
import { z } from "zod";
import type { ScheduleMetrics } from "../telemetry.ts";
import type { ScheduleStartDeps } from "./start.ts";
import { startDue } from "./start.ts";
import type { StoredSchedule } from "./store.ts";
import { nextStart } from "./times.ts";

/** Sets and drops schedules on the clock in Redis, which may be away: the look in MongoDB makes that good. Never rejects. */
export type ScheduleClock = {
	readonly set: (schedule: Pick<StoredSchedule, "_id" | "tenantId" | "cron" | "timeZone" | "endsAt" | "nextAt">) => Promise<void>;
	/** Looks once for starts that the clock lost, and sets what it does not have. */
	readonly look: () => Promise<void>;
	readonly stop: () => Promise<void>;
};

const lookEveryMs = 2_000;
/** What the clock itself has this long to begin. */
const slackMs = 1_000;
const mostAtOnce = 200;
/** Starts that one look begins side by side. */
const lanes = 8;

const Data = z.object({ tenantId: TenantId, scheduleId: ScheduleId });

/**
 * Starts the clock of schedules, in each process: each start is safe to begin twice. MongoDB says what is due. Redis says it in time, and is
 * opened with the first schedule.
 */
export function startScheduleClock(
	deps: ScheduleStartDeps & { readonly log: Log; readonly metrics: Pick<ScheduleMetrics, "seen"> },
	{ url, tracing }: { readonly url: string; readonly tracing?: Tracing | undefined },
): ScheduleClock {
	const { schedules, now, log, metrics } = deps;
	let opening: Promise<JobClock> | undefined;
	const clock = () => {
		// BullMQ takes megabytes, which a process without schedules spares.
		opening ??= runApart(async () => {
			const { openClock } = await import("@webhand/service-kit/jobs/clock");
			const named = { kind: "schedules", host: "agent-api" };
			return openClock({ url, log, tracing }, { ...named, next: nextStart, work: (data) => begin(Data.parse(data)) });
		});
		return opening;
	};
	const begin = async ({ tenantId, scheduleId }: z.output<typeof Data>) => {
		await startDue(deps, tenantId, scheduleId);
		if ((await schedules.get(tenantId, scheduleId))?.nextAt === undefined) await (await clock()).drop(scheduleId).catch(() => undefined);
	};
	const set: ScheduleClock["set"] = async ({ _id, tenantId, nextAt, ...times }) => {
		const opened = await clock();
		const change = nextAt === undefined ? opened.drop(_id) : opened.set(_id, times, { tenantId, scheduleId: _id });
		await change.catch((err: unknown) => log.debug({ err }, "the clock was not set, the next look sets it"));
	};
	const look = async () => {
		const goingCount = await schedules.countGoing();
		if (goingCount === 0) return metrics.seen({ going: 0, late: 0, oldest: undefined });
		const due = await schedules.due(new Date(now().getTime() - slackMs), mostAtOnce);
		metrics.seen({ going: goingCount, late: due.length, oldest: due[0]?.nextAt });
		const waiting = due.values();
		const beginWaiting = async () => {
			for (const { tenantId, _id: scheduleId } of waiting)
				await startDue(deps, tenantId, scheduleId).catch((err: unknown) => log.info({ err, scheduleId }, "a start is looked at again"));
		};
		await Promise.all(Array.from({ length: lanes }, beginWaiting));
		const isShort = await (await clock()).count().then(
			(count) => count < goingCount,
			() => false,
		);
		if (isShort) for await (const schedule of schedules.going()) await set({ ...schedule, nextAt: now() });
	};
	const looking = repeat({ name: "schedules", everyMs: lookEveryMs, log }, look);
	return {
		set,
		look,
		stop: async () => {
			await looking.stop();
			await (await opening)?.close();
		},
	};
}
