import {
	addOrganizationRoute,
	changeMemberRoute,
	changeOrganizationRoute,
	limitsRoute,
	membersRoute,
	organizationRoute,
	organizationsRoute,
	removeMemberRoute,
} from "@webhand/contracts/auth/orgs";
import { lacking } from "@webhand/service-kit/access";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { actorOf, noOrganization, requireOperator, requireRoleIn } from "../accounts/access.ts";
import type { OrganizationDeps } from "./engine.ts";
import { addOrganization, changeOrganization, setLimits } from "./engine.ts";
import { changeMember, removeMember } from "./members.ts";

/** Organizations, their limits and their members. */
export function addOrganizations(app: FastifyInstance, deps: { readonly orgs: OrganizationDeps }): void {
	addOrganizationRoutes(app, deps.orgs);
	addMemberRoutes(app, deps.orgs);
}

function addOrganizationRoutes(app: FastifyInstance, orgs: OrganizationDeps): void {
	addRoute(app, organizationsRoute, async (call) => {
		requireOperator(call);
		const rows = await orgs.store.list({ q: call.query.q, cursor: readCursor(call.query.cursor) });
		const { page, nextCursor } = pageOf(rows, ({ name, id }) => ({ key: name, id }));
		return { organizations: [...page], nextCursor };
	});

	addRoute(app, addOrganizationRoute, async (call) => {
		const actor = requireOperator(call);
		return { organization: await addOrganization(orgs, call.body.name, actor) };
	});

	addRoute(app, organizationRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "member" });
		const organization = await orgs.store.get(orgId);
		if (organization === null) throw noOrganization();
		return { organization };
	});

	addRoute(app, changeOrganizationRoute, async (call) => {
		const { orgId } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		const isOperator = actor.roles.includes("operator");
		if (call.body.status !== undefined && !isOperator) throw lacking("operator");
		return { organization: await changeOrganization(orgs, { orgId, change: call.body }, actor) };
	});

	addRoute(app, limitsRoute, async (call) => {
		const { orgId } = call.params;
		const actor = requireOperator(call);
		return { organization: await setLimits(orgs, { orgId, limits: call.body }, actor) };
	});
}

function addMemberRoutes(app: FastifyInstance, orgs: OrganizationDeps): void {
	addRoute(app, membersRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "admin" });
		if ((await orgs.store.get(orgId)) === null) throw noOrganization();
		const { members, total } = await orgs.store.members(orgId, { q: call.query.q, cursor: readCursor(call.query.cursor) });
		const { page, nextCursor } = pageOf(members, ({ email, userId }) => ({ key: email, id: userId }));
		return { members: [...page], total, nextCursor };
	});

	addRoute(app, changeMemberRoute, async (call) => {
		const { orgId, userId } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		return { member: await changeMember(orgs, { orgId, userId, change: call.body }, actor) };
	});

	addRoute(app, removeMemberRoute, async (call) => {
		const { orgId, userId } = call.params;
		const leaves = actorOf(call).userId === userId;
		const actor = requireRoleIn(call, { orgId, role: leaves ? "member" : "admin" });
		await removeMember(orgs, { orgId, userId }, actor);
	});
}
