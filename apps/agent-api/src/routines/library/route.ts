import * as routes from "@webhand/contracts/routine/routine";
import { parsePage } from "@webhand/page/parse/parse";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { defined } from "../../shared/defined.ts";
import type { ColumnDeps } from "./columns.ts";
import { pickColumns } from "./columns.ts";
import type { LibraryDeps } from "./engine.ts";
import {
	addVersion,
	changeRoutine,
	createRoutine,
	decideVersion,
	deleteRoutine,
	diffOf,
	draftFromTask,
	exportRoutine,
	importRoutine,
	listRoutines,
	listVersions,
	readRoutine,
	readVersion,
} from "./engine.ts";

/** `/api/v1/agent/routines`: the library, drafts, files and versions. */
export function addRoutines(app: FastifyInstance, deps: LibraryDeps, columns: ColumnDeps): void {
	addRoute(app, routes.routinesRoute, ({ identity, query }) => listRoutines(deps, { identity, query }));
	addRoute(app, routes.draftFromTaskRoute, ({ identity, body }) => draftFromTask(deps, { identity, ...body }));
	addRoute(app, routes.importRoutineRoute, ({ body }) => importRoutine(body));
	addRoute(app, routes.proposeListsRoute, async ({ body }) => {
		const { proposeColumns } = await import("@webhand/routines/table/propose");
		return { lists: proposeColumns(parsePage(body.dom)) };
	});
	addRoute(app, routes.pickColumnsRoute, ({ identity, body }) => pickColumns(columns, { identity, body }));
	addRoute(app, routes.createRoutineRoute, async ({ identity, body, headers, reply }) => {
		const key = headers["idempotency-key"];
		const created = await createRoutine(deps, { identity, body, ...defined({ key }) });
		if (created.isReplay) reply.header("idempotency-replayed", "true");
		return created.reply;
	});
	addRoute(app, routes.routineRoute, ({ identity, params }) => readRoutine(deps, { identity, ...params }));
	addRoute(app, routes.changeRoutineRoute, ({ identity, params, body: change }) => changeRoutine(deps, { identity, ...params, change }));
	addRoute(app, routes.deleteRoutineRoute, ({ identity, params }) => deleteRoutine(deps, { identity, ...params }));
	addRoute(app, routes.versionsRoute, ({ identity, params, query }) => listVersions(deps, { identity, ...params, query }));
	addRoute(app, routes.addVersionRoute, ({ identity, params, body }) => addVersion(deps, { identity, ...params, body }));
	addRoute(app, routes.versionRoute, ({ identity, params }) => readVersion(deps, { identity, ...params }));
	addRoute(app, routes.versionDiffRoute, ({ identity, params, query }) => diffOf(deps, { identity, ...params, ...query }));
	addRoute(app, routes.decideVersionRoute, ({ identity, params, body }) => decideVersion(deps, { identity, ...params, ...body }));
	addRoute(app, routes.exportRoutineRoute, ({ identity, params }) => exportRoutine(deps, { identity, ...params }));
}
