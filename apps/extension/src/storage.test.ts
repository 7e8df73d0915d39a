import { expect, test } from "vitest";
import { preferencesWithMode } from "./storage.ts";

test.for([
	[
		{ theme: "dark", density: "compact", showThinking: false },
		{ theme: "dark", density: "compact", showThinking: false, notifyOnFinish: false, mode: "autonomous" },
	],
	[
		{ notifyOnFinish: true, mode: "careful" },
		{ notifyOnFinish: true, mode: "careful" },
	],
] as const)("preferences of version 1 keep what they say and notify nobody: %j", ([before, after]) => {
	expect(preferencesWithMode(before)).toEqual(after);
});

test("preferences that are no object are dropped, not mended", () => {
	expect(() => preferencesWithMode("dark")).toThrow();
});
