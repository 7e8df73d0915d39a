import { resolveRoute } from "@webhand/contracts/knowledge/resolve";
import { createService } from "@webhand/service-kit/service";
import type { FastifyInstance } from "fastify";
import type { AppDeps } from "./deps.ts";
import { addDomainRoutes } from "./domains/route.ts";
import { addResolveRoutes } from "./resolve/route.ts";

/** The service with all its routes. */
export async function buildApp({ base, guard, domains, knowledge }: Omit<AppDeps, "close">): Promise<FastifyInstance> {
	const app = await createService(base, {
		guard,
		limits: [{ name: "resolve", routes: [resolveRoute], perUser: 60, perTenant: 600, windowSeconds: 60 }],
	});
	addResolveRoutes(app, knowledge);
	addDomainRoutes(app, domains);
	return app;
}
