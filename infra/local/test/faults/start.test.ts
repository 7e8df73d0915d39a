import { expect, test } from "vitest";
import { data, expectNothingLeft, startDemo } from "../fixture/demo.ts";
import { readyOf } from "../fixture/running-stack.ts";

test("a demo task that cannot be done ends with 1 and the reason", async () => {
	const npm = await startDemo({ MAX_STEPS: "2" });
	expect((await npm.ended).code, npm.output()).toBe(1);
	expect(npm.output()).toMatch(/The demo task failed: .*step/);
	expectNothingLeft();
});

test("a service that dies under --exit ends everything with 1, its browser too", async () => {
	const npm = await startDemo();
	await npm.printed(/Demo task: /, 60_000);
	const { pids } = await readyOf({ data });
	process.kill(pids["agent-api"] ?? 0, "SIGKILL");
	expect((await npm.ended).code, npm.output()).toBe(1);
	expect(npm.output()).toContain("agent-api ended with SIGKILL: nothing is started again under --exit");
	expectNothingLeft();
});
