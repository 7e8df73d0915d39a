import type { FastifyInstance } from "fastify";

/** What the CORS decision looks at: `path` without the query, `isPreflight` for the method OPTIONS. */
export type CorsFacts = { readonly path: string; readonly origin: string | undefined; readonly isPreflight: boolean };

/** Headers to set on the reply, and whether the request ends here with 204. */
export type CorsVerdict = { readonly headers: Readonly<Record<string, string>>; readonly isAnswered: boolean };

const prefixes = ["/api/auth/", "/api/v1/", "/api/agent/", "/api/knowledge/", "/api/session", "/api/pusher/", "/agent/run/"];
const preflightHeaders = {
	"access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
	"access-control-allow-headers": "authorization, content-type, content-encoding, idempotency-key, last-event-id, x-request-id",
	"access-control-max-age": "600",
};

/**
 * Says what a browser is told. Origins are compared as whole strings, never reflected unseen, and never with credentials: the origin
 * authenticates nobody.
 */
export function decideCors(facts: CorsFacts, allowed: ReadonlySet<string>): CorsVerdict {
	if (!prefixes.some((prefix) => facts.path.startsWith(prefix))) return { headers: {}, isAnswered: false };
	const vary = { vary: "Origin" };
	if (facts.origin === undefined || !allowed.has(facts.origin)) return { headers: vary, isAnswered: facts.isPreflight };
	const named = { ...vary, "access-control-allow-origin": facts.origin };
	if (facts.isPreflight) return { headers: { ...named, ...preflightHeaders }, isAnswered: true };
	return { headers: { ...named, "access-control-expose-headers": "retry-after, x-request-id" }, isAnswered: false };
}

/** The origins that may call: each extension id as Chrome writes it, and each web origin. */
export function allowedOrigins(config: {
	readonly EXTENSION_IDS: readonly string[];
	readonly WEB_ORIGINS: readonly string[];
}): ReadonlySet<string> {
	return new Set([...config.EXTENSION_IDS.map((id) => `chrome-extension://${id}`), ...config.WEB_ORIGINS]);
}

/** Runs before everything else, so that error replies carry the headers too. */
export function answerCors(app: FastifyInstance, allowed: ReadonlySet<string>): void {
	app.addHook("onRequest", async (request, reply) => {
		const path = request.raw.url?.split("?", 1)[0] ?? "";
		const { headers, isAnswered } = decideCors(
			{ path, origin: request.headers.origin, isPreflight: request.method === "OPTIONS" },
			allowed,
		);
		reply.headers(headers);
		if (isAnswered) return reply.code(204).send();
	});
}
