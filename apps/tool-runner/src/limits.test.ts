import * as runner from "@webhand/contracts/tools/runner";
import { expect, test } from "vitest";
import { callerRoutes } from "./limits.ts";

test("no route for people has the narrower limits of routes that nobody named", () => {
	const routes = Object.values(runner).filter((found) => "path" in found && !("public" in found));
	expect(new Set<unknown>(callerRoutes)).toEqual(new Set<unknown>(routes));
});
