import { runThread } from "@webhand/service-kit/large-bodies/thread";
import { createMetrics } from "@webhand/service-kit/metrics";
import { buildApp } from "./app.ts";
import { readAgentConfig } from "./config.ts";
import { openDeps } from "./deps.ts";

/** Large requests wait for one another here; the service's own limit is for small ones. */
const patience = 10;

await runThread(async (stopping) => {
	const config = readAgentConfig();
	const settings = { ...config, MAX_EVENT_LOOP_DELAY_MS: patience * config.MAX_EVENT_LOOP_DELAY_MS };
	const metrics = createMetrics({ processDefaults: false });
	const deps = await openDeps(settings, stopping, { metrics });
	return { app: await buildApp(deps, { isBehind: true }), metrics, close: deps.close };
});
