import { setTimeout as pause } from "node:timers/promises";
import { defineRoute } from "@webhand/contracts/routes";
import { z } from "zod";
import { openBase } from "../src/base.ts";
import { baseSettings, portSetting, readConfig } from "../src/config.ts";
import { openGuard } from "../src/guard.ts";
import { addRoute } from "../src/routes.ts";
import { runService } from "../src/run.ts";
import { createService } from "../src/service.ts";
import { migrations } from "./migrations.ts";

const open = {
	service: "agent-api",
	method: "GET",
	summary: "A route of a test",
	public: true,
	reply: z.object({ n: z.number() }),
} as const;
const slowRoute = defineRoute({ ...open, path: "/slow" });
const streamRoute = defineRoute({ ...open, path: "/stream" });
const crashRoute = defineRoute({ ...open, path: "/crash" });

await runService(async (stopping) => {
	const config = readConfig(z.object({ ...baseSettings, PORT: portSetting(0) }), process.env);
	const base = await openBase({ name: "agent-api", config, database: "unused", migrations, stopping });
	const guard = openGuard({ ...base, authUrl: config.AUTH_URL, issuer: config.TOKEN_ISSUER });
	const app = await createService(base, { guard });
	stopping.addEventListener("abort", () => base.log.info({}, "draining"));
	addRoute(app, slowRoute, async () => {
		base.log.info({}, "working");
		await pause(500);
		return { n: 1 };
	});
	addRoute(app, streamRoute, async ({ reply }) => {
		reply.hijack();
		reply.raw.writeHead(200).write("begun");
		stopping.addEventListener("abort", () => setTimeout(() => reply.raw.end(), 500));
		return undefined;
	});
	addRoute(app, crashRoute, async () => {
		setImmediate(() => {
			throw new Error("nobody catches this");
		});
		await pause(5_000);
		return { n: 1 };
	});
	const close = async () => {
		guard.close();
		await base.close();
		base.log.info({}, "closed");
	};
	return { app, config, close };
});
