import { randomBytes, randomUUID } from "node:crypto";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkspaceId } from "@webhand/contracts/ids";
import type { GrantClaims } from "@webhand/contracts/tools/grant";
import { AcceptedCommand, AcceptedToolCall } from "@webhand/contracts/tools/internal/calls";
import type { ServerTool } from "@webhand/contracts/tools/server-tools";
import { workspaceTools } from "@webhand/contracts/tools/server-tools";
import { grantType, hashOfGranted } from "@webhand/service-kit/granted";
import { openSigner } from "@webhand/service-kit/identity/signed";
import { createIds } from "@webhand/service-kit/ids";
import { openJobQueues } from "@webhand/service-kit/jobs/queue";
import { test as base } from "@webhand/testing/database";
import type { SignedIn } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import { exportJWK, generateKeyPair } from "jose";
import type { z } from "zod";
import { buildApp } from "../src/app.ts";
import { readToolRunnerConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { inspectRoot } from "../src/workspaces/root.ts";
import type { StoredWorkspace } from "../src/workspaces/store.ts";
import { handOver } from "./jobs.ts";

/** A reply as a test looks at it. */
export type Reply = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/** A workspace on disk: `call` sends a request to `/v1/workspaces/<id>` and the rest of the path. */
export type TestWorkspace = {
	readonly id: WorkspaceId;
	readonly path: string;
	readonly stored: StoredWorkspace;
	readonly call: (method: string, path: string, options?: CallOptions) => Promise<Reply>;
	/** Sends a change with a grant for exactly this request; a command or a call of an MCP tool is handed over as a job. */
	readonly change: (tool: ServerTool, path: string, body: object, options?: CallOptions) => Promise<Reply>;
	/** Hands a command or a call of an MCP tool over with this grant. */
	readonly hand: (tool: "exec.run" | "mcp.call", body: object, jws: string, options?: CallOptions) => Promise<Reply>;
	readonly grant: (tool: ServerTool, body: object, wish?: Partial<GrantClaims>) => Promise<string>;
};

export type CallOptions = {
	readonly body?: object;
	readonly headers?: Readonly<Record<string, string>>;
	readonly as?: SignedIn;
	/** Address of another replica. */
	readonly at?: string;
};

/** The bodies of changes: a grant covers a body as the service reads it, with its defaults. */
const bodies: Readonly<Partial<Record<string, z.ZodType>>> = {
	...Object.fromEntries(workspaceTools.map(({ name, runnerRoute }) => [name, runnerRoute.body])),
	"exec.run": AcceptedCommand,
	"mcp.call": AcceptedToolCall,
};

/** Files of a test that runs as root are given to `owner`. */
export const isRoot = process.getuid?.() === 0;

// The sandbox of a test runs as this user.
const owner = 200_123;

/**
 * `runner` is tool-runner over real MongoDB and Redis; `runner.workspace()` makes a folder and opens it to the tenant of `runner.user`.
 */
export const test = base
	.extend("identity", { scope: "file" }, async ({}, { onCleanup }) => {
		const identity = await startIdentity();
		onCleanup(identity.close);
		return identity;
	})
	.extend("settings", { scope: "file" }, (): Readonly<Record<string, string>> => ({}))
	.extend("runner", { scope: "file" }, async ({ mongo, redis, identity, settings }, { onCleanup }) => {
		const { publicKey, privateKey } = await generateKeyPair("Ed25519", { extractable: true });
		const signer = await openSigner("GRANT_SIGNING_JWK", JSON.stringify(await exportJWK(privateKey)));
		const auditKey = await generateKeyPair("Ed25519", { extractable: true });
		// Folders above a workspace must let its owner pass.
		const folder = await mkdtemp(join(tmpdir(), "webhand-runner-"));
		await chmod(folder, 0o755);
		const environment = {
			DATA_DIR: join(folder, "data"),
			PORT: "0",
			MONGODB_URI: mongo.uri,
			REDIS_URL: redis.url,
			AUTH_URL: identity.url,
			TOKEN_ISSUER: identity.issuer,
			LOG_LEVEL: "silent",
			MAX_EVENT_LOOP_DELAY_MS: "0",
			AGENT_TOOLS_ENABLED: "true",
			GRANT_JWKS: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
			AUDIT_SIGNING_JWK: JSON.stringify(await exportJWK(auditKey.privateKey)),
			MCP_SECRETS_KEY: randomBytes(32).toString("hex"),
			...settings,
		};
		const config = readToolRunnerConfig(environment);
		const deps = await openDeps(config, new AbortController().signal);
		const app = await buildApp(deps);
		const url = await app.listen({ host: "127.0.0.1", port: 0 });
		const queues = openJobQueues({ url: redis.url, log: deps.base.log });
		onCleanup(async () => {
			await queues.close();
			// A connection whose request was cut off would hold the end up for its 72 s.
			app.server.closeAllConnections();
			await app.close();
			await deps.close();
			await rm(folder, { recursive: true, force: true });
		});
		const user = await identity.signIn(redis.client);
		const send = async (method: string, path: string, { body, headers = {}, as = user, at = url }: CallOptions = {}): Promise<Reply> => {
			const reply = await fetch(at + path, {
				method,
				headers: { ...as.headers, ...(body && { "content-type": "application/json" }), ...headers },
				...(body && { body: JSON.stringify(body) }),
			});
			const text = await reply.text();
			return { status: reply.status, body: text === "" ? undefined : JSON.parse(text), headers: reply.headers };
		};
		const grant = async (id: WorkspaceId, { tool, body, as = user }: { tool: ServerTool; body: object; as?: SignedIn }, wish = {}) => {
			const iat = Math.floor(Date.now() / 1_000);
			const who = { sub: as.userId, tid: as.tenantId, sid: as.sid };
			const about = { tool, ws: id, hash: hashOfGranted({ tool, workspaceId: id, arguments: bodies[tool]?.safeParse(body).data ?? body }) };
			const fixed = { iss: "webhand-agent-api", aud: "webhand-tool-runner", ags: null, by: "caller", req: "test" };
			const claims = { ...fixed, jti: randomUUID(), iat, exp: iat + 120, ...who, ...about, apr: `apr_${"a".repeat(22)}`, ...wish };
			return await signer.sign(grantType, claims);
		};
		/** A new folder that can be a workspace. */
		const newFolder = async (name: string): Promise<string> => {
			const path = await mkdtemp(join(folder, `${name}-`));
			await chmod(path, 0o755);
			if (isRoot) await chown(path, owner, owner);
			return path;
		};
		/** @param wish fields of the stored workspace to replace */
		const workspace = async (wish: Partial<StoredWorkspace> = {}): Promise<TestWorkspace> => {
			const id = createIds().prefixed(WorkspaceId, "wsp");
			const path = await newFolder(id);
			const looked = await inspectRoot(path, { runnerUid: process.getuid?.() ?? 0, ownFolders: [] });
			if (!("root" in looked)) throw new Error(`${path}: ${looked.problem}`);
			const about = { name: id, readOnly: false, allowedCommands: ["*"], gitState: "none", source: "operator" } as const;
			const stored: StoredWorkspace = { ...looked.root, _id: id, tenantId: user.tenantId, ...about, createdAt: new Date(), ...wish };
			await mongo.db.collection<StoredWorkspace>("workspaces").insertOne({ ...stored });
			const call: TestWorkspace["call"] = (method, rest, options) => send(method, `/v1/workspaces/${id}${rest}`, options);
			const hand: TestWorkspace["hand"] = async (tool, body, jws, { as = user, at } = {}) => {
				const [kind, callId] = tool === "exec.run" ? (["exec", "executionId"] as const) : (["mcp", "callId"] as const);
				const name = String((body as Readonly<Record<string, unknown>>)[callId]);
				const { userId, tenantId, sid, limits } = as;
				const about = { workspaceId: id, sessionId: randomUUID(), grant: jws, requestId: "test", ip: "127.0.0.1" };
				const request = bodies[tool]?.safeParse(body).data ?? body;
				const job = { kind, caller: { userId, tenantId, sid, limits }, ...about, request };
				const refused = await handOver(queues, { kind, id: name, job, at });
				if (refused !== null) return refused;
				const row = await send("GET", kind === "exec" ? `/v1/executions/${name}` : `/v1/mcp/calls/${name}`, { as });
				return { ...row, status: 202 };
			};
			return {
				id,
				path,
				stored,
				call,
				hand,
				grant: (tool, body, more) => grant(id, { tool, body }, more),
				change: async (tool, rest, body, options = {}) => {
					const jws = await grant(id, { tool, body, ...(options.as && { as: options.as }) });
					if (tool === "exec.run" || tool === "mcp.call") return await hand(tool, body, jws, options);
					return await call("POST", rest, { ...options, body, headers: { "webhand-grant": jws, ...options.headers } });
				},
			};
		};
		return { url, environment, queues, sign: signer.sign, user, send, workspace, folder, newFolder, audit: mongo.db.collection("audit") };
	});
