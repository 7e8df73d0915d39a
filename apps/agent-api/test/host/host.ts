import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { createLogger } from "@webhand/service-kit/logs";
import { test as base } from "@webhand/testing/database";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort } from "@webhand/testing/processes";
import type { SignedIn, TestIdentity, TokenWish } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import type { Collection } from "mongodb";
import { buildApp } from "../../src/app.ts";
import { readAgentConfig } from "../../src/config.ts";
import type { AppDeps } from "../../src/deps.ts";
import { openDeps } from "../../src/deps.ts";
import { settings } from "../agent.ts";
import { startToolRunner } from "../tool-runner.ts";

/** A reply of agent-api, parsed. */
export type Reply = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Record<string, unknown> };

export type CallOptions = {
	readonly as?: SignedIn;
	readonly body?: unknown;
	readonly query?: Readonly<Record<string, string>>;
	readonly headers?: Readonly<Record<string, string>>;
};

/** agent-api with a tool-runner in a process of its own, both on databases of this file. */
export type Host = {
	readonly deps: AppDeps;
	/** Of agent-api, for what is read as it comes. */
	readonly url: string;
	readonly runnerUrl: string;
	readonly identity: TestIdentity;
	/** Member, admin and operator of one tenant. */
	readonly user: SignedIn;
	readonly signIn: (wish?: TokenWish) => Promise<SignedIn>;
	/** Sends to `/api/v1/agent` and the rest of the path; `/api/…` and `/agent/…` are whole paths. */
	readonly call: (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, options?: CallOptions) => Promise<Reply>;
	/** Another agent-api on the same databases and runner, closed with the file. */
	readonly open: (more: Readonly<Record<string, string>>) => Promise<Host["call"]>;
	/** The tools of an agent-api that lets settings approve. */
	readonly lenient: () => Promise<Pick<AppDeps, "serverTools">>;
	/** `.git` as a name: a repository from the start. */
	readonly workspace: (files?: Readonly<Record<string, string>>) => Promise<{ readonly id: string; readonly path: string }>;
	/** A runner in a process, with its own settings; `url` for another agent-api. */
	readonly startRunner: (more?: Readonly<Record<string, string>>) => Promise<{ readonly url: string; readonly process: TestProcess }>;
	/** Makes a folder a repository, as somebody else would. */
	readonly initGit: (path: string) => Promise<unknown>;
	readonly approvals: Collection;
	readonly toolCalls: Collection;
	readonly audit: Collection;
};

// The owner of the files, when the test runs as root: the runner refuses folders of root.
const owner = 200_123;
const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

export const test = base.extend("host", { scope: "file" }, async ({ mongo, redis }, { onCleanup }): Promise<Host> => {
	const closing: (() => Promise<unknown>)[] = [];
	onCleanup(async () => {
		for (const close of closing.reverse()) await close();
	});
	const identity = await startIdentity();
	closing.push(identity.close);
	const grantKey = generateKeyPairSync("ed25519");
	const auditKey = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
	const folder = await mkdtemp(join(tmpdir(), "webhand-host-"));
	// Folders above a workspace must let its owner pass.
	await chmod(folder, 0o755);
	closing.push(() => rm(folder, { recursive: true, force: true }));
	const toolsDb = mongo.client.db(`${mongo.name}_tools`);
	closing.push(() => toolsDb.dropDatabase());

	const startRunner: Host["startRunner"] = async (more = {}) => {
		const port = await freePort();
		const runner = await startToolRunner({
			PORT: String(port),
			MONGODB_URI: mongo.uri.replace(`/${mongo.name}`, `/${mongo.name}_tools`),
			REDIS_URL: redis.url,
			AUTH_URL: identity.url,
			TOKEN_ISSUER: identity.issuer,
			DATA_DIR: join(folder, `data-${port}`),
			GRANT_JWKS: JSON.stringify({ keys: [grantKey.publicKey.export({ format: "jwk" })] }),
			AUDIT_SIGNING_JWK: JSON.stringify(auditKey),
			...more,
		});
		closing.push(() => runner.stop());
		return { url: `http://127.0.0.1:${port}`, process: runner };
	};
	const openAgent = async (more: Readonly<Record<string, string>>) => {
		const GRANT_SIGNING_JWK = JSON.stringify(grantKey.privateKey.export({ format: "jwk" }));
		const urls = { mongo: mongo.uri, redis: redis.url, auth: identity.url };
		const config = readAgentConfig(settings(urls, { GRANT_SIGNING_JWK, ...more }));
		const log = createLogger({ service: "agent-api", level: "silent" });
		const deps = await openDeps(config, new AbortController().signal, { log });
		const app = await buildApp(deps);
		closing.push(async () => {
			await app.close();
			await deps.close();
		});
		const url = await app.listen({ host: "127.0.0.1", port: 0 });
		await deps.guard.refreshKeys();
		const call: Host["call"] = async (method, path, { as = user, body, query, headers } = {}) => {
			const reply = await app.inject({
				method,
				url: `${/^\/(?:api|agent)\//.test(path) ? "" : "/api/v1/agent"}${path}${query === undefined ? "" : `?${new URLSearchParams(query)}`}`,
				headers: { ...as.headers, ...headers },
				...(body === undefined ? {} : { payload: body as object }),
			});
			return { status: reply.statusCode, body: reply.body === "" ? {} : reply.json(), headers: reply.headers };
		};
		return { deps, call, url };
	};
	const signIn: Host["signIn"] = (wish) => identity.signIn(redis.client, wish);
	const user = await signIn({ roles: ["member", "admin", "operator"] });
	const runner = await startRunner();
	const { deps, call, url } = await openAgent({ TOOL_RUNNER_URL: runner.url });
	const initGit: Host["initGit"] = (path) =>
		run(
			"git",
			["init", "--quiet", "--initial-branch=main", path],
			isRoot ? { uid: owner, gid: owner, env: { PATH: process.env["PATH"], HOME: path } } : {},
		);
	let count = 0;
	let lenient: Promise<AppDeps> | undefined;
	const workspace: Host["workspace"] = async (files = {}) => {
		count += 1;
		const path = join(folder, `workspace-${count}`);
		await mkdir(path);
		if (isRoot) await chown(path, owner, owner);
		if (".git" in files) await initGit(path);
		for (const [name, text] of Object.entries(files)) {
			if (name === ".git") continue;
			await writeFile(join(path, name), text);
			if (isRoot) await chown(join(path, name), owner, owner);
		}
		const body = { tenantId: user.tenantId, name: `workspace ${count}`, rootPath: path };
		const added = await call("POST", "/operator/workspaces", { body });
		if (added.status !== 201) throw new Error(JSON.stringify(added.body));
		return { id: OperatorWorkspace.parse(added.body["workspace"]).id, path };
	};
	return {
		deps,
		url,
		runnerUrl: runner.url,
		identity,
		user,
		signIn,
		call,
		workspace,
		startRunner,
		lenient: () => {
			lenient ??= openAgent({ TOOL_RUNNER_URL: runner.url, ALLOW_AUTO_APPROVE: "true" }).then((opened) => opened.deps);
			return lenient;
		},
		open: async (more) => (await openAgent({ TOOL_RUNNER_URL: runner.url, ...more })).call,
		initGit,
		approvals: mongo.db.collection("approvals"),
		toolCalls: mongo.db.collection("agent_tool_calls"),
		audit: toolsDb.collection("audit"),
	};
});

/** The code of a refusal. */
export function codeOf({ body }: Reply): unknown {
	const { error } = body;
	return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

/** A server that never answers what it takes, or answers as it is told. */
export async function startFake(answer: (path: string) => object | null): Promise<{ url: string; seen: string[]; close: () => void }> {
	const seen: string[] = [];
	const server = createServer((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		const said = answer(request.url ?? "");
		if (said === null) request.socket.destroy();
		else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}
