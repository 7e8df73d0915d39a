import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerCors } from "./cors.ts";

const id = "abcdefghijklmnopabcdefghijklmnop";
const app = fastify();

beforeAll(async () => {
	await answerCors(app, { EXTENSION_IDS: [id], WEB_ORIGINS: ["https://agent.example.com"] });
	app.get("/api/v1/auth/session", () => ({}));
});
afterAll(() => app.close());

async function ask(method: "GET" | "OPTIONS", path: string, origin: string | undefined) {
	const { statusCode, headers } = await app.inject({ method, url: path, headers: origin === undefined ? {} : { origin } });
	const permissions = Object.entries(headers).filter(([name, value]) => name.startsWith("access-control-") && value !== "");
	return { status: statusCode, vary: headers["vary"], permissions: Object.fromEntries(permissions) };
}

test.for([`chrome-extension://${id}`, "https://agent.example.com"])("%s may read replies", async (origin) => {
	const { vary, permissions } = await ask("GET", "/api/v1/auth/session", origin);
	expect([vary, permissions]).toEqual([
		"Origin",
		{ "access-control-allow-origin": origin, "access-control-expose-headers": "retry-after, x-request-id" },
	]);
});

test.for([
	"null",
	"*",
	`chrome-extension://${id.toUpperCase()}`,
	`chrome-extension://${"b".repeat(32)}`,
	`chrome-extension://${id}.evil.example`,
	`chrome-extension://${id}/`,
	"http://agent.example.com",
	"https://agent.example.com.evil.example",
	"https://evil.example/https://agent.example.com",
	"https://agent.example.com:8443",
	undefined,
])("%s may not, and its preflight gets no permission", async (origin) => {
	expect(await ask("GET", "/api/v1/auth/session", origin)).toEqual({ status: 200, vary: "Origin", permissions: {} });
	expect(await ask("OPTIONS", "/api/agent/interact", origin)).toEqual({ status: 204, vary: "Origin", permissions: {} });
});

test.for([
	"/api/auth/x",
	"/api/v1/user/preferences",
	"/api/agent/interact",
	"/api/knowledge/resolve",
	"/api/session",
	"/api/session/1/messages",
	"/api/pusher/auth",
	"/agent/run/start",
])("a preflight for %s is answered", async (path) => {
	const { status, permissions } = await ask("OPTIONS", path, "https://agent.example.com");
	expect(status).toBe(204);
	expect(permissions).toMatchObject({ "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE", "access-control-max-age": "600" });
	expect(permissions).not.toHaveProperty("access-control-allow-credentials");
});

test.for(["/healthz", "/metrics", "/internal/session", "/.well-known/jwks.json", "/api/agents"])(
	"%s is no path for browsers",
	async (path) => {
		expect(await ask("OPTIONS", path, "https://agent.example.com")).toMatchObject({ status: 404, permissions: {} });
	},
);
