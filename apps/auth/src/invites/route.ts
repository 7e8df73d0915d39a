import { acceptInviteRoute, inviteRoute, invitesRoute, renewInviteRoute, revokeInviteRoute } from "@webhand/contracts/auth/invites";
import { OrgId, TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { noOrganization, requireRoleIn } from "../accounts/access.ts";
import { callerOf } from "../audit/caller.ts";
import type { AcceptDeps } from "./accept.ts";
import { acceptInvite } from "./accept.ts";
import { invite, renewInvite, revokeInvite, viewOf } from "./engine.ts";

/** What these routes need. */
export type InviteRouteDeps = { readonly invites: AcceptDeps };

/** Invites of an organization, and their acceptance as JSON. */
export function addInvites(app: FastifyInstance, { invites }: InviteRouteDeps): void {
	addRoute(app, invitesRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "admin" });
		if ((await invites.accounts.organizationById(orgId)) === null) throw noOrganization();
		const now = invites.now();
		const rows = await invites.store.list(orgId, { status: call.query.status, cursor: readCursor(call.query.cursor), now });
		const { page, nextCursor } = pageOf(rows, ({ createdAt, id }) => ({ key: String(createdAt.getTime()), id }));
		return { invites: page.map((stored) => viewOf(stored, now)), nextCursor };
	});

	addRoute(app, inviteRoute, async (call) => {
		const actor = requireRoleIn(call, { orgId: call.params.orgId, role: "admin" });
		const orgId = OrgId.safeParse(call.params.orgId);
		if (orgId.success) return invite(invites, { orgId: orgId.data, ...call.body }, actor);
		if (call.params.orgId !== TenantId.parse(actor.userId)) throw noOrganization();
		throw new AppError("TENANT_NOT_SHAREABLE", "Nobody can be invited into your own space. Switch to an organization");
	});

	addRoute(app, revokeInviteRoute, async (call) => {
		const actor = requireRoleIn(call, { orgId: call.params.orgId, role: "admin" });
		await revokeInvite(invites, call.params, actor);
	});

	addRoute(app, renewInviteRoute, async (call) => {
		const actor = requireRoleIn(call, { orgId: call.params.orgId, role: "admin" });
		return renewInvite(invites, call.params, actor);
	});

	addRoute(app, acceptInviteRoute, async ({ body, request }) => {
		const result = await acceptInvite(invites, body, callerOf(request));
		switch (result.kind) {
			case "accepted": {
				const { user, organization } = result;
				return { user, tenantId: TenantId.parse(organization.id), tenantName: organization.name };
			}
			case "invalid":
				throw new AppError("INVITE_INVALID", "This invite does not work any more. Ask for a new one");
			case "by_provider":
				throw new AppError("PROVIDER_SIGN_IN_REQUIRED", "Sign in through the organization's provider to accept the invite");
			case "wrong_password":
				throw new AppError("INVALID_CREDENTIALS", "Email or password is wrong");
			case "wait":
				throw new AppError("RATE_LIMIT", "Too many attempts, try again later", { retryAfterSeconds: result.seconds });
			case "problems":
				throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: result.problems } });
		}
	});
}
