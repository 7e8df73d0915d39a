import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { author, test as base } from "./repository.ts";

const test = base
	.extend("tried", { scope: "file" }, async ({}, { onCleanup }) => {
		const folder = await mkdtemp(join(tmpdir(), "webhand-bwrap-"));
		onCleanup(() => rm(folder, { recursive: true }));
		await chmod(folder, 0o777);
		await writeFile(join(folder, "tries"), "", { mode: 0o666 });
		const script = `case "$1" in --version|--help) exec /usr/bin/bwrap "$@";; esac; echo try >> ${folder}/tries; exit 1`;
		await writeFile(join(folder, "bwrap"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
		return { bwrap: join(folder, "bwrap"), tries: () => readFile(join(folder, "tries"), "utf8") };
	})
	.extend("settings", { scope: "file" }, ({ tried }): Readonly<Record<string, string>> => ({ BWRAP_BIN: tried.bwrap }));

test("without a sandbox every git call is refused and nothing runs", async ({ repository, runner, tried }) => {
	const repo = await repository("echo two > a.txt");
	await repo.call("GET", "/git/status");
	const tries = await tried.tries();
	const replies = await Promise.all(["/git/status", "/git/diff", "/git/log", "/git/branch"].map((path) => repo.call("GET", path)));
	replies.push(await repo.change("git.add", "/git/add", { paths: ["a.txt"] }));
	replies.push(await repo.change("git.commit", "/git/commit", { message: "m", paths: ["a.txt"], author }));
	for (const { status, body, headers } of replies) {
		expect([status, body]).toMatchObject([503, { error: { code: "SANDBOX_UNAVAILABLE" } }]);
		expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
	}
	expect(await tried.tries()).toBe(tries);
	expect(await repo.git("status", "--porcelain")).toBe(" M a.txt\n");
	const outcomes = await runner.audit.find({ chain: repo.id, outcome: "error:SANDBOX_UNAVAILABLE" }).toArray();
	expect(outcomes).toHaveLength(7);
});
