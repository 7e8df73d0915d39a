import { runService } from "@webhand/service-kit/run";
import { buildApp } from "./app.ts";
import { readAgentConfig } from "./config.ts";
import { openDeps } from "./deps.ts";

await runService(async (stopping) => {
	const config = readAgentConfig();
	const deps = await openDeps(config, stopping);
	return { app: await buildApp(deps), config, close: deps.close };
});
