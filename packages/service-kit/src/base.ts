import type { ServiceName } from "@webhand/contracts/routes";
import type { Redis } from "ioredis";
import type { BaseConfig } from "./config.ts";
import { openErrorReports, reportsSent } from "./error-reports.ts";
import { Migrated } from "./errors.ts";
import { armFailpoints } from "./failpoints.ts";
import type { Logger } from "./logs.ts";
import { createLogger } from "./logs.ts";
import type { Metrics } from "./metrics.ts";
import { createMetrics } from "./metrics.ts";
import type { Migration } from "./mongo/migrations.ts";
import { migrateOnce } from "./mongo/migrations.ts";
import type { Mongo } from "./mongo.ts";
import { openMongo, withPatience } from "./mongo.ts";
import { closeRedis, openRedis } from "./redis.ts";
import { readRelease } from "./release.ts";
import type { Tracing } from "./tracing/ports.ts";
import { openTracing } from "./tracing/tracing.ts";

/** What every service stands on. `stopping` is aborted by the first SIGTERM. */
export type Base = {
	readonly name: ServiceName;
	readonly config: BaseConfig;
	readonly log: Logger;
	readonly metrics: Metrics;
	readonly mongo: Mongo;
	readonly redis: Redis;
	/** Absent while traces are off. */
	readonly tracing?: Tracing | undefined;
	readonly stopping: AbortSignal;
	readonly close: () => Promise<void>;
};

/** `database` counts when `MONGODB_URI` names none. Tests give a log of their own. */
export type BaseOptions = {
	readonly name: ServiceName;
	readonly config: BaseConfig;
	readonly database: string;
	readonly migrations: readonly Migration[];
	readonly stopping: AbortSignal;
	readonly log?: Logger;
	readonly metrics?: Metrics;
};

/** The argument of a service that only migrates its database, as in `node dist/main.mjs migrate`. */
const migrateOnly = "migrate";

/**
 * Opens log, metrics, MongoDB (up to 30 s of attempts, then the migrations) and Redis, which may still be down.
 *
 * @throws SettingError, or what MongoDB says after the last attempt
 * @throws Migrated when the process was asked for the migrations alone; nothing is open then
 */
export async function openBase(options: BaseOptions): Promise<Base> {
	const { name, config, stopping } = options;
	armFailpoints(config.FAILPOINTS);
	const release = readRelease();
	const { SENTRY_DSN: dsn, LOG_LEVEL: level } = config;
	const failed = (cause: unknown) => log.warn({ err: cause }, "error reports cannot be sent");
	const report = dsn === undefined ? undefined : openErrorReports({ dsn, service: name, release, failed });
	const log: Logger = options.log ?? createLogger({ service: name, level, report });
	const metrics = options.metrics ?? createMetrics();
	const tracing = await openTracing(config, { service: name, release, log, metrics });
	const redis = openRedis({ url: config.REDIS_URL, log, metrics, silenceMs: config.REDIS_TIMEOUT_MS });
	try {
		const where = { uri: config.MONGODB_URI, database: options.database };
		const mongo = await openMongo({ ...where, log, metrics, signal: stopping });
		await migrateOnce(mongo.db, options.migrations, { log, signal: stopping, patiently: (work) => withPatience(where, work) });
		if (process.argv[2] === migrateOnly) {
			log.info({ migrations: options.migrations.length }, "the database is migrated");
			await mongo.close();
			throw new Migrated(`${name} was started to migrate its database alone`);
		}
		const close = async () => {
			await closeRedis(redis);
			await mongo.close();
			await Promise.all([tracing?.close(), reportsSent()]);
			metrics.close();
		};
		return { name, config, log, metrics, mongo, redis, tracing, stopping, close };
	} catch (cause) {
		await closeRedis(redis);
		throw cause;
	}
}
