import { createLogger } from "@webhand/service-kit/logs";
import type { TestMongo, TestRedis } from "@webhand/testing/database";
import type { TestIdentity } from "@webhand/testing/tokens";
import { buildApp } from "../src/app.ts";
import { readKnowledgeConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";

/** Starts knowledge-proxy on a free port; `logs` are the lines that it wrote at every level. */
export async function startInstance(
	{ mongo, redis, identity }: { readonly mongo: TestMongo; readonly redis: TestRedis; readonly identity: TestIdentity },
	settings: Readonly<Record<string, string>> = {},
) {
	const logs: string[] = [];
	const config = readKnowledgeConfig({
		...{ PORT: "0", MAX_EVENT_LOOP_DELAY_MS: "0", ADDRESS_REQUESTS_PER_MINUTE: "1000000" },
		...{ MONGODB_URI: mongo.uri, REDIS_URL: redis.url, AUTH_URL: identity.url, TOKEN_ISSUER: identity.issuer },
		...settings,
	});
	const log = createLogger({ service: "knowledge-proxy", level: "trace", target: { write: (line) => logs.push(line) } });
	const deps = await openDeps(config, new AbortController().signal, { log });
	const app = await buildApp(deps);
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	const close = async () => {
		await app.close();
		await deps.close();
	};
	return { url, logs, close };
}
