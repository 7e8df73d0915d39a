import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { test as base } from "@webhand/testing/database";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { expect } from "vitest";
import { checkout as root } from "../fixture/copy.ts";

const services = ["auth", "agent-api", "knowledge-proxy", "tool-runner"] as const;

const test = base.extend("running", { scope: "file" }, async ({ mongo, redis }, { onCleanup }) => {
	await promisify(execFile)(
		join(root, "node_modules", ".bin", "turbo"),
		["run", "build", ...services.map((name) => `--filter=@webhand/${name}`)],
		{
			cwd: root,
			timeout: 50_000,
		},
	);
	const started = new Map<string, { readonly process: TestProcess; readonly url: string }>();
	const databases = services.map((name) => `${mongo.name}_${name}`);
	onCleanup(async () => {
		await Promise.all([...started.values()].map(({ process }) => process.stop()));
		await Promise.all(databases.map((name) => mongo.client.db(name).dropDatabase()));
	});
	const authPort = await freePort();
	const start = async (name: (typeof services)[number]) => {
		const port = name === "auth" ? authPort : await freePort();
		const env = {
			PORT: String(port),
			MONGODB_URI: mongo.uri.replace(mongo.name, `${mongo.name}_${name}`),
			REDIS_URL: redis.url,
			AUTH_URL: `http://127.0.0.1:${authPort}`,
			KEY_ENCRYPTION_KEY: "ab".repeat(32),
			SETTINGS_KEY: "cd".repeat(32),
			PUSHER_KEY: "ef".repeat(16),
			PUSHER_SECRET: "12".repeat(32),
			DRAIN_SECONDS: "0",
			// Four start at once, so their event loops are late.
			MAX_EVENT_LOOP_DELAY_MS: "0",
		};
		const main = join(root, "apps", name, "dist", "main.mjs");
		started.set(name, {
			process: await startProcess({ name, command: process.execPath, args: [main], env }),
			url: `http://127.0.0.1:${port}`,
		});
	};
	// The others ask auth for its keys before they are ready.
	await start("auth");
	await waitForHttp(`http://127.0.0.1:${authPort}/readyz`, { limitMs: 30_000 });
	await Promise.all(services.filter((name) => name !== "auth").map(start));
	return started;
});

// The first of them waits for the build as well.
test.for(services)("the built %s starts without the sources, becomes ready and stops cleanly", async (name, { running }) => {
	const service = running.get(name);
	if (service === undefined) throw new Error(`${name} was not started`);
	await waitForHttp(`${service.url}/readyz`, { limitMs: 30_000 }).catch((cause: unknown) => {
		throw new Error(service.process.output(), { cause });
	});
	expect((await fetch(`${service.url}/openapi.json`)).status).toBe(200);
	expect((await fetch(`${service.url}/nothing`)).status).toBe(404);
	if (name !== "auth") expect(await service.process.stop()).toEqual({ code: 0, signal: null });
});

test("no built service contains a failpoint of the sources", async ({ running }) => {
	expect(running.size).toBe(services.length);
	const filesOf = async (folder: string, ending: string) =>
		(await readdir(join(root, folder), { recursive: true }))
			.filter((file) => file.endsWith(ending))
			.map((file) => join(root, folder, file));
	const textOf = async (folders: readonly string[], ending: string) => {
		const files = (await Promise.all(folders.map((folder) => filesOf(folder, ending)))).flat();
		return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
	};
	const sources = await textOf(["packages/service-kit/src", ...services.map((name) => `apps/${name}/src`)], ".ts");
	const names = new Set([...sources.matchAll(/await failpoint\("([a-z_.]+)"\)/g)].map(([, name = ""]) => name));
	const built = await textOf(["packages/service-kit/dist", ...services.map((name) => `apps/${name}/dist`)], ".mjs");
	expect(names).toContain("step.in_transaction");
	expect([...names].filter((name) => built.includes(`"${name}"`))).toEqual([]);
});
