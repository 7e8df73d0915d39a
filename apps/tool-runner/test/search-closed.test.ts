import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { test as base } from "./runner.ts";

const test = base.override("settings", { scope: "file" }, async ({}, { onCleanup }) => {
	const folder = await mkdtemp(join(tmpdir(), "webhand-bwrap-"));
	onCleanup(() => rm(folder, { recursive: true }));
	const path = join(folder, "bwrap");
	// It says what the real one says, and then opens no sandbox.
	await writeFile(path, '#!/bin/sh\ncase "$1" in --version|--help) exec /usr/bin/bwrap "$@";; esac\nexit 1\n');
	await chmod(path, 0o755);
	return { BWRAP_BIN: path };
});

test("where the sandbox does not open nothing is searched, and files are read all the same", async ({ runner }) => {
	const workspace = await runner.workspace();
	await writeFile(join(workspace.path, "a.txt"), "needle\n");
	for (const type of ["grep", "glob"]) {
		const reply = await workspace.call("POST", "/search", { body: { type, pattern: "*a*" } });
		expect(reply).toMatchObject({ status: 503, body: { error: { code: "SANDBOX_UNAVAILABLE" } } });
		expect(reply.headers.get("retry-after")).toBeTruthy();
	}
	expect(await workspace.call("GET", "/fs/read?path=a.txt")).toMatchObject({ status: 200, body: { content: "needle\n" } });
});
