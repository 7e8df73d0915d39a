import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Route } from "./routes.ts";

const files = globSync("**/*.ts", { cwd: import.meta.dirname, exclude: ["**/*.test.ts"] });
const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ join(import.meta.dirname, file)) as Promise<object>));
const routes = modules.flatMap((module) => Object.values(module)).filter(isRoute);

function isRoute(value: unknown): value is Route {
	return typeof value === "object" && value !== null && "method" in value && "path" in value && "service" in value;
}

const withExample = routes.filter(({ example }) => example !== undefined);

test.each(withExample)("the example of $method $path fits its schemas", ({ example, body, reply }) => {
	if (example?.body !== undefined) expect(body?.safeParse(example.body)).toMatchObject({ success: true });
	if (example?.reply !== undefined) expect(reply?.parse(example.reply)).toEqual(example.reply);
});

test("a description says more than the summary, as whole sentences", () => {
	expect(withExample.length).toBeGreaterThan(4);
	for (const { method, path, summary, description } of routes) {
		if (description === undefined) continue;
		expect(description, `${method} ${path}`).not.toBe(summary);
		expect(description, `${method} ${path}`).toMatch(/^["`*A-Z].*[.)`]$/s);
	}
});
