import { addDocumentRoute, removeDocumentRoute, replaceDocumentRoute } from "@webhand/contracts/knowledge/documents";
import { measureMeaningRoute } from "@webhand/contracts/knowledge/meaning";
import { resolveRoute } from "@webhand/contracts/knowledge/resolve";
import { createService } from "@webhand/service-kit/service";
import type { FastifyInstance } from "fastify";
import type { AppDeps } from "./deps.ts";
import { addDocumentRoutes } from "./documents/route.ts";
import { addDomainRoutes } from "./domains/route.ts";
import { addMeaningRoutes } from "./index/meaning/route.ts";
import { addResolveRoutes } from "./resolve/route.ts";

/** The service with all its routes. */
export async function buildApp({ base, guard, domains, documents, knowledge, meaning }: Omit<AppDeps, "close">): Promise<FastifyInstance> {
	const app = await createService(base, {
		guard,
		limits: [
			{ name: "resolve", routes: [resolveRoute], perUser: 60, perTenant: 600, windowSeconds: 60 },
			{
				name: "documents",
				routes: [addDocumentRoute, replaceDocumentRoute, removeDocumentRoute],
				perTenant: 30,
				windowSeconds: 60,
			},
			{ name: "meaning", routes: [measureMeaningRoute], perTenant: 3, windowSeconds: 60 },
		],
	});
	addResolveRoutes(app, knowledge);
	addDomainRoutes(app, domains);
	addDocumentRoutes(app, documents);
	addMeaningRoutes(app, meaning);
	return app;
}
