import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { MongoClient } from "mongodb";

const password = "bench password canary-5d1";

/** auth and agent-api as deployed, with users that all have one password. */
export type World = {
	readonly auth: string;
	/** A service of the kit with a guarded and a bare route. */
	readonly twoRoutes: { readonly url: string; readonly process: TestProcess };
	readonly emails: readonly string[];
	/** Each call comes from another address, so that no limit of addresses counts. */
	readonly login: (email: string) => Promise<Response>;
	readonly tokenOf: (email: string) => Promise<string>;
	readonly admin: string;
	/** Fills the audit of the admin's organization, one half in auth, one in agent-api. */
	readonly fillAudit: (rows: number) => Promise<void>;
	readonly orgId: string;
	readonly close: () => Promise<void>;
};

const letters = () =>
	randomBytes(40)
		.toString("base64")
		.replaceAll(/[^0-9A-Za-z]/g, "")
		.padEnd(22, "0")
		.slice(0, 22);

/** Builds and starts both services; `close` ends every process. */
export async function openWorld(users: number): Promise<World> {
	const closers: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const end of closers.reverse()) await end();
	};
	try {
		const turbo = join(repositoryRoot, "node_modules", ".bin", "turbo");
		const filters = ["auth", "agent-api"].map((name) => `--filter=@webhand/${name}`);
		await promisify(execFile)(turbo, ["run", "build", ...filters], { cwd: repositoryRoot, timeout: 120_000 });
		const [mongod, redis] = await Promise.all([startMongod(), startRedis()]);
		const [authPort, agentPort, routesPort] = [await freePort(), await freePort(), await freePort()];
		closers.push(mongod.stop, redis.stop);
		const auth = `http://127.0.0.1:${authPort}`;
		const agent = `http://127.0.0.1:${agentPort}`;
		const built = (app: string) => [join(repositoryRoot, "apps", app, "dist", "main.mjs")];
		const start = async (name: string, port: number, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
			const started = await startProcess({
				name,
				command: process.execPath,
				args,
				env: {
					HOST: "127.0.0.1",
					PORT: String(port),
					REDIS_URL: redis.url,
					AUTH_URL: auth,
					DRAIN_SECONDS: "0",
					LOG_LEVEL: "info",
					MONGODB_URI: new URL(`/bench_${name.replaceAll("-", "_")}`, mongod.url).href,
					TRUSTED_PROXIES: "127.0.0.1",
					ADDRESS_REQUESTS_PER_MINUTE: "10000000",
					MAX_EVENT_LOOP_DELAY_MS: "0",
					REDIS_TIMEOUT_MS: "1000",
					...env,
				},
			});
			closers.push(() => started.stop());
			await waitForHttp(`http://127.0.0.1:${port}/readyz`);
			return started;
		};
		const key = Buffer.alloc(32, 7).toString("base64");
		const [operator, admin] = ["operator@bench.local", "admin@bench.local"];
		await start("auth", authPort, built("auth"), {
			KEY_ENCRYPTION_KEY: key,
			UV_THREADPOOL_SIZE: "8",
			AGENT_URL: agent,
			BOOTSTRAP_OPERATOR_EMAIL: operator,
			BOOTSTRAP_OPERATOR_PASSWORD: password,
			BOOTSTRAP_ADMIN_EMAIL: admin,
			BOOTSTRAP_ADMIN_PASSWORD: password,
		});
		await start("agent-api", agentPort, built("agent-api"), {
			SETTINGS_KEY: key,
			PUSHER_KEY: "bench-key",
			PUSHER_SECRET: key,
			MODEL_PROVIDER: "rules",
		});
		const script = ["--conditions=@webhand/source", join(import.meta.dirname, "two-routes.ts")];
		const twoRoutes = { url: `http://127.0.0.1:${routesPort}`, process: await start("two-routes", routesPort, script) };
		const client = await new MongoClient(mongod.url).connect();
		closers.push(() => client.close());
		const accounts = client.db("bench_auth");
		const like = await accounts.collection("users").findOne({ email: operator });
		const people = Array.from({ length: users }, (_, index) => ({
			...like,
			_id: `usr_${letters()}` as never,
			email: `user${index}@bench.local`,
			operator: false,
		}));
		await accounts.collection("users").insertMany(people.map(({ lastTenantId: _last, ...person }: Record<string, unknown>) => person));
		const organization = await accounts.collection("organizations").findOne({});
		const adminRow = await accounts.collection("users").findOne({ email: admin });
		let address = 0;
		const login = (email: string) => {
			address += 1;
			const headers = {
				"content-type": "application/json",
				"x-forwarded-for": `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
			};
			return fetch(`${auth}/api/v1/auth/login`, { method: "POST", headers, body: JSON.stringify({ email, password }) });
		};
		const tokenOf = async (email: string) => ((await (await login(email)).json()) as { accessToken: string }).accessToken;
		const orgId = String(organization?._id);
		const fillAudit = async (rows: number) => {
			const at = (index: number) => new Date(Date.now() - index * 60_000);
			const common = { tenantId: orgId, target: null, outcome: "ok" };
			const actors = [String(adminRow?._id), ...people.slice(0, 9).map(({ _id }) => String(_id))];
			for (let first = 0; first < rows / 2; first += 5_000) {
				const part = Array.from({ length: 5_000 }, (_, index) => first + index);
				const by = (index: number) => actors[index % actors.length];
				await accounts.collection("auth_audit").insertMany(
					part.map((index) => ({
						...common,
						at: at(index),
						actorId: by(index),
						sid: null,
						reason: null,
						ip: "10.0.0.1",
						userAgent: "Chrome",
						requestId: "r",
						action: index % 50 === 0 ? "member.change" : "login",
						outcome: index % 100 === 0 ? "failed" : "ok",
					})),
				);
				await client
					.db("bench_agent_api")
					.collection("audit_notes")
					.insertMany(
						part.map((index) => ({
							...common,
							_id: randomUUID() as never,
							at: at(index),
							userId: by(index),
							target: randomUUID(),
							deliveredAt: null,
							action: "gate",
							outcome: index % 100 === 0 ? "denied" : "approved",
							facts: { class: "commit", mode: "careful" },
						})),
					);
			}
		};
		return { auth, twoRoutes, emails: people.map(({ email }) => email), login, tokenOf, admin, orgId, fillAudit, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}
