import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { test as base } from "../runner.ts";
import { accept, callTool, ended, everything, offered, register } from "./servers.ts";

const test = base.extend("operator", { scope: "file" }, ({ identity, redis }) =>
	identity.signIn(redis.client, { roles: ["member", "operator"] }),
);

test("an operator registers a server, accepts a tool, and a member calls it", async ({ runner, operator }) => {
	const workspace = await runner.workspace();
	const server = await register(
		runner,
		"everything",
		{ transport: "stdio", program: everything, args: ["stdio"], env: { SECRET: "canary" } },
		operator,
	);
	expect(server).toMatchObject({ state: "idle", reason: null, secretNames: ["SECRET"] });
	expect(await offered(workspace)).toEqual([]);
	await accept(runner, server, { echo: "read", "get-sum": "exec" }, operator);
	expect((await offered(workspace)).map(({ name, tier }) => `${name} ${tier}`)).toEqual([
		"everything.echo read",
		"everything.get-sum exec",
	]);
	const reply = await callTool(workspace, "everything.echo", { message: "hello" });
	expect(reply).toMatchObject({ status: 202 });
	expect(await ended(runner, reply)).toMatchObject({
		ok: true,
		state: "exited",
		data: { content: [{ type: "text", text: "Echo: hello" }] },
	});
});

test("a command of npm finds its packages, and one that ends tells operators alone what it wrote", async ({
	runner,
	operator,
	onTestFinished,
}) => {
	const base = await realpath(await mkdtemp("/var/tmp/webhand-npm-"));
	onTestFinished(() => rm(base, { recursive: true }));
	await chmod(base, 0o755);
	const put = async (path: string, text: string) => {
		await mkdir(dirname(join(base, path)), { recursive: true });
		await writeFile(join(base, path), text);
	};
	await put("node_modules/dep/index.js", `module.exports = "from the package dep";`);
	await put(
		"node_modules/app/cli",
		`#!/usr/bin/env node\nconsole.error(require("dep"), process.env.TOKEN, "has no settings");\nprocess.exit(3);\n`,
	);
	await mkdir(join(base, "node_modules/.bin"));
	await symlink("../app/cli", join(base, "node_modules/.bin/app"));
	const reach = { transport: "stdio", program: join(base, "node_modules/.bin/app"), env: { TOKEN: "canary" } };
	const server = await register(runner, "npm", reach, operator);
	expect(server).toMatchObject({ state: "down", reason: "Its program ends at once", output: "from the package dep ••• has no settings" });
	const workspace = await runner.workspace();
	expect(JSON.stringify((await workspace.call("GET", "/mcp/tools")).body)).not.toContain("has no settings");
});
