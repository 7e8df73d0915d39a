import cors from "@fastify/cors";
import { deviceHeader } from "@webhand/contracts/auth/sign-in";
import type { FastifyInstance } from "fastify";

const prefixes = ["/api/auth/", "/api/v1/", "/api/agent/", "/api/knowledge/", "/api/session", "/api/pusher/", "/agent/run/"];
const permissions = {
	methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
	allowedHeaders: [
		"authorization",
		"content-type",
		"content-encoding",
		"idempotency-key",
		"last-event-id",
		"traceparent",
		"x-request-id",
		deviceHeader,
	],
	exposedHeaders: ["retry-after", "x-request-id"],
	maxAge: 600,
	strictPreflight: false,
};
const noPermissions = { origin: [], methods: [], allowedHeaders: [], strictPreflight: false };

/**
 * Answers browsers on the public paths: each extension id as Chrome writes it, and each web origin. Origins are compared as whole strings
 * and credentials are never allowed, since an origin authenticates nobody. It runs before the guard, so error replies carry the headers.
 */
export async function answerCors(
	app: FastifyInstance,
	config: { readonly EXTENSION_IDS: readonly string[]; readonly WEB_ORIGINS: readonly string[] },
): Promise<void> {
	const allowed = [...config.EXTENSION_IDS.map((id) => `chrome-extension://${id}`), ...config.WEB_ORIGINS];
	await app.register(cors, {
		delegator: (request, callback) => {
			if (!prefixes.some((prefix) => request.raw.url?.startsWith(prefix))) return callback(null, { origin: false });
			const isAllowed = allowed.includes(request.headers.origin ?? "");
			callback(null, isAllowed ? { ...permissions, origin: allowed } : noPermissions);
		},
	});
}
