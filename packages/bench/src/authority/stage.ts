import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { repositoryRoot } from "@webhand/testing/binaries";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";

/** auth and two agent-api as deployed, on one MongoDB and Redis. */
type ReplicaStage = {
	/** An admin who signs in at this moment, and so has a token that lasts. */
	readonly signIn: () => Promise<Person>;
	readonly close: () => Promise<void>;
};

/** A person at auth and at each replica. `replicas` also with another bearer, such as an API key. */
export type Person = { readonly auth: Api; readonly replicas: readonly Api[]; readonly replicasAs: (bearer: string) => readonly Api[] };

const operator = { email: "operator@bench.local", password: "bench password canary-5d1" };
const admin = { email: "admin@bench.local", password: "bench password canary-5d1" };
const replicaCount = 2;
const settings = {
	HOST: "127.0.0.1",
	DRAIN_SECONDS: "0",
	MODEL_PROVIDER: "rules",
	STEPS_PER_MINUTE: "1000000",
	TENANT_STEPS_PER_MINUTE: "1000000",
	ADDRESS_REQUESTS_PER_MINUTE: "10000000",
	MAX_EVENT_LOOP_DELAY_MS: "0",
	REDIS_TIMEOUT_MS: "1000",
	TOKEN_TTL: "3600",
};

/** Builds and starts the services; `close` ends every process. */
export async function openReplicas(): Promise<ReplicaStage> {
	const closers: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const end of closers.toReversed()) await end();
	};
	try {
		const turbo = join(repositoryRoot, "node_modules", ".bin", "turbo");
		const filters = ["auth", "agent-api"].map((name) => `--filter=@webhand/${name}`);
		await promisify(execFile)(turbo, ["run", "build", ...filters], { cwd: repositoryRoot, timeout: 180_000 });
		const [mongod, redis] = await Promise.all([startMongod(), startRedis()]);
		closers.push(mongod.stop, redis.stop);
		const auth = `http://127.0.0.1:${await freePort()}`;
		const agents: string[] = [];
		for (let replica = 0; replica < replicaCount; replica += 1) agents.push(`http://127.0.0.1:${await freePort()}`);
		const key = Buffer.alloc(32, 7).toString("base64");
		const start = async (name: "auth" | "agent-api", url: string, own: Readonly<Record<string, string>>) => {
			const env = {
				...settings,
				PORT: new URL(url).port,
				REDIS_URL: redis.url,
				AUTH_URL: auth,
				MONGODB_URI: new URL(`/bench_${name.replace("-", "_")}`, mongod.url).href,
				...own,
			};
			const args = [join(repositoryRoot, "apps", name, "dist", "main.mjs")];
			const started = await startProcess({ name, command: process.execPath, args, env });
			closers.push(() => started.stop());
			await waitForHttp(`${url}/readyz`, { limitMs: 60_000 });
		};
		await start("auth", auth, {
			KEY_ENCRYPTION_KEY: key,
			AGENT_URL: agents[0] ?? "",
			BOOTSTRAP_OPERATOR_EMAIL: operator.email,
			BOOTSTRAP_OPERATOR_PASSWORD: operator.password,
			BOOTSTRAP_ADMIN_EMAIL: admin.email,
			BOOTSTRAP_ADMIN_PASSWORD: admin.password,
		});
		for (const url of agents) await start("agent-api", url, { SETTINGS_KEY: key, PUSHER_KEY: "bench-key", PUSHER_SECRET: key });
		const apiAt = (baseUrl: string, bearer: string | null): Api => ({ baseUrl, token: () => bearer });
		const signIn = async () => {
			const { accessToken } = await call(apiAt(auth, null), loginRoute, { body: admin });
			const replicasAs = (bearer: string) => agents.map((url) => apiAt(url, bearer));
			return { auth: apiAt(auth, accessToken), replicas: replicasAs(accessToken), replicasAs };
		};
		return { signIn, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}
