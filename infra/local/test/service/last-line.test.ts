import { join } from "node:path";
import { startProcess } from "@webhand/testing/processes";
import { expect, test } from "vitest";

const local = join(import.meta.dirname, "..", "..");

/** Runs these files as `npm test -- --root … <files>` does. */
async function runCases(files: readonly string[], environment: Readonly<Record<string, string>> = {}) {
	const run = await startProcess({
		name: "run-tests",
		// One pipe for both streams keeps their lines in order.
		command: "/bin/sh",
		args: [
			["-c", 'exec "$0" "$@" 2>&1', process.execPath],
			["--conditions=@webhand/source", join(local, "checks", "run-tests.ts")],
			["--root", join(local, "test", "fixture", "cases"), ...files],
		].flat(),
		env: { NO_COLOR: "1", ...environment },
	});
	const { code } = await run.ended;
	return { code, lines: run.output().trimEnd().split("\n") };
}

test("the last line counts what passed, alone, and the code is 0", async () => {
	const { code, lines } = await runCases(["passing"]);
	expect([code, lines.at(-1)]).toEqual([0, "2 passed, 0 failed"]);
	expect(lines.at(-2)).toMatch(/^slow: \d+\.\d s .*passing/);
});

test("a failing test, a failing preparation and a file that cannot be loaded are each counted", async () => {
	const { code, lines } = await runCases(["passing", "failing", "broken"]);
	expect(lines.at(-1)).toMatch(/^2 passed, [3-9] failed$/);
	const isTold = (line: string) => /^failed: .*failing.* › one fails$/.test(line);
	const told = lines.findIndex(isTold);
	expect(lines[told + 1]).toMatch(/expected 1 to be 2/);
	// The end of the log tells all failures once more, behind what the turns of a whole run printed.
	expect(lines.findLastIndex(isTold)).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("slow: ")));
	expect(code).toBe(1);
	expect((await runCases(["broken"])).lines.at(-1)).toBe("0 passed, 1 failed");
});

test("a skipped test is named, and under CI it is a failure", async () => {
	const atHome = await runCases(["skipped"]);
	expect([atHome.code, atHome.lines.at(-1)]).toEqual([0, "1 passed, 0 failed"]);
	expect(atHome.lines.join("\n")).toMatch(/skipped: .*one is skipped/);
	const underCi = await runCases(["skipped"], { CI: "1" });
	expect([underCi.code, underCi.lines.at(-1)]).toEqual([1, "1 passed, 1 failed"]);
});

test("a long form that a short run leaves out is not counted, also under CI", async () => {
	const short = await runCases(["long", "--tagsFilter=!long"], { CI: "1" });
	expect([short.code, short.lines.at(-1)]).toEqual([0, "1 passed, 0 failed"]);
	expect((await runCases(["long"])).lines.at(-1)).toBe("1 passed, 1 failed");
});

test("a run without any test has failed", async () => {
	const { code, lines } = await runCases(["no-such-file"]);
	expect([code, lines.at(-1)]).toEqual([1, "0 passed, 1 failed"]);
});

test("after eighty-five minutes the run is ended and what was still running is named", async () => {
	const nearTheEnd = Date.now() - 85 * 60_000 + 6_000;
	const { code, lines } = await runCases(["hanging"], { WEBHAND_STARTED_AT_MS: String(nearTheEnd) });
	expect([code, lines.at(-1)]).toEqual([1, "0 passed, 1 failed"]);
	expect(lines.join("\n")).toMatch(/No end after 85 minutes\. Still running:\n.*one never ends/);
});
