import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import closeWithGrace from "close-with-grace";
import type { FastifyInstance } from "fastify";
import type { BaseConfig } from "./config.ts";
import { ConfigError } from "./config.ts";
import { reportsSent } from "./error-reports.ts";
import { Migrated, SettingError } from "./errors.ts";

/** A service that is ready to listen. `close` runs after the last request was answered and closes what was opened, in reverse order. */
export type Startable = {
	readonly app: FastifyInstance;
	readonly config: Pick<BaseConfig, "HOST" | "PORT" | "DRAIN_SECONDS">;
	readonly close: () => Promise<void>;
};

/** Exit codes of a service: 78 tells the supervisor that a restart will not help. */
const exitCodes = { crash: 1, wrongSetting: 78 } as const;
const closeLimitMs = 25_000;

/**
 * The body of every `main.ts`: start, listen, and on SIGTERM or SIGINT not ready → `DRAIN_SECONDS` for the balancer → no new
 * connections, requests in flight end → `close`; 25 s in all, a second signal exits at once. With `migrate` as its argument the process
 * migrates its database and ends with 0; nothing listens.
 *
 * @param start its signal is aborted by the first SIGTERM or SIGINT
 * @returns when the service listens
 */
export async function runService(start: (stopping: AbortSignal) => Promise<Startable>): Promise<void> {
	const stopping = new AbortController();
	let running: Startable | undefined;
	closeWithGrace({ delay: closeLimitMs, logger: false }, async ({ err }) => {
		if (err !== undefined) {
			reportCrash(err, running?.app);
			await reportsSent();
			process.exit(exitCodes.crash);
		}
		stopping.abort();
		if (running === undefined) return;
		await pause(1_000 * running.config.DRAIN_SECONDS);
		await running.app.close();
		await running.close();
		running.app.log.info("stopped");
	});
	try {
		const started = await start(stopping.signal);
		giveLoadingBack();
		await started.app.listen({ host: started.config.HOST, port: started.config.PORT, listenTextResolver: (url) => `listening at ${url}` });
		running = started;
	} catch (cause) {
		if (cause instanceof Migrated) process.exit(0);
		if (stopping.signal.aborted) return;
		if (cause instanceof ConfigError || cause instanceof SettingError) {
			process.stderr.write(`Cannot start. ${cause.message}\n`);
			process.exit(exitCodes.wrongSetting);
		}
		reportCrash(cause, running?.app);
		process.exit(exitCodes.crash);
	}
}

/** Loading leaves half of what it took behind, which V8 would keep until the service is busy. 0.1 s, before the first request. */
function giveLoadingBack(): void {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void;
	setFlagsFromString("--no-expose-gc");
	collect({ type: "major", flavor: "last-resort" });
}

function reportCrash(cause: unknown, app: FastifyInstance | undefined): void {
	if (app !== undefined) app.log.fatal({ err: cause }, "crashed");
	else process.stderr.write(`Cannot start. ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
}
