import { fileURLToPath } from "node:url";
import { openLargeBodies } from "@webhand/service-kit/large-bodies/open";
import { runService } from "@webhand/service-kit/run";
import { buildApp } from "./app.ts";
import { readAgentConfig } from "./config.ts";
import { openDeps } from "./deps.ts";

const thread = fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./thread.ts" : "./thread.mjs", import.meta.url));

await runService(async (stopping) => {
	const config = readAgentConfig();
	const deps = await openDeps(config, stopping);
	const large = openLargeBodies(deps.base, { file: thread });
	const close = async () => {
		await large.close();
		await deps.close();
	};
	return { app: await buildApp(deps, { answerLarge: large.answer }), config, close };
});
