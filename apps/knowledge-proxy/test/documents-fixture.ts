import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Limits } from "@webhand/contracts/auth/limits";
import type { TenantId } from "@webhand/contracts/ids";
import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import type { TestMongo, TestRedis } from "@webhand/testing/database";
import { test as base } from "@webhand/testing/database";
import { poll } from "@webhand/testing/poll";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import type { TestIdentity } from "@webhand/testing/tokens";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { buildApp } from "../src/app.ts";
import { readKnowledgeConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";

export type Reply = {
	readonly status: number;
	readonly body: {
		readonly document: DocumentView;
		readonly documents: readonly DocumentView[];
		readonly chunks: readonly { readonly id: string; readonly content: string; readonly section?: string }[];
		readonly total: number;
		readonly nextCursor: string | null;
		readonly added: boolean;
		readonly error?: {
			readonly code: string;
			readonly details?: { readonly fields?: readonly { readonly field: string }[] } & Record<string, unknown>;
		};
	};
};

type Part = { readonly filename: string; readonly bytes: string | Uint8Array };

/** An admin of a tenant of their own, at one replica. */
export type Admin = {
	readonly tenantId: TenantId;
	readonly headers: { readonly authorization: string };
	readonly send: (method: string, path: string, body?: object) => Promise<Reply>;
	readonly upload: (
		method: "POST" | "PUT",
		path: string,
		fields: Readonly<Record<string, string>>,
		...files: readonly Part[]
	) => Promise<Reply>;
	readonly add: (wish?: object) => Promise<Reply>;
	/** The document once it is ready or failed. */
	readonly settled: (id: string, limitMs?: number) => Promise<DocumentView>;
	readonly allow: (pattern: string) => Promise<unknown>;
	readonly ask: (
		host: string,
		query: string,
	) => Promise<{ readonly hasOrgKnowledge: boolean; readonly context: readonly { readonly content: string }[] }>;
	readonly at: (url: string) => Admin;
};

export const handbook = {
	title: "Handbook",
	domain: "app.acme.com",
	format: "markdown",
	content: "# Travel\n\nTravel is booked by the office.",
};

/** What a replica is started with; short spans, and pages from loopback may be fetched. */
function settings(mongo: TestMongo, redis: TestRedis, identity: TestIdentity, more: Readonly<Record<string, string>> = {}) {
	return {
		PORT: "0",
		MONGODB_URI: mongo.uri,
		REDIS_URL: redis.url,
		AUTH_URL: identity.url,
		TOKEN_ISSUER: identity.issuer,
		MAX_EVENT_LOOP_DELAY_MS: "0",
		LOG_LEVEL: "warn",
		DRAIN_SECONDS: "0",
		REDIS_TIMEOUT_MS: "1000",
		KNOWLEDGE_FETCH_HOSTS: "127.0.0.1",
		KNOWLEDGE_LEASE_MS: "1000",
		KNOWLEDGE_SWEEP_SECONDS: "1",
		...more,
	};
}

/** Pages of a site on loopback; each test adds its own paths. */
export type Pages = {
	readonly url: string;
	readonly answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
	readonly asked: string[];
};

export const test = base
	.extend("identity", { scope: "file" }, async ({}, { onCleanup }) => {
		const identity = await startIdentity();
		onCleanup(identity.close);
		return identity;
	})
	.extend("start", { scope: "file" }, async ({ mongo, redis, identity }, { onCleanup }) => {
		const open: (() => Promise<void>)[] = [];
		onCleanup(async () => {
			await Promise.all(open.map((close) => close()));
		});
		return async (more: Readonly<Record<string, string>> = {}) => {
			const deps = await openDeps(readKnowledgeConfig(settings(mongo, redis, identity, more)), new AbortController().signal);
			const app = await buildApp(deps);
			const url = await app.listen({ host: "127.0.0.1", port: 0 });
			let isOpen = true;
			const close = async () => {
				if (!isOpen) return;
				isOpen = false;
				await app.close();
				await deps.close();
			};
			open.push(close);
			return { url, close };
		};
	})
	.extend("service", { scope: "file" }, async ({ start }) => start())
	.extend("fork", { scope: "file" }, async ({ mongo, redis, identity }, { onCleanup }) => {
		const started: TestProcess[] = [];
		onCleanup(async () => {
			await Promise.all(started.map((child) => child.kill()));
		});
		return async (more: Readonly<Record<string, string>> = {}) => {
			const port = await freePort();
			const process_ = await startProcess({
				name: "knowledge-proxy",
				command: process.execPath,
				args: ["--conditions=@webhand/source", join(import.meta.dirname, "../src/main.ts")],
				env: settings(mongo, redis, identity, { PORT: String(port), ...more }),
			});
			started.push(process_);
			await waitForHttp(`http://127.0.0.1:${port}/readyz`, { limitMs: 40_000 });
			return { url: `http://127.0.0.1:${port}`, process: process_ };
		};
	})
	.extend("pages", { scope: "file" }, async ({}, { onCleanup }): Promise<Pages> => {
		const answers: Pages["answers"] = new Map();
		const asked: string[] = [];
		const server = createServer((request, response) => {
			asked.push(request.url ?? "");
			const answer = answers.get((request.url ?? "").split("?")[0] ?? "");
			if (answer === undefined) response.writeHead(404).end();
			else answer(request, response);
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		onCleanup(async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		});
		return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, asked };
	})
	.extend("newAdmin", { scope: "file" }, async ({ mongo, redis, identity, service }) => {
		return async (
			wish: { readonly limits?: Limits; readonly roles?: readonly ("member" | "admin" | "operator")[] } = {},
		): Promise<Admin> => {
			const signedIn = await identity.signIn(redis.client, {
				tenantId: newOrgTenantId(),
				roles: [...(wish.roles ?? ["member", "admin"])],
				...(wish.limits === undefined ? {} : { record: { limits: wish.limits } }),
			});
			return adminAt(service.url, signedIn, mongo);
		};
	})
	.extend("admin", async ({ newAdmin }) => newAdmin());

/** The calls of somebody who is signed in, at one replica. */
export function adminAt(
	url: string,
	signedIn: { readonly tenantId: TenantId; readonly headers: { readonly authorization: string } },
	mongo: TestMongo,
): Admin {
	const { tenantId, headers } = signedIn;
	const call = async (method: string, path: string, init: RequestInit): Promise<Reply> => {
		const reply = await fetch(`${url}/api/knowledge/${path}`, { method, ...init });
		const text = await reply.text();
		return { status: reply.status, body: text === "" ? {} : JSON.parse(text) };
	};
	const send: Admin["send"] = (method, path, body) =>
		call(
			method,
			path,
			body === undefined ? { headers } : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) },
		);
	const find = async (id: string) => {
		const { status, body } = await send("GET", `documents/${id}`);
		// A long wait asks more often than a user may.
		if (status === 429) return undefined;
		const { document } = body;
		return document.status === "processing" ? undefined : document;
	};
	return {
		tenantId,
		headers,
		send,
		upload: (method, path, fields, ...files) => {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			for (const { filename, bytes } of files)
				form.append("file", new Blob([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)]), filename);
			return call(method, path, { headers, body: form });
		},
		add: (more = {}) => send("POST", "documents", { ...handbook, ...more }),
		settled: (id, limitMs = 12_000) => poll(() => find(id), { limitMs, everyMs: 20 }),
		allow: (pattern) =>
			mongo.db.collection("allowed_domains").insertOne({ tenantId, kind: "pattern", pattern, by: "usr_test", createdAt: new Date() }),
		ask: async (host, query) => (await send("GET", `resolve?${new URLSearchParams({ url: `https://${host}/`, query })}`)).body as never,
		at: (other) => adminAt(other, signedIn, mongo),
	};
}

/** What is stored of a tenant beside its documents: chunks by document and version, files, and parts of files. */
export async function leftovers({ db }: TestMongo, tenantId: string) {
	const chunks = await db
		.collection("chunks")
		.aggregate<{ _id: { id: string; version: number } }>([
			{ $match: { tenantId } },
			{ $group: { _id: { id: "$documentId", version: "$version" } } },
		])
		.toArray();
	const documents = await db.collection("documents").find({ tenantId }).toArray();
	const active = new Set(documents.map((row) => `${row._id} ${row["active"]?.version}`));
	const orphans = chunks.map(({ _id }) => `${_id.id} ${_id.version}`).filter((key) => !active.has(key));
	return { orphans, files: await db.collection("uploads.files").countDocuments({ "metadata.tenantId": tenantId }) };
}
