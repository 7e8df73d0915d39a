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

/** Where migrations are logged; `signal` ends the wait for another process that runs them. */
export type MigrationOptions = { readonly log: Log; readonly signal?: AbortSignal };

/**
 * Runs the migrations that have not run, in order, in one process at a time; the others wait.
 * When a process dies inside the batch, the next one continues within ten seconds.
 *
 * @throws SettingError while a restore is not finished; what a migration throws, those before it stay done; the signal's reason when it ends the wait
 */
export async function migrateOnce(db: Db, migrations: readonly Migration[], { log, signal }: MigrationOptions): Promise<void> {
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
		for (const migration of migrations.filter(({ id }) => !before.has(id))) {
			await migration.run(db);
			await failpoint("migrate.batch");
			// If the lock was lost, another process may have recorded the same migration.
			await done.updateOne({ _id: migration.id }, { $setOnInsert: { at: new Date() } }, { upsert: true });
			log.info({ migration: migration.id }, "migration done");
		}
	});
}
