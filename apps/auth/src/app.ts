import { sessionRoute } from "@webhand/contracts/auth/sign-in";
import { createService } from "@webhand/service-kit/service";
import type { FastifyInstance } from "fastify";
import type { AppDeps } from "./deps.ts";
import { addKeys } from "./keys/route.ts";
import { addPassword } from "./password/route.ts";
import { addSecondFactor } from "./second-factor/route.ts";
import { addSessions } from "./sessions/route.ts";
import { addSignIn } from "./sign-in/route.ts";
import { addTenants } from "./tenants/route.ts";

/** Builds the service; nothing listens yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
	const app = await createService(deps.base, {
		guard: deps.guard,
		limits: [{ name: "auth", routes: [sessionRoute], perUser: 60, windowSeconds: 60 }],
	});
	addSignIn(app, deps);
	addSessions(app, deps);
	addTenants(app, deps);
	addPassword(app, deps);
	addSecondFactor(app, deps);
	addKeys(app, deps);
	return app;
}
