import * as routes from "@webhand/contracts/auth/runners";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { requireRoleIn } from "../accounts/access.ts";
import { callerOf } from "../audit/caller.ts";
import { addRunner, listRunners, newRunnerCode, removeRunner } from "./engine.ts";
import type { EnrolDeps } from "./enrol.ts";
import { enrolRunner, renewRunner } from "./enrol.ts";

/** Runners of an organization, for its admins, and their sign-in. */
export function addRunners(app: FastifyInstance, { runners: deps }: { readonly runners: EnrolDeps }): void {
	addRoute(app, routes.runnersRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "admin" });
		return { runners: await listRunners(deps, orgId) };
	});
	addRoute(app, routes.addRunnerRoute, (call) => {
		const { orgId } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		return addRunner(deps, { orgId, wish: call.body }, actor);
	});
	addRoute(app, routes.newRunnerCodeRoute, (call) => {
		const actor = requireRoleIn(call, { orgId: call.params.orgId, role: "admin" });
		return newRunnerCode(deps, call.params, actor);
	});
	addRoute(app, routes.removeRunnerRoute, async (call) => {
		const actor = requireRoleIn(call, { orgId: call.params.orgId, role: "admin" });
		await removeRunner(deps, call.params, actor);
	});
	addRoute(app, routes.enrolRunnerRoute, ({ body, request }) => enrolRunner(deps, body.code, callerOf(request)));
	addRoute(app, routes.renewRunnerRoute, ({ body, request }) => renewRunner(deps, body.secret, callerOf(request)));
}
