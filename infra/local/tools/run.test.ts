import { expect, test } from "vitest";
import { fakeMachine } from "../test/fixture/machine.ts";
import { isGone } from "../test/fixture/processes.ts";
import { run, which } from "./run.mjs";

test("a program that ends well gives its output", async () => {
	const { script, env } = fakeMachine();
	script("tool", "echo out; echo err >&2");
	expect(await run("tool", [], { env, limitMs: 1_000 })).toEqual({ ok: true, code: 0, output: "out\n", errors: "err\n", reason: "" });
});

test("a program that fails says why in its own last words", async () => {
	const { script, env } = fakeMachine();
	script("tool", "echo first >&2; echo 'no disk left' >&2; exit 9");
	expect(await run("tool", [], { env, limitMs: 1_000 })).toMatchObject({ ok: false, code: 9, reason: "no disk left" });
});

test("a program that is not there is an outcome, not an exception", async () => {
	const { env } = fakeMachine();
	expect(await run("absent", [], { env, limitMs: 1_000 })).toMatchObject({
		ok: false,
		code: null,
		reason: expect.stringContaining("absent"),
	});
});

test("a program that hangs is killed together with everything it started", async () => {
	const { script, env } = fakeMachine();
	script("tool", "/bin/sleep 30 & echo $!; wait");
	const outcome = await run("tool", [], { env, limitMs: 200 });
	expect(outcome).toMatchObject({ ok: false, reason: "no end after 0.2 s, killed" });
	const grandchild = Number(outcome.output);
	await expect.poll(() => isGone(grandchild)).toBe(true);
});

test("a program that left something behind in the background is not waited for", async () => {
	const { script, env } = fakeMachine();
	script("tool", "/bin/sleep 3 & echo $!; exit 0");
	const outcome = await run("tool", [], { env, limitMs: 1_900 });
	process.kill(Number(outcome.output), "SIGKILL");
	expect(outcome.ok).toBe(true);
});

test("programs are looked up in the order of preference, and only what can be executed counts", () => {
	const { script, env } = fakeMachine();
	const second = script("second", "");
	expect(which(env, ["first", "second"])).toBe(second);
	const first = script("first", "");
	expect(which(env, ["first", "second"])).toBe(first);
	expect(which(env, [second])).toBe(second);
	expect(which({ PATH: "relative:/nowhere" }, ["first"])).toBeUndefined();
	expect(which({}, ["first"])).toBeUndefined();
});
