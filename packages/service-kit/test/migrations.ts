import type { Migration } from "../src/mongo/migrations.ts";

type Thing = { _id: string; colour?: string; size?: number };

/** Two changes to a collection of things, for the service of `main.ts`; each shows how often it changed something. */
export const migrations: readonly Migration[] = [
	{
		id: "001-colour",
		run: async (db) => {
			await db.collection<Thing>("things").updateMany({ colour: { $exists: false } }, { $set: { colour: "grey" }, $inc: { changes: 1 } });
		},
	},
	{
		id: "002-size",
		run: async (db) => {
			await db.collection<Thing>("things").updateMany({ size: { $exists: false } }, { $set: { size: 1 }, $inc: { changes: 1 } });
		},
	},
];
