import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { Route } from "@webhand/contracts/routes";
import { version } from "@webhand/contracts/version";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { refusalsOf, routeWords, serviceWords } from "./docs-words.ts";

/** Serves `/openapi.json` (OpenAPI 3.1, made from the contracts) and `/docs`. Register it before the routes: it learns them as they come. */
export async function serveDocs(app: FastifyInstance, name: string): Promise<void> {
	app.addHook("onRoute", (route) => {
		if (route.url.startsWith("/docs")) route.config = { ...route.config, isOpen: true };
	});
	const title = `Webhand ${name}`;
	await app.register(swagger, {
		openapi: {
			openapi: "3.1.0",
			info: { title, version, description: serviceWords(name) },
			components: {
				securitySchemes: {
					bearer: {
						type: "http",
						scheme: "bearer",
						bearerFormat: "JWT",
						description: "The `accessToken` of `POST /api/v1/auth/login`.",
					},
					apiKey: {
						type: "http",
						scheme: "bearer",
						bearerFormat: "whk_…",
						description: "An API key, on routes that name its scope.",
					},
				},
			},
		},
		transform: (document) => {
			const { schema, url } = jsonSchemaTransform(document);
			const contract = document.route.config?.contract;
			return { schema: contract === undefined ? schema : described(contract, schema), url };
		},
	});
	await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true, theme: { title } });
	app.get("/openapi.json", { config: { isOpen: true }, schema: { hide: true } }, async () => app.swagger());
}

type Schema = ReturnType<typeof jsonSchemaTransform>["schema"];

/** The schema of a route with what each answer means, and with the contract's examples. */
function described(route: Route, schema: Schema): Schema {
	if (schema?.hide === true) return schema;
	const { example } = route;
	const success = String(route.status ?? 200);
	const refusals = refusalsOf(route);
	const response = Object.fromEntries(
		Object.entries((schema?.response ?? {}) as Readonly<Record<string, object>>).map(([status, reply]) => {
			const refusal = refusals[status];
			if (refusal !== undefined) return [status, { ...reply, ...refusal }];
			const shown = status === success && example?.reply !== undefined ? { examples: [example.reply] } : {};
			return [status, { description: route.summary, ...reply, ...shown }];
		}),
	);
	const body = example?.body === undefined || schema?.body === undefined ? {} : { body: { ...schema.body, examples: [example.body] } };
	return { ...schema, ...body, description: routeWords(route), response };
}
