import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmod, chown, lchown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TenantId } from "@webhand/contracts/ids";
import { addWorkspaceRoute } from "@webhand/contracts/tools/workspaces";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import type { SignedIn } from "@webhand/testing/tokens";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";

/** A workspace of many small files in a git repository, and the services as deployed that lead to it. */
export type World = {
	readonly runner: TestProcess;
	/** Where the files lie on this machine, for the peers. */
	readonly folder: string;
	/** Sends a request below `/api/v1/agent` with the workspace in the query or body; gives milliseconds. Throws for any answer but 2xx. */
	readonly call: (user: SignedIn, method: "GET" | "POST", path: string, fields?: object) => Promise<number>;
	/** The same, and gives the reply. */
	readonly ask: (user: SignedIn, method: "GET" | "POST", path: string, fields?: object) => Promise<unknown>;
	/** Where agent-api answers. */
	readonly api: string;
	readonly newUser: () => Promise<SignedIn>;
	/** Runs a program on the files as their owner, outside of any sandbox, and gives milliseconds. */
	readonly bare: (program: string, args: readonly string[]) => Promise<number>;
	readonly close: () => Promise<void>;
};

// The owner of the files when this runs as root: the sandbox never runs as root.
const owner = 200_500;
const isRoot = process.getuid?.() === 0;
const as = isRoot ? { uid: owner, gid: owner } : {};
const execute = promisify(execFile);

/** @param files small files of the workspace, 100 a folder */
export async function openWorld(files: number): Promise<World> {
	const closers: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const end of closers.reverse()) await end();
	};
	try {
		const turbo = join(repositoryRoot, "node_modules", ".bin", "turbo");
		const filters = ["--filter=@webhand/agent-api", "--filter=@webhand/tool-runner"];
		await execute(turbo, ["run", "build", ...filters], { cwd: repositoryRoot, timeout: 180_000 });
		const parent = await mkdtemp(join(tmpdir(), "webhand-bench-"));
		closers.push(() => rm(parent, { recursive: true, force: true }));
		await chmod(parent, 0o755);
		const folder = join(parent, "workspace");
		await fill(folder, files);
		const [mongod, redis, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
		closers.push(mongod.stop, redis.stop, identity.close);
		const sessions = new Redis(redis.url);
		closers.push(() => sessions.quit());
		const keys = generateKeyPairSync("ed25519");
		const [runnerPort, apiPort] = [await freePort(), await freePort()];
		const start = async (name: "tool-runner" | "agent-api", port: number, env: Readonly<Record<string, string>>) => {
			const service = await startProcess({
				name,
				command: process.execPath,
				args: [join(repositoryRoot, "apps", name, "dist/main.mjs")],
				env: {
					PATH: process.env["PATH"] ?? "",
					HOST: "127.0.0.1",
					PORT: String(port),
					LOG_LEVEL: "warn",
					DRAIN_SECONDS: "0",
					REDIS_URL: redis.url,
					AUTH_URL: identity.url,
					TOKEN_ISSUER: identity.issuer,
					REDIS_TIMEOUT_MS: "1000",
					MONGODB_URI: new URL(`/bench_${name.replace("-", "_")}`, mongod.url).href,
					AGENT_TOOLS_ENABLED: "true",
					ADDRESS_REQUESTS_PER_MINUTE: "10000000",
					MAX_EVENT_LOOP_DELAY_MS: "0",
					...env,
				},
			});
			closers.push(() => service.stop());
			await waitForHttp(`http://127.0.0.1:${port}/readyz`).catch((cause: unknown) => {
				throw new Error(service.output(), { cause });
			});
			return service;
		};
		const jwk = (key: "publicKey" | "privateKey") => keys[key].export({ format: "jwk" });
		const runner = await start("tool-runner", runnerPort, {
			GRANT_JWKS: JSON.stringify({ keys: [jwk("publicKey")] }),
			AUDIT_SIGNING_JWK: JSON.stringify(jwk("privateKey")),
			DATA_DIR: join(parent, "data"),
		});
		await start("agent-api", apiPort, {
			TOOL_RUNNER_URL: `http://127.0.0.1:${runnerPort}`,
			GRANT_SIGNING_JWK: JSON.stringify(jwk("privateKey")),
			SETTINGS_KEY: "a".repeat(64),
			PUSHER_KEY: "b".repeat(32),
			PUSHER_SECRET: "c".repeat(64),
		});
		const tenantId: TenantId = newOrgTenantId();
		const newUser = () => identity.signIn(sessions, { tenantId, roles: ["member", "admin", "operator"] });
		const api = `http://127.0.0.1:${apiPort}`;
		const send = async (user: SignedIn, method: string, url: URL, body?: object) => {
			const started = performance.now();
			const response = await fetch(url, {
				method,
				headers: { ...user.headers, ...(body && { "content-type": "application/json" }) },
				...(body && { body: JSON.stringify(body) }),
			});
			const text = await response.text();
			const ms = performance.now() - started;
			if (!response.ok) throw new Error(`${method} ${url.pathname} gave ${response.status}: ${text.slice(0, 300)}`);
			return { ms, text };
		};
		const operator = await newUser();
		const added = await send(operator, "POST", new URL(addWorkspaceRoute.path, api), { tenantId, name: "bench", rootPath: folder });
		const { workspace } = addWorkspaceRoute.reply.parse(JSON.parse(added.text));
		const call: World["call"] = async (user, method, path, fields = {}) => {
			const url = new URL(`/api/v1/agent${path}`, api);
			const given = { ...fields, workspaceId: workspace.id };
			if (method === "POST") return (await send(user, method, url, given)).ms;
			for (const [name, value] of Object.entries(given)) url.searchParams.set(name, String(value));
			return (await send(user, method, url)).ms;
		};
		const ask: World["ask"] = async (user, method, path, fields = {}) => {
			const url = new URL(`/api/v1/agent${path}`, api);
			return JSON.parse((await send(user, method, url, method === "POST" ? { ...fields, workspaceId: workspace.id } : undefined)).text);
		};
		const bare: World["bare"] = async (program, args) => {
			const started = performance.now();
			await execute(program, [...args], { cwd: folder, ...as, maxBuffer: 100_000_000, env: { HOME: "/tmp", PATH: "/usr/bin:/bin" } });
			return performance.now() - started;
		};
		return { runner, folder, call, ask, api, newUser, bare, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}

/** Small source files with words to find, one of 10 kB, and one commit. */
async function fill(folder: string, files: number): Promise<void> {
	await mkdir(folder);
	for (let first = 0; first < files; first += 100) {
		const part = join(folder, `part-${first / 100}`);
		await mkdir(part);
		const names = Array.from({ length: Math.min(100, files - first) }, (_, index) => first + index);
		await Promise.all(
			names.map((n) => writeFile(join(part, `file-${n}.ts`), `export const value${n} = ${n};\n// line of file ${n}\n`.repeat(8))),
		);
	}
	await writeFile(join(folder, "ten.txt"), "0123456789abcde\n".repeat(640));
	if (isRoot) await giveAway(folder);
	const git = (...args: string[]) =>
		execute("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.com", ...args], {
			cwd: folder,
			...as,
			env: { HOME: "/tmp", PATH: "/usr/bin:/bin" },
			maxBuffer: 100_000_000,
		});
	await git("init", "-q", "-b", "main");
	await git("add", "-A");
	await git("commit", "-qm", "files");
}

async function giveAway(folder: string): Promise<void> {
	await chown(folder, owner, owner);
	const entries = await readdir(folder, { recursive: true });
	for (const entry of entries) await lchown(join(folder, entry), owner, owner);
}
