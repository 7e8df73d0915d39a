import { request } from "node:http";
import { ErrorBody } from "@webhand/contracts/errors";
import { RunnerStatus } from "@webhand/contracts/tools/availability";
import { test as base } from "@webhand/testing/database";
import type { FaultProxy } from "@webhand/testing/fault-proxy";
import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { startIdentity } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { buildApp } from "../src/app.ts";
import { readToolRunnerConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";

type Lines = { readonly mongo: FaultProxy; readonly redis: FaultProxy };

const test = base
	.extend("identity", { scope: "file" }, async ({}, { onCleanup }) => {
		const identity = await startIdentity();
		onCleanup(identity.close);
		return identity;
	})
	.extend("lines", { scope: "file" }, async ({ mongo, redis }, { onCleanup }): Promise<Lines> => {
		const lines = {
			mongo: await startFaultProxy(Number(new URL(mongo.uri).port)),
			redis: await startFaultProxy(Number(new URL(redis.url).port)),
		};
		onCleanup(async () => {
			await lines.mongo.close();
			await lines.redis.close();
		});
		return lines;
	})
	.extend("start", { scope: "file" }, async ({ mongo, redis, identity, lines }, { onCleanup }) => {
		const open: (() => Promise<void>)[] = [];
		onCleanup(async () => {
			for (const close of open) await close();
		});
		return async (settings: Readonly<Record<string, string>>) => {
			const config = readToolRunnerConfig({
				PORT: "0",
				MONGODB_URI: mongo.uri.replace(/:\d+\/(.*)\?.*$/, `:${lines.mongo.port}/$1?directConnection=true`),
				MAX_EVENT_LOOP_DELAY_MS: "0",
				REDIS_URL: redis.url.replace(/:\d+\//, `:${lines.redis.port}/`),
				AUTH_URL: identity.url,
				TOKEN_ISSUER: identity.issuer,
				LOG_LEVEL: "silent",
				...settings,
			});
			const deps = await openDeps(config, new AbortController().signal);
			const app = await buildApp(deps);
			const url = await app.listen({ host: "127.0.0.1", port: 0 });
			open.push(async () => {
				await app.close();
				await deps.close();
			});
			const { headers } = await identity.signIn(redis.client);
			const status = async () => RunnerStatus.parse(await (await fetch(`${url}/v1/status`, { headers })).json());
			return { url, headers, status };
		};
	})
	.extend("service", { scope: "file" }, ({ start }) => start({ AGENT_TOOLS_ENABLED: "true", ALLOWED_HOSTS: "tool-runner" }));

test("the status shows a sandbox that was really tried, with git and ripgrep found", async ({ service }) => {
	const status = await service.status();
	expect(status).toMatchObject({
		enabled: true,
		capabilities: { fs: true, search: true, git: true, exec: true, mcp: true },
		reasons: [],
		sandbox: { ok: true, bwrapVersion: expect.any(String) },
	});
	expect(status.sandbox?.checks.map(({ name }) => name)).toEqual(
		expect.arrayContaining(["namespaces", "proc", "network", "read-only-root", "uid"]),
	);
	expect(status.warnings).toContain("NO_WORKSPACES");
});

test("switched off, nothing is tried and nothing works", async ({ start }) => {
	const { status } = await start({});
	expect(await status()).toMatchObject({
		enabled: false,
		capabilities: { fs: false, search: false, git: false, exec: false, mcp: false },
		reasons: [{ code: "DISABLED" }],
		warnings: [],
		sandbox: null,
	});
});

test("at level read commands are off without a reason", async ({ start }) => {
	const { status } = await start({ AGENT_TOOLS_ENABLED: "true", AGENT_TOOLS_LEVEL: "read" });
	expect(await status()).toMatchObject({ capabilities: { fs: true, search: true, git: true, exec: false, mcp: false }, reasons: [] });
});

test("a broken bubblewrap leaves file access and says why", async ({ start }) => {
	const { status, url } = await start({ AGENT_TOOLS_ENABLED: "true", BWRAP_BIN: "/bin/true" });
	expect(await status()).toMatchObject({
		capabilities: { fs: true, search: false, git: false, exec: false, mcp: false },
		reasons: [{ code: "BWRAP_TOO_OLD" }],
		sandbox: { ok: false },
	});
	expect(await (await fetch(`${url}/metrics`)).text()).toContain("webhand_sandbox_probe_ok 0");
});

test("a required cgroup that is not there shuts the sandbox", async ({ start, service }) => {
	const hasCgroup = !(await service.status()).warnings.includes("NO_CGROUP");
	const { status } = await start({ AGENT_TOOLS_ENABLED: "true", SANDBOX_REQUIRE_CGROUP: "true" });
	expect((await status()).reasons.map(({ code }) => code)).toEqual(hasCgroup ? [] : ["PROBE_FAILED:cgroup"]);
});

test("without a token the answer is 401", async ({ service }) => {
	const reply = await fetch(`${service.url}/v1/status`);
	expect([reply.status, ErrorBody.parse(await reply.json()).error.code]).toEqual([401, "UNAUTHORIZED"]);
});

test("a browser is refused, whatever its origin", async ({ service }) => {
	for (const origin of ["https://evil.example", "null", `chrome-extension://${"a".repeat(32)}`]) {
		const reply = await fetch(`${service.url}/v1/status`, { headers: { ...service.headers, origin } });
		expect([reply.status, ErrorBody.parse(await reply.json()).error.code]).toEqual([403, "FORBIDDEN"]);
	}
});

test.for([
	["127.0.0.1", 200],
	["localhost:4003", 200],
	["tool-runner:4003", 200],
	["rebound.example", 403],
	["169.254.169.254", 403],
] as const)("called as %s it answers %i", async ([host, expected], { service }) => {
	const status = await new Promise<number | undefined>((resolve, reject) => {
		const call = request(`${service.url}/v1/status`, { headers: { ...service.headers, host } }, (reply) => {
			reply.resume();
			resolve(reply.statusCode);
		});
		call.once("error", reject).end();
	});
	expect(status).toBe(expected);
});

test("MongoDB and Redis gone are named with the time, and gone again when they are back", async ({ service, lines }) => {
	lines.redis.setFault({ kind: "reset" });
	const codes = async () => (await service.status()).reasons.map(({ code }) => code);
	await expect.poll(codes).toEqual(["REDIS_DOWN"]);
	const [first] = (await service.status()).reasons;
	expect((await service.status()).reasons[0]?.since).toBe(first?.since);
	expect((await service.status()).capabilities).toMatchObject({ fs: true, exec: false });
	lines.mongo.setFault({ kind: "reset" });
	await expect.poll(codes).toEqual(["DATABASE_DOWN", "REDIS_DOWN"]);
	lines.redis.setFault({ kind: "none" });
	lines.mongo.setFault({ kind: "none" });
	await expect.poll(codes).toEqual([]);
});

test("a wrong setting is named, all of them at once", () => {
	const wrong = () =>
		readToolRunnerConfig({ AGENT_TOOLS_ENABLED: "yes", AGENT_TOOLS_LEVEL: "root", BWRAP_BIN: "bwrap", REDIS_URL: "redis://127.0.0.1" });
	expect(wrong).toThrow(/MONGODB_URI.*AGENT_TOOLS_ENABLED.*AGENT_TOOLS_LEVEL.*BWRAP_BIN/s);
});
