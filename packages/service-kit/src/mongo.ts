import { setTimeout as pause } from "node:timers/promises";
import type { ClientSession, Db, Document } from "mongodb";
import { MongoClient, MongoError, MongoNetworkError, MongoServerError } from "mongodb";
import { AppError, SettingError } from "./errors.ts";
import type { Log } from "./logs.ts";
import type { Metrics } from "./metrics.ts";
import type { ObserveCommand } from "./mongo/measured.ts";
import { measuredDb, timed } from "./mongo/measured.ts";

/** An open MongoDB. `db` is the database of this service; writes are majority and journaled, reads see majority-committed data. */
export type Mongo = {
	readonly client: MongoClient;
	readonly db: Db;
	/** Rejects when the primary does not answer within a second. */
	readonly ping: () => Promise<void>;
	readonly close: () => Promise<void>;
	/** Counts what does not go through `db`: a transaction's end. */
	readonly observe?: ObserveCommand;
};

/** Handed from `inTransaction` to the stores that write together; nobody else looks inside. */
export type Transaction = ClientSession;

/** How to reach it: `database` counts when the address names none. `signal` ends the attempts to connect. */
export type MongoOptions = {
	readonly uri: string;
	readonly database: string;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly signal?: AbortSignal;
	/** 30,000 by default. */
	readonly giveUpAfterMs?: number;
};

/**
 * What a request waits for at most; what the address itself names counts instead. The socket limit is the client's side of `maxTimeMS` and
 * also covers a silent network.
 */
const limits = {
	maxPoolSize: 50,
	waitQueueTimeoutMS: 1_000,
	serverSelectionTimeoutMS: 2_000,
	connectTimeoutMS: 2_000,
	socketTimeoutMS: 3_000,
};

/** `maxTimeMS` of a read or write on the request path; spread it into the options of a query that may be long. */
export const requestLimit = { maxTimeMS: 2_000 } as const;

/**
 * Opens MongoDB, trying again with growing pauses for up to 30 s.
 *
 * @throws SettingError for an address that does not read, and for a server without a replica set, since transactions need one; otherwise
 * the last attempt's error
 */
export async function openMongo(options: MongoOptions): Promise<Mongo> {
	const client = clientFor(options.uri);
	const seconds = options.metrics.seconds("webhand_mongo_seconds", "Time of MongoDB commands as the stores see it", ["op"]);
	const observe: ObserveCommand = (op, took) => seconds.observe({ op }, took);
	const db = measuredDb(client.db(databaseOf(options.uri) ?? options.database), observe);
	const end = performance.now() + (options.giveUpAfterMs ?? 30_000);
	for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 3_000)) {
		try {
			// Only `connect` starts again: after a failed attempt every other call meets the closed topology.
			await client.connect();
			const hello = await db.command({ hello: 1 });
			if (hello["setName"] === undefined && hello["msg"] !== "isdbgrid") {
				throw new SettingError("MONGODB_URI leads to a server without a replica set. Start mongod with --replSet and initiate the set.");
			}
			break;
		} catch (cause) {
			if (cause instanceof SettingError || options.signal?.aborted || performance.now() + waitMs > end) {
				await client.close();
				throw cause;
			}
			options.log.warn({ err: cause, waitMs }, "MongoDB does not answer, trying again");
			await pause(waitMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
		}
	}
	return {
		client,
		db,
		ping: async () => {
			await db.command({ ping: 1 }, { signal: AbortSignal.timeout(1_000) });
		},
		close: () => client.close(),
		observe,
	};
}

/**
 * Does work that may take long, such as building an index, by a client of its own: the client waits for an answer as long as the server
 * works on it, and is closed behind the work. A server that is gone is noticed by the driver's heartbeat.
 *
 * @throws SettingError for an address that does not read; otherwise what `work` throws
 */
export async function withPatience<Result>(
	{ uri, database }: Pick<MongoOptions, "uri" | "database">,
	work: (db: Db) => Promise<Result>,
): Promise<Result> {
	const client = clientFor(uri, { socketTimeoutMS: 0, waitQueueTimeoutMS: 0 });
	try {
		return await work(client.db(databaseOf(uri) ?? database));
	} finally {
		await client.close();
	}
}

/** The driver's message about an address may contain its password, so it stays in the cause. */
function clientFor(uri: string, other: Partial<typeof limits> = {}): MongoClient {
	const named = new Set(Array.from(uri.matchAll(/[?&]([^=&]+)=/g), ([, name = ""]) => name.toLowerCase()));
	const own = Object.fromEntries(Object.entries(limits).filter(([name]) => !named.has(name.toLowerCase())));
	try {
		return new MongoClient(uri, {
			...own,
			...other,
			writeConcern: { w: "majority", j: true },
			readConcern: { level: "majority" },
			appName: "webhand",
		});
	} catch (cause) {
		throw new SettingError(
			"MONGODB_URI is an address that the MongoDB driver does not take. Check its hosts, user, password and options.",
			{
				cause,
			},
		);
	}
}

function databaseOf(uri: string): string | undefined {
	const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri)?.[1];
	return name === undefined ? undefined : decodeURIComponent(name);
}

/** Names of the driver's errors that say "no server to talk to", and server codes of a primary that is stepping down, starting or overrun. */
const unreachable = new Set([
	"MongoNetworkError",
	"MongoNetworkTimeoutError",
	"MongoServerSelectionError",
	"MongoServerClosedError",
	"MongoNotConnectedError",
	"MongoPoolClosedError",
	"MongoPoolClearedError",
	"PoolClearedOnNetworkError",
	"MongoWaitQueueTimeoutError",
	"MongoTopologyClosedError",
	"MongoClientClosedError",
	"MongoOperationTimeoutError",
]);
const passingLabels = ["TransientTransactionError", "UnknownTransactionCommitResult", "RetryableWriteError"] as const;
const passing = new Set([6, 7, 50, 64, 89, 91, 112, 189, 262, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Is MongoDB gone, restarting or out of time, so that the same request may work a moment later? */
export function isMongoUnavailable(given: unknown): boolean {
	const error = unwrapped(given);
	if (isBrokenLine(error)) return true;
	if (!(error instanceof MongoError)) return false;
	if (unreachable.has(error.name) || passingLabels.some((label) => error.hasErrorLabel(label))) return true;
	return error instanceof MongoServerError && typeof error.code === "number" && passing.has(error.code);
}

/** A bulk write wraps the error that ended it. */
function unwrapped(error: unknown): unknown {
	return error instanceof MongoServerError && error.errorResponse instanceof MongoError ? error.errorResponse : error;
}

const brokenLines: ReadonlySet<unknown> = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"]);

/** The driver lets some errors of its sockets through as they are. A reset without a system call is of HTTP: a caller that went away. */
function isBrokenLine(error: unknown): boolean {
	if (!(error instanceof Error) || !("code" in error)) return false;
	return error.code === "EPIPE" || ("syscall" in error && brokenLines.has(error.code));
}

/** Did a write break a unique index? Its filter or its id lost against another writer. */
export function isDuplicateKey(error: unknown): boolean {
	return error instanceof MongoServerError && error.code === 11_000;
}

/** One update of a collection: its filter, what it does, and whether it makes what it does not find. */
export type Update = { readonly q: Document; readonly u: Document | readonly Document[]; readonly upsert?: boolean };

/**
 * Carries out updates of one collection as one command of a transaction, in order. The driver's `bulkWrite` says the same, but measures
 * and copies each document first, for 0.12 ms of processor time.
 *
 * @throws MongoServerError of the first update that failed, which ends the transaction
 */
export async function updateInOrder(
	db: Db,
	{ collection, updates, session }: { readonly collection: string; readonly updates: readonly Update[]; readonly session: Transaction },
): Promise<void> {
	const reply = await db.command({ update: collection, updates, ordered: true }, { session });
	const failures: unknown = reply["writeErrors"];
	if (Array.isArray(failures) && failures.length > 0) throw new MongoServerError(failures[0]);
}

/**
 * Runs several writes as one: all or none, majority and journaled. Transient errors are tried again for up to 3 s, so `work` may run
 * more than once and must hold nothing but database calls with the given session.
 *
 * @param given a session of the caller's own, which ends it; absent: one for this transaction
 * @throws what `work` throws, or the last transient error
 */
export async function inTransaction<Result>(
	mongo: Pick<Mongo, "client" | "observe">,
	work: (transaction: Transaction) => Promise<Result>,
	given?: Transaction,
): Promise<Result> {
	const end = performance.now() + 3_000;
	const session = given ?? mongo.client.startSession();
	const measured = (op: "commitTransaction" | "abortTransaction", run: () => Promise<void>) =>
		mongo.observe === undefined ? run() : timed(run(), op, mongo.observe);
	try {
		for (;;) {
			session.startTransaction({ readConcern: { level: "snapshot" }, writeConcern: { w: "majority", j: true } });
			let isCommitting = false;
			try {
				const result = await work(session);
				isCommitting = true;
				await measured("commitTransaction", () => commit(session, end));
				return result;
			} catch (cause) {
				if (session.inTransaction()) await measured("abortTransaction", () => session.abortTransaction()).catch(() => undefined);
				// A connection that broke together with others carries no label; before the commit nothing can have been stored.
				const isLabelled = cause instanceof MongoError && cause.hasErrorLabel("TransientTransactionError");
				const isBroken = unwrapped(cause) instanceof MongoNetworkError || isBrokenLine(cause);
				const passes = isLabelled || (!isCommitting && isBroken);
				if (!passes || performance.now() >= end) throw cause;
				await pause(5 + Math.random() * 20);
			}
		}
	} finally {
		if (given === undefined) await session.endSession();
	}
}

async function commit(session: ClientSession, end: number): Promise<void> {
	for (;;) {
		try {
			await session.commitTransaction();
			return;
		} catch (cause) {
			// The driver's commit throws a TypeError when its connection breaks; the outcome is unknown then, too.
			const isForeign = !(cause instanceof MongoError);
			const isUnknown = isForeign || cause.hasErrorLabel("UnknownTransactionCommitResult");
			if (isUnknown && performance.now() < end) {
				await pause(5 + Math.random() * 20);
				continue;
			}
			throw isForeign ? new AppError("SERVICE_UNAVAILABLE", "The database does not answer", { cause }) : cause;
		}
	}
}
