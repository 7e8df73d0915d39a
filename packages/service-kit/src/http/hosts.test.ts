import { fastify } from "fastify";
import { expect, test } from "vitest";
import { refuseOtherHosts } from "./hosts.ts";

test.for([
	["127.0.0.1:4000", 200],
	["agent-api:4000", 200],
	["agent.example.com", 200],
	// Prometheus asks each replica by its address.
	["10.2.3.4:4000", 200],
	["[fd00::1]:4000", 200],
	["evil.example:4000", 403],
	["10.2.3.4.evil.example:4000", 403],
] as const)("the figures of a service asked as %s: %i", async ([host, status]) => {
	const app = fastify();
	refuseOtherHosts(app, { ALLOWED_HOSTS: ["agent-api"], PUBLIC_URL: "https://agent.example.com" });
	app.get("/metrics", async () => "figures");
	app.setErrorHandler((_error, _request, reply) => reply.code(403).send());
	expect((await app.inject({ url: "/metrics", headers: { host } })).statusCode).toBe(status);
});
