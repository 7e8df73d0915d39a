import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { openRoot } from "../src/workspaces/root.ts";
import { createStorage } from "../src/workspaces/storage.ts";
import { test as base } from "./calls/exec.ts";
import type { TestWorkspace } from "./runner.ts";

const mebibyte = 1_048_576;

/** `small` is a person whose organization has 2 MiB; a workspace of theirs comes with it. */
const test = base.extend("small", async ({ runner, identity, redis }) => {
	const user = await identity.signIn(redis.client, { record: { limits: { storageMb: 2 } } });
	const as = { as: user } as const;
	const workspace = () => runner.workspace({ tenantId: user.tenantId });
	const write = (space: TestWorkspace, path: string, content: string) => space.change("fs.write", "/fs/write", { path, content }, as);
	return { ...as, workspace, write };
});

test("the files of a tenant are counted over all its workspaces, and that tenant alone is refused", async ({ runner, small }) => {
	const [one, two] = [await small.workspace(), await small.workspace()];
	const other = await runner.workspace();
	await writeFile(join(one.path, "large"), Buffer.alloc(1.9 * mebibyte, "x"));
	expect((await small.write(two, "a.txt", "x")).status).toBe(201);
	const full = await small.write(two, "b.txt", "x".repeat(200_000));
	expect(full).toMatchObject({
		status: 507,
		body: { error: { code: "STORAGE_FULL", details: { reason: "tenant", limitMb: 2 } } },
	});
	expect(await two.change("fs.mkdir", "/fs/mkdir", { path: "d" }, small)).toMatchObject({ status: 201 });
	expect((await other.change("fs.write", "/fs/write", { path: "b.txt", content: "x".repeat(200_000) })).status).toBe(201);
	// What is deleted makes room at once.
	expect((await one.change("fs.delete", "/fs/delete", { path: "large" }, small)).status).toBe(200);
	await expect.poll(async () => (await small.write(two, "b.txt", "x".repeat(200_000))).status).toBe(201);
});

test("many empty files fill it as well, and a full tenant still looks, searches and runs what only reads", async ({ small, exec }) => {
	const space = await small.workspace();
	await mkdir(join(space.path, "d"));
	await Promise.all(Array.from({ length: 520 }, (_, index) => writeFile(join(space.path, "d", `${index}`), "")));
	expect((await small.write(space, "a.txt", "x")).status).toBe(507);
	expect((await space.call("GET", "/fs/list", small)).status).toBe(200);
	const edits = { edits: [{ path: "d/1", oldText: "", newText: "x" }], dryRun: false };
	expect((await space.change("fs.apply_patch", "/fs/patch", edits, small)).status).toBeGreaterThanOrEqual(400);
	const started = async (argv: readonly string[]) => await exec.start(space, { argv }, small);
	expect((await started(["ls", "d"])).status).toBe(202);
	expect(await started(["node", "d/1"])).toMatchObject({ status: 507, body: { error: { code: "STORAGE_FULL" } } });
	expect((await space.call("POST", "/search", { ...small, body: { type: "grep", pattern: "x" } })).status).toBe(200);
});

test("a command that writes past its tenant's room is ended, and others go on", async ({ runner, small, exec }) => {
	const space = await small.workspace();
	for (const name of ["a.txt"]) await writeFile(join(space.path, name), "");
	const flood = `import time
for i in range(100):
    open(f"f{i}", "wb").write(bytes(1 << 20))
    time.sleep(0.1)
`;
	await writeFile(join(space.path, "script.py"), flood);
	const id = await exec.accepted(space, { argv: ["python3", "script.py"] }, small);
	const calm = await runner.workspace();
	await writeFile(join(calm.path, "script.py"), "import time\ntime.sleep(2)\nprint('calm')");
	expect(await exec.run(calm, { argv: ["python3", "script.py"] })).toMatchObject({ state: "exited", stdout: "calm\n" });
	expect(await exec.look(id, { waitMs: 20_000, ...small })).toMatchObject({ state: "disk_limit" });
});

test("a tree is measured once for many changes, and again before a refusal", async ({ runner }) => {
	const space = await runner.workspace();
	let ms = 0;
	const storage = createStorage({ workspaces: { ofTenant: async () => [space.stored] }, leastFree: 0, elapsed: () => ms });
	const root = await openRoot(space.stored);
	const ask = (bytes: number) => storage.requireRoom({ workspace: space.stored, root }, { mostMb: 1, bytes });
	await ask(1_000);
	await writeFile(join(space.path, "large"), Buffer.alloc(2 * mebibyte));
	// Nobody looked since.
	await ask(1_000);
	ms = 11_000;
	await expect(ask(1_000)).rejects.toMatchObject({ code: "STORAGE_FULL", details: { reason: "tenant", limitMb: 1 } });
	await writeFile(join(space.path, "large"), "");
	ms = 13_000;
	await ask(1_000);
	// Room that was set aside counts until the next look.
	await ask(1_000_000);
	await expect(ask(500_000)).rejects.toMatchObject({ code: "STORAGE_FULL" });
	await root.close();
});

test("of changes that wait for one measure, as many are let in as fit", async ({ runner }) => {
	const space = await runner.workspace();
	const storage = createStorage({ workspaces: { ofTenant: async () => [space.stored] }, leastFree: 0, elapsed: () => 0 });
	const root = await openRoot(space.stored);
	const ask = () => storage.requireRoom({ workspace: space.stored, root }, { mostMb: 1, bytes: 400_000 });
	const ends = await Promise.allSettled(Array.from({ length: 10 }, ask));
	expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
	await root.close();
});
