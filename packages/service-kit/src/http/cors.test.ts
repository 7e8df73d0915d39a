import { expect, test } from "vitest";
import { allowedOrigins, decideCors } from "./cors.ts";

const id = "abcdefghijklmnopabcdefghijklmnop";
const allowed = allowedOrigins({ EXTENSION_IDS: [id], WEB_ORIGINS: ["https://agent.example.com"] });
const decide = (origin: string | undefined, path = "/api/v1/auth/session", isPreflight = false) =>
	decideCors({ path, origin, isPreflight }, allowed);

test.for([`chrome-extension://${id}`, "https://agent.example.com"])("%s may read replies", (origin) => {
	expect(decide(origin).headers).toEqual({
		vary: "Origin",
		"access-control-allow-origin": origin,
		"access-control-expose-headers": "retry-after, x-request-id",
	});
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
])("%s may not, and learns nothing", (origin) => {
	expect(decide(origin)).toEqual({ headers: { vary: "Origin" }, isAnswered: false });
	expect(decide(origin, "/api/agent/interact", true)).toEqual({ headers: { vary: "Origin" }, isAnswered: true });
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
])("a preflight for %s is answered", (path) => {
	const { headers, isAnswered } = decide("https://agent.example.com", path, true);
	expect(isAnswered).toBe(true);
	expect(headers).toMatchObject({ "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE", "access-control-max-age": "600" });
	expect(headers).not.toHaveProperty("access-control-allow-credentials");
});

test.for(["/healthz", "/metrics", "/internal/session", "/.well-known/jwks.json", "/api/agents"])("%s is no path for browsers", (path) => {
	expect(decide("https://agent.example.com", path, true)).toEqual({ headers: {}, isAnswered: false });
});
