import * as routes from "@webhand/contracts/routine/run";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { defined } from "../../shared/defined.ts";
import { changeRun, shareRun, unshareRun } from "./change.ts";
import type { RoutineRunDeps } from "./engine.ts";
import { readList, startRun } from "./engine.ts";
import { listRows, listRuns, readRun, readTables, runCsv } from "./read.ts";
import { takeRow, takeRun } from "./take.ts";

/** `/api/v1/agent/routine-runs`: runs of routines, their rows, and the browser that does them. */
export function addRoutineRuns(app: FastifyInstance, deps: RoutineRunDeps): void {
	addRoute(app, routes.startRunRoute, async ({ identity, params, body, headers, reply }) => {
		const key = headers["idempotency-key"];
		const started = await startRun(deps, { identity, ...params, body, ...defined({ key }) });
		if (started.isReplay) reply.header("idempotency-replayed", "true");
		return started.reply;
	});
	addRoute(app, routes.readRowsRoute, ({ identity, params, body }) => readList(deps, { identity, ...params, body }));
	addRoute(app, routes.runsRoute, ({ identity, query }) => listRuns(deps, { identity, query }));
	addRoute(app, routes.routineRunRoute, ({ identity, params, query }) => readRun(deps, { identity, ...params, ...query }));
	addRoute(app, routes.runRowsRoute, ({ identity, params, query }) => listRows(deps, { identity, ...params, share: query.share, query }));
	addRoute(app, routes.rowTablesRoute, ({ identity, params, query }) => readTables(deps, { identity, ...params, ...query }));
	addRoute(app, routes.runCsvRoute, ({ identity, params, query }) => runCsv(deps, { identity, ...params, ...query }));
	addRoute(app, routes.changeRunRoute, ({ identity, params, body: change }) => changeRun(deps, { identity, ...params, change }));
	addRoute(app, routes.takeRowRoute, ({ identity, params, body }) => takeRow(deps, { identity, ...params, ...body }));
	addRoute(app, routes.takeRunRoute, ({ identity, body }) => takeRun(deps, { identity, ...body }));
	addRoute(app, routes.shareRunRoute, ({ identity, params }) => shareRun(deps, { identity, ...params }));
	addRoute(app, routes.unshareRunRoute, ({ identity, params }) => unshareRun(deps, { identity, ...params }));
}
