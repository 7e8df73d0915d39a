import { auditFileRoute } from "@webhand/contracts/audit";
import { sessionRoute } from "@webhand/contracts/auth/sign-in";
import { createService } from "@webhand/service-kit/service";
import type { FastifyInstance } from "fastify";
import { addApiKeys } from "./api-keys/route.ts";
import { addAudit, auditDenials } from "./audit/route.ts";
import type { AppDeps } from "./deps.ts";
import { addInvitePages } from "./invites/page/route.ts";
import { addInvites } from "./invites/route.ts";
import { addKeys } from "./keys/route.ts";
import { addOrganizations } from "./orgs/route.ts";
import { addPassword } from "./password/route.ts";
import { addPeople } from "./people/route.ts";
import { addPreferences } from "./preferences/route.ts";
import { addProvider } from "./provider/route.ts";
import { addProviderSettings } from "./provider/settings/route.ts";
import { addRunners } from "./runners/route.ts";
import { addSecondFactor } from "./second-factor/route.ts";
import { addSessions } from "./sessions/route.ts";
import { addSignIn } from "./sign-in/route.ts";
import { addTenants } from "./tenants/route.ts";

/** Builds the service; nothing listens yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
	const app = await createService(deps.base, {
		guard: deps.guard,
		outlivesSignIn: true,
		limits: [
			{ name: "auth", routes: [sessionRoute], perUser: 60, windowSeconds: 60 },
			{ name: "audit-file", routes: [auditFileRoute], perUser: 10, windowSeconds: 60 },
		],
	});
	auditDenials(app, deps.sessions);
	addSignIn(app, deps);
	addSessions(app, deps);
	addProvider(app, deps);
	addProviderSettings(app, deps);
	addTenants(app, deps);
	addPassword(app, deps);
	addSecondFactor(app, deps);
	addKeys(app, deps);
	addApiKeys(app, deps);
	addRunners(app, deps);
	addOrganizations(app, deps);
	addPeople(app, deps);
	addInvites(app, deps);
	addInvitePages(app, deps);
	addAudit(app, deps.audit);
	addPreferences(app, deps.preferences);
	return app;
}
