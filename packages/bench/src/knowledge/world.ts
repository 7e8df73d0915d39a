import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TenantId } from "@webhand/contracts/ids";
import { repositoryRoot } from "@webhand/testing/binaries";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import type { Db } from "mongodb";
import { MongoClient } from "mongodb";

/** An admin of an organization of their own. `call` gives the parsed body, and throws for a status that is not 2xx. */
export type Admin = {
	readonly tenantId: TenantId;
	readonly call: (method: string, path: string, body?: object) => Promise<unknown>;
};

/** knowledge-proxy as deployed, on a real MongoDB and Redis. */
export type World = { readonly newAdmin: () => Promise<Admin>; readonly db: Db; readonly close: () => Promise<void> };

const mostTries = 100;

/** Builds and starts the service; `close` ends every process. */
export async function openWorld(): Promise<World> {
	const closers: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const end of closers.reverse()) await end();
	};
	try {
		const turbo = join(repositoryRoot, "node_modules", ".bin", "turbo");
		await promisify(execFile)(turbo, ["run", "build", "--filter=@webhand/knowledge-proxy"], { cwd: repositoryRoot, timeout: 120_000 });
		const [mongod, redis, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
		closers.push(mongod.stop, redis.stop, identity.close);
		const sessions = new Redis(redis.url);
		closers.push(() => sessions.quit());
		const client = await new MongoClient(mongod.url).connect();
		closers.push(() => client.close());
		const port = await freePort();
		const service = await startProcess({
			name: "knowledge-proxy",
			command: process.execPath,
			args: [join(repositoryRoot, "apps/knowledge-proxy/dist/main.mjs")],
			env: {
				HOST: "127.0.0.1",
				PORT: String(port),
				LOG_LEVEL: "warn",
				DRAIN_SECONDS: "0",
				REDIS_URL: redis.url,
				AUTH_URL: identity.url,
				TOKEN_ISSUER: identity.issuer,
				MONGODB_URI: new URL("/bench_knowledge", mongod.url).href,
				ADDRESS_REQUESTS_PER_MINUTE: "10000000",
				MAX_EVENT_LOOP_DELAY_MS: "0",
				REDIS_TIMEOUT_MS: "1000",
			},
		});
		closers.push(() => service.stop());
		const url = `http://127.0.0.1:${port}`;
		await waitForHttp(`${url}/readyz`);
		const newAdmin = async (): Promise<Admin> => {
			const { headers, tenantId } = await identity.signIn(sessions, { tenantId: newOrgTenantId(), roles: ["member", "admin"] });
			return { tenantId, call: (method, path, body) => callAs(headers, { method, address: url + path, body }) };
		};
		return { newAdmin, db: client.db("bench_knowledge"), close };
	} catch (cause) {
		await close();
		throw cause;
	}
}

type Call = { readonly method: string; readonly address: string; readonly body: object | undefined };

/** Waits as long as a limit of requests says, because the set is larger than a minute's share. */
async function callAs(headers: { readonly authorization: string }, { method, address, body }: Call): Promise<unknown> {
	for (let tries = 1; ; tries += 1) {
		const response = await fetch(address, {
			method,
			headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (response.ok) return response.status === 204 ? undefined : await response.json();
		const text = await response.text();
		if (response.status !== 429 || tries === mostTries) throw new Error(`${method} ${address} gave ${response.status}: ${text}`);
		await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(response.headers.get("retry-after") ?? 1)));
	}
}
