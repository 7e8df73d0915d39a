import * as routes from "@webhand/contracts/authority/schedule";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { defined } from "../../shared/defined.ts";
import type { ScheduleDeps } from "./engine.ts";
import {
	changeSchedule,
	createSchedule,
	deleteSchedule,
	listSchedules,
	pauseSchedule,
	previewTimes,
	readCalendar,
	readSchedule,
	resumeSchedule,
} from "./engine.ts";

/** `/api/v1/agent/schedules`: routines that start by the clock. */
export function addSchedules(app: FastifyInstance, deps: ScheduleDeps): void {
	addRoute(app, routes.createScheduleRoute, async ({ identity, body, headers, reply }) => {
		const created = await createSchedule(deps, { identity, body, ...defined({ key: headers["idempotency-key"] }) });
		if (created.isReplay) reply.header("idempotency-replayed", "true");
		return created.reply;
	});
	addRoute(app, routes.schedulesRoute, ({ identity, query }) => listSchedules(deps, { identity, query }));
	addRoute(app, routes.calendarRoute, ({ identity }) => readCalendar(deps, { identity }));
	addRoute(app, routes.previewScheduleRoute, ({ body }) => previewTimes(deps, body));
	addRoute(app, routes.scheduleRoute, ({ identity, params }) => readSchedule(deps, { identity, ...params }));
	addRoute(app, routes.changeScheduleRoute, ({ identity, params, body: change }) => changeSchedule(deps, { identity, ...params, change }));
	addRoute(app, routes.deleteScheduleRoute, ({ identity, params }) => deleteSchedule(deps, { identity, ...params }));
	addRoute(app, routes.pauseScheduleRoute, ({ identity, params }) => pauseSchedule(deps, { identity, ...params }));
	addRoute(app, routes.resumeScheduleRoute, ({ identity, params }) => resumeSchedule(deps, { identity, ...params }));
}
