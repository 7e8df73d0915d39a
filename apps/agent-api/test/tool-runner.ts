import { generateKeyPairSync } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TenantId } from "@webhand/contracts/ids";
import { WorkspaceId } from "@webhand/contracts/ids";
import { createIds } from "@webhand/service-kit/ids";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import type { TestIdentity } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import type { Db } from "mongodb";
import type { AgentWish } from "./agent.ts";
import { test as base } from "./agent.ts";

/** tool-runner in a process of its own; `start` and `stop` it as often as a test likes. */
export type TestRunner = {
	readonly start: (more?: Readonly<Record<string, string>>) => Promise<void>;
	readonly stop: () => Promise<void>;
	/** Ends once a failpoint has killed it. */
	readonly died: () => Promise<void>;
	readonly url: string;
	readonly db: Db;
	/** Makes a folder and opens it to a tenant. */
	readonly workspace: (tenantId: TenantId, name: string) => Promise<{ readonly id: WorkspaceId; readonly path: string }>;
	/** What an agent-api in front of it is opened with. */
	readonly wish: { readonly identity: TestIdentity; readonly settings: Readonly<Record<string, string>> };
};

/** The owner of folders in a test that runs as root. */
const owner = 200_124;

/** `test` with a tool-runner, and with an agent-api in front of it that lets server tools work. */
export const test = base
	.extend("runner", { scope: "file" }, async ({ mongo, redis }, { onCleanup }): Promise<TestRunner> => {
		const [grants, audit] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
		const [port, identity] = await Promise.all([freePort(), startIdentity()]);
		const url = `http://127.0.0.1:${port}`;
		const database = `${mongo.name}_tools`;
		const db = mongo.client.db(database);
		const folder = await mkdtemp(join(tmpdir(), "webhand-agent-runner-"));
		await chmod(folder, 0o755);
		let running: TestProcess | undefined;
		const stop = async () => {
			await running?.stop();
			running = undefined;
		};
		onCleanup(async () => {
			await stop();
			await Promise.all([identity.close(), db.dropDatabase(), rm(folder, { recursive: true, force: true })]);
		});
		const start: TestRunner["start"] = async (more = {}) => {
			if (running !== undefined) return;
			running = await startToolRunner({
				PORT: String(port),
				MONGODB_URI: mongo.uri.replace(mongo.name, database),
				REDIS_URL: redis.url,
				AUTH_URL: identity.url,
				TOKEN_ISSUER: identity.issuer,
				REDIS_TIMEOUT_MS: "2000",
				DATA_DIR: join(folder, "data"),
				GRANT_JWKS: JSON.stringify({ keys: [grants.publicKey.export({ format: "jwk" })] }),
				AUDIT_SIGNING_JWK: JSON.stringify(audit.privateKey.export({ format: "jwk" })),
				...more,
			});
		};
		const settings = {
			AGENT_TOOLS_ENABLED: "true",
			TOOL_RUNNER_URL: url,
			GRANT_SIGNING_JWK: JSON.stringify(grants.privateKey.export({ format: "jwk" })),
		};
		return {
			start,
			stop,
			died: async () => {
				await running?.ended;
				running = undefined;
			},
			url,
			db,
			wish: { identity, settings },
			workspace: async (tenantId, name) => {
				const id = createIds().prefixed(WorkspaceId, "wsp");
				const path = join(folder, id);
				await mkdir(path);
				const { ino, dev } = await stat(path);
				const bootId = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
				await db.collection<{ _id: string; [field: string]: unknown }>("workspaces").insertOne({
					_id: id,
					tenantId,
					name,
					rootPath: path,
					inode: String(ino),
					device: String(dev),
					bootId,
					uid: owner,
					gid: owner,
					readOnly: false,
					allowedCommands: ["*"],
					gitState: "trusted",
					source: "operator",
					createdAt: new Date(),
				});
				return { id, path };
			},
		};
	})
	.extend("openWithRunner", ({ open, runner }) => async (wish: AgentWish = {}) => {
		return await open({ ...runner.wish, ...wish, settings: { ...runner.wish.settings, ...wish.settings } });
	});

/** Starts tool-runner from its source and waits until it is ready. @throws Error with its output */
export async function startToolRunner(env: Readonly<Record<string, string>> & { readonly PORT: string }): Promise<TestProcess> {
	const runner = await startProcess({
		name: "tool-runner",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join(import.meta.dirname, "../../tool-runner/src/main.ts")],
		env: { DRAIN_SECONDS: "0", MAX_EVENT_LOOP_DELAY_MS: "0", AGENT_TOOLS_ENABLED: "true", ...env },
	});
	await waitForHttp(`http://127.0.0.1:${env.PORT}/readyz`, { limitMs: 40_000 }).catch(async (cause: unknown) => {
		await runner.stop();
		throw new Error(`tool-runner did not start:\n${runner.output()}`, { cause });
	});
	return runner;
}
