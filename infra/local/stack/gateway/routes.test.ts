import { globSync } from "node:fs";
import { join } from "node:path";
import type { Route } from "@webhand/contracts/routes";
import { gatewayPrefixes } from "@webhand/contracts/routes";
import { expect, test } from "vitest";
import { routeOf } from "./routes.ts";

const contracts = join(import.meta.dirname, "..", "..", "..", "..", "packages", "contracts", "src");

async function allRoutes(): Promise<readonly Route[]> {
	const files = globSync("**/*.ts", { cwd: contracts, exclude: ["**/*.test.ts"] });
	const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ join(contracts, file))));
	return modules.flatMap((module) => Object.values(module)).filter(isRoute);
}

function isRoute(value: unknown): value is Route {
	return typeof value === "object" && value !== null && "method" in value && "path" in value && "service" in value;
}

test("every public route of every service is reachable through the gateway, and no internal one is", async () => {
	const routes = await allRoutes();
	expect(routes.length).toBeGreaterThan(5);
	for (const route of routes) {
		const path = route.path.replace(/:\w+/g, "some-id");
		const isPublic = route.internal !== true && route.service !== "tool-runner";
		expect(routeOf(path)?.service, `${route.service} ${path}`).toBe(isPublic ? route.service : undefined);
	}
});

test("each prefix leads to the service the table names, with and without something after it", () => {
	for (const { prefix, service } of gatewayPrefixes) {
		for (const path of [prefix, ...(prefix === "/" ? [] : [`${prefix}/more`]), `${prefix}?x=1`])
			expect(routeOf(path)?.service, path).toBe(service);
	}
});

test("WebSocket is open on /app only", () => {
	expect(gatewayPrefixes.filter(({ prefix }) => routeOf(prefix)?.isWebSocket).map(({ prefix }) => prefix)).toEqual(["/app"]);
});

test("nothing is public but the prefixes themselves, however a path is written", () => {
	const paths = [
		"",
		..."/x /internal/session /metrics /healthz /readyz /openapi.json /docs * //api/agent/interact /api//agent/interact /api/agent//interact /api/agents /api/sessions /apps/key /API/agent/interact /%61pi/agent/interact /api%2fagent/interact /api/agent/../../internal/session /api/agent/%2e%2e/%2e%2e/internal/session /api/agent/%2E%2e%2f..%2finternal /api/agent/./x /api/agent/%2e/x".split(
			" ",
		),
		"/api/agent\\..\\x",
		..."/api/agent/..%5c.. /%2e%2e/metrics /api/agent/..;/internal /api/agent/.;x/y /api/agent/%2e%2E%3bx /api/agent/..x /api/agent/x.. http://127.0.0.1:4003/api/agent/interact /v1/status".split(
			" ",
		),
	];
	for (const path of paths) expect(routeOf(path), path).toBeUndefined();
});
