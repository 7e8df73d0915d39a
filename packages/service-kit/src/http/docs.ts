import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** Serves `/openapi.json` (OpenAPI 3.1, made from the contracts) and `/docs`. Register it before the routes: it learns them as they come. */
export async function serveDocs(app: FastifyInstance, name: string): Promise<void> {
	app.addHook("onRoute", (route) => {
		if (route.url.startsWith("/docs")) route.config = { ...route.config, isOpen: true };
	});
	await app.register(swagger, {
		openapi: {
			openapi: "3.1.0",
			info: { title: `Webhand ${name}`, version: "0.1.0" },
			components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
		},
		transform: jsonSchemaTransform,
	});
	await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true });
	app.get("/openapi.json", { config: { isOpen: true }, schema: { hide: true } }, async () => app.swagger());
}
