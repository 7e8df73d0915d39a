import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "@webhand/testing/processes";
import { expect, onTestFinished, test } from "vitest";

const program = join(import.meta.dirname, "..", "..", "checks", "containers.ts");

/** `npm run test:containers` where `docker` is this shell script, or no program at all. */
async function runWith(script?: string) {
	const folder = mkdtempSync(join(tmpdir(), "webhand docker-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	if (script !== undefined) {
		writeFileSync(join(folder, "docker"), `#!/bin/sh\n${script}\n`);
		chmodSync(join(folder, "docker"), 0o755);
	}
	const containers = await startProcess({
		name: "test:containers",
		command: process.execPath,
		args: ["--conditions=@webhand/source", program],
		env: { PATH: folder, TMPDIR: folder, TESTCONTAINERS_RYUK_DISABLED: "true" },
	});
	const { code } = await containers.ended;
	return { code, lines: containers.output().trimEnd().split("\n") };
}

test.for<readonly [string, string | undefined, string]>([
	["no Docker", undefined, "docker could not be run"],
	["a Docker without engine", "echo 'Cannot connect to the Docker daemon' >&2; exit 1", "Cannot connect to the Docker daemon"],
	["a Docker without Compose", "printf 'unknown command\\n\\nRun docker --help' >&2; exit 1", "unknown command"],
])("the containers are skipped in one sentence where there is %s", async ([, script, reason]) => {
	const { code, lines } = await runWith(script);
	expect([code, lines]).toEqual([3, [expect.stringMatching(/^The containers were skipped, since no Docker engine with Compose answers/)]]);
	expect(lines[0]).toContain(reason);
});

test("an engine that brings no stack up has failed, and is not passed over", async () => {
	const { code, lines } = await runWith('[ "$*" = "compose ls" ] || { echo no such stack >&2; exit 1; }');
	expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^The containers failed: ./)]);
});
