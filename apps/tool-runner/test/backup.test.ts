import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "@webhand/testing/processes";
import { startMongod } from "@webhand/testing/servers";
import { MongoClient } from "mongodb";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "webhand backup-"));
const [from, to] = await Promise.all([startMongod(), startMongod()]);
afterAll(async () => {
	await Promise.all([from.stop(), to.stop()]);
	rmSync(folder, { recursive: true });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
	const program = join(import.meta.dirname, "..", "src", "backup.ts");
	const command = { name: "backup", command: process.execPath, args: ["--conditions=@webhand/source", program, ...args], env };
	const ran = await startProcess(command);
	return { code: (await ran.ended).code, output: ran.output() };
}

test("the command of the image saves and restores what its settings name, and says which are missing", async () => {
	const workspaces = join(folder, "workspaces");
	mkdirSync(workspaces);
	writeFileSync(join(workspaces, "file.txt"), "hello");
	const client = await new MongoClient(from.url).connect();
	await client.db("webhand_tools").collection("executions").insertOne({ state: "done" });
	await client.close();
	const keys = { KEY_ENCRYPTION_KEY: "one", SETTINGS_KEY: "two" };
	const env = { MONGODB_URI: from.url, WORKSPACES_DIR: workspaces, DATA_DIR: join(folder, "none"), ...keys };
	const dir = join(folder, "backup");
	expect(await run(["--to", dir], { ...env, SETTINGS_KEY: "" })).toMatchObject({
		code: 2,
		output: expect.stringContaining("SETTINGS_KEY: is missing. The key of agent-api."),
	});
	expect(await run([], env)).toMatchObject({ code: 2, output: expect.stringContaining("--from DIR [--end-keys] restores") });
	expect(await run(["--to", dir], env)).toMatchObject({
		code: 0,
		output: expect.stringContaining(`The backup is in ${dir}: 1 rows, 1 folders.`),
	});
	const restored = join(folder, "restored");
	const target = { ...env, MONGODB_URI: to.url, WORKSPACES_DIR: restored };
	expect(await run(["--from", dir], { ...target, SETTINGS_KEY: "other" })).toMatchObject({ code: 1 });
	expect(await run(["--from", dir, "--end-keys"], target)).toMatchObject({ code: 0 });
	expect(readFileSync(join(restored, "file.txt"), "utf8")).toBe("hello");
});
