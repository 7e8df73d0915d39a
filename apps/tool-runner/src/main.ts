import { runService } from "@webhand/service-kit/run";
import { buildApp } from "./app.ts";
import { readToolRunnerConfig } from "./config.ts";
import { openDeps } from "./deps.ts";

await runService(async (stopping) => {
	const config = readToolRunnerConfig();
	const deps = await openDeps(config, stopping);
	return { app: await buildApp(deps), config, close: deps.close };
});
