import { runThread } from "@webhand/service-kit/large-bodies/thread";
import { createMetrics } from "@webhand/service-kit/metrics";
import { buildApp } from "./app.ts";
import { readAgentConfig } from "./config.ts";
import { openDeps } from "./deps.ts";

/** Large requests wait for one another here; the service's own limit is for small ones. */
const delayFactor = 10;

await runThread(async (stopping) => {
	const config = readAgentConfig();
	const settings = { ...config, MAX_EVENT_LOOP_DELAY_MS: delayFactor * config.MAX_EVENT_LOOP_DELAY_MS };
	const metrics = createMetrics({ processDefaults: false });
	const deps = await openDeps(settings, stopping, { metrics });
	return { app: await buildApp(deps, { isThread: true }), metrics, close: deps.close };
});
