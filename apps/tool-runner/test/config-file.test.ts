import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { z } from "zod";
import { readToolRunnerConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { test as base } from "./runner.ts";

const tenantId = newOrgTenantId();

const test = base.extend("file", { scope: "file" }, async ({ mongo, redis, identity, runner }, { onCleanup }) => {
	const folder = await mkdtemp(join(tmpdir(), "webhand-tools-config-"));
	onCleanup(() => rm(folder, { recursive: true }));
	const path = join(folder, "tools.json");
	const config = readToolRunnerConfig({
		MONGODB_URI: mongo.uri,
		REDIS_URL: redis.url,
		AUTH_URL: identity.url,
		TOKEN_ISSUER: identity.issuer,
		LOG_LEVEL: "silent",
		AGENT_TOOLS_ENABLED: "true",
		TOOLS_CONFIG_FILE: path,
	});
	const start = async () => {
		const deps = await openDeps(config, new AbortController().signal);
		await deps.close();
	};
	return {
		folder: runner.newFolder,
		write: (content: unknown) => writeFile(path, typeof content === "string" ? content : JSON.stringify(content)),
		start,
		/** Starts a replica with these workspaces in its file. */
		startWith: async (...workspaces: readonly object[]) => {
			await writeFile(path, JSON.stringify({ workspaces: workspaces.map((workspace) => ({ tenantId, ...workspace })) }));
			await start();
		},
		seen: async () => {
			const operator = await identity.signIn(redis.client, { roles: ["operator"] });
			const reply = await runner.send("GET", `/v1/workspaces?all=true&tenantId=${tenantId}`, { as: operator });
			return z.object({ workspaces: z.array(OperatorWorkspace) }).parse(reply.body).workspaces;
		},
		change: async (id: string, method: string, body?: object) => {
			const operator = await identity.signIn(redis.client, { roles: ["operator"] });
			return await runner.send(method, `/v1/workspaces/${id}`, { as: operator, ...(body && { body }) });
		},
	};
});

test("the file's workspaces are there after the start, keep their ids while they change, and go with their entry", async ({ file }) => {
	const [rootPath, other] = [await file.folder("one"), await file.folder("two")];
	await mkdir(join(rootPath, ".git"));
	await file.startWith({ name: "one", rootPath }, { name: "two", rootPath: other, readOnly: true });
	const [one, two] = await file.seen();
	expect([one, two]).toMatchObject([
		{ name: "one", source: "file", git: "trusted", available: true },
		{ name: "two", read_only: true },
	]);
	await file.startWith({ name: "renamed", rootPath, allowedCommands: ["ls"] });
	expect(await file.seen()).toMatchObject([{ id: one?.id, name: "renamed", allowed_commands: ["ls"], git: "trusted" }]);
	await file.startWith({ name: "renamed", rootPath: other });
	expect(await file.seen()).toMatchObject([{ id: one?.id, root_path: other, git: "none" }]);
});

test("what stands in the file is changed there alone, but its git folder is trusted by an operator", async ({ file }) => {
	const rootPath = await file.folder("managed");
	await file.startWith({ name: "managed", rootPath });
	const [workspace] = await file.seen();
	const id = workspace?.id ?? "";
	expect(await file.change(id, "PATCH", { name: "mine" })).toMatchObject({ status: 409, body: { error: { code: "MANAGED_BY_FILE" } } });
	expect(await file.change(id, "DELETE")).toMatchObject({ status: 409, body: { error: { code: "MANAGED_BY_FILE" } } });
	await mkdir(join(rootPath, ".git"));
	await file.start();
	expect((await file.seen())[0]?.git).toBe("untrusted");
	expect(await file.change(id, "PATCH", { trustGit: true })).toMatchObject({ body: { workspace: { git: "trusted" } } });
	await file.start();
	expect((await file.seen())[0]?.git).toBe("trusted");
});

test("a folder that is away keeps nobody from starting, and is taken again when it is back", async ({ file }) => {
	const rootPath = await file.folder("away");
	await file.startWith({ name: "away", rootPath });
	const [before] = await file.seen();
	await rename(rootPath, `${rootPath}-away`);
	await file.start();
	expect(await file.seen()).toMatchObject([{ id: before?.id, available: false, reason: "missing" }]);
	await rename(`${rootPath}-away`, rootPath);
	await file.start();
	expect(await file.seen()).toMatchObject([{ id: before?.id, available: true }]);
});

test("replicas that start at once make each workspace once", async ({ file }) => {
	await file.startWith();
	const entries = await Promise.all(["a", "b", "c"].map(async (name) => ({ tenantId, name, rootPath: await file.folder(name) })));
	await file.write({ workspaces: entries });
	await Promise.all([file.start(), file.start(), file.start()]);
	expect((await file.seen()).map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test.for([
	["no JSON", "{", /is no JSON/],
	["no workspaces", {}, /workspaces is missing/],
	["an unknown field", { workspaces: [{ tenantId, name: "x", rootPath: "/srv/x", root: 1 }] }, /workspaces\.0.*root/],
	["a relative path", { workspaces: [{ tenantId, name: "x", rootPath: "srv" }] }, /workspaces\.0\.rootPath must be an absolute path/],
	["a missing folder", { workspaces: [{ tenantId, name: "x", rootPath: "/nowhere" }] }, /workspaces\.0\.rootPath: There is no such folder/],
	["a forbidden folder", { workspaces: [{ tenantId, name: "x", rootPath: "/etc" }] }, /workspaces\.0\.rootPath: .*belongs to the system/],
] as const)("a file with %s stops the start and names the field", async ([, content, message], { file }) => {
	await file.write(content);
	await expect(file.start()).rejects.toThrow(message);
});
