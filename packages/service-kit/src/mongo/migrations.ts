import type { Db } from "mongodb";
import { SettingError } from "../errors.ts";
import { failpoint } from "../failpoints.ts";
import type { Log } from "../logs.ts";
import { withLock } from "./locks.ts";

/** One change to a database, done once for ever. `id` never changes; `run` must bear a repeat, since a process may die inside it. */
export type Migration = { readonly id: string; readonly run: (db: Db) => Promise<void> };

type MigrationRow = { _id: string; at: Date };

/** The row of `migrations` that stands there while a restore writes the database. */
export const unfinishedRestore = "restore-unfinished";

/**
 * Where migrations are logged; `signal` ends the wait for another process that runs them. `patiently` gives them a database that answers of
 * any length are waited for; without it they have that of requests.
 */
export type MigrationOptions = {
	readonly log: Log;
	readonly signal?: AbortSignal;
	readonly patiently?: (work: (db: Db) => Promise<void>) => Promise<void>;
};

/**
 * Runs the migrations that have not run, in order, in one process at a time; the others wait.
 * When a process dies inside the batch, the next one continues within ten seconds.
 *
 * @throws SettingError while a restore is not finished; what a migration throws, those before it stay done; the signal's reason when it ends the wait
 */
export async function migrateOnce(
	db: Db,
	migrations: readonly Migration[],
	{ log, signal, patiently = (work) => work(db) }: MigrationOptions,
): Promise<void> {
	const done = db.collection<MigrationRow>("migrations");
	const known = async () => new Set((await done.find().toArray()).map((row) => row._id));
	const finished = await known();
	if (finished.has(unfinishedRestore))
		throw new SettingError(
			"A restore into this database goes on, or broke off. Wait for its end, or repeat it: it begins anew, and services start behind it.",
		);
	if (migrations.every((migration) => finished.has(migration.id))) return;
	await withLock(db, { name: "migrations", holdMs: 10_000, ...(signal === undefined ? {} : { signal }) }, async () => {
		const before = await known();
		await patiently(async (patient) => {
			for (const migration of migrations.filter(({ id }) => !before.has(id))) {
				await migration.run(patient);
				await failpoint("migrate.batch");
				// If the lock was lost, another process may have recorded the same migration.
				await done.updateOne({ _id: migration.id }, { $setOnInsert: { at: new Date() } }, { upsert: true });
				log.info({ migration: migration.id }, "migration done");
			}
		});
	});
}
