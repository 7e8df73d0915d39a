import type { Db } from "mongodb";
import type { Log } from "../logs.ts";
import { withLock } from "./locks.ts";

/** One change to a database, done once for ever. `id` never changes; `run` must bear a repeat, since a process may die inside it. @source architecture.md §5 */
export type Migration = { readonly id: string; readonly run: (db: Db) => Promise<void> };

type MigrationRow = { _id: string; at: Date };

/**
 * Runs the migrations that have not run, in order, in one process at a time; the others wait.
 *
 * @throws what a migration throws; those before it stay done
 * @source architecture.md §5; reliability.md §5
 */
export async function migrateOnce(db: Db, migrations: readonly Migration[], log: Log): Promise<void> {
	const done = db.collection<MigrationRow>("migrations");
	const known = async () => new Set((await done.find().toArray()).map((row) => row._id));
	const finished = await known();
	if (migrations.every((migration) => finished.has(migration.id))) return;
	await withLock(db, { name: "migrations", holdMs: 60_000 }, async () => {
		const before = await known();
		for (const migration of migrations.filter(({ id }) => !before.has(id))) {
			await migration.run(db);
			await done.insertOne({ _id: migration.id, at: new Date() });
			log.info({ migration: migration.id }, "migration done");
		}
	});
}
