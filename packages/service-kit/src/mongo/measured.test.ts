import { expect, test } from "vitest";
import type { MongoCommand } from "./measured.ts";
import { measuredDb } from "./measured.ts";

const cursor = {
	limit: () => cursor,
	toArray: async () => ["row"],
};

const rows = {
	namespace: "db.rows",
	find: () => cursor,
	findOne: async () => "row",
	updateOne: async () => {
		throw new Error("lost");
	},
	indexes: async () => [],
};

function watched() {
	const seen: MongoCommand[] = [];
	const db = measuredDb({ name: "db", collection: () => rows, command: async (command: object) => command }, (op) => seen.push(op));
	return { db, seen };
}

test("a command is counted by what the server calls it, whether it came through or not", async () => {
	const { db, seen } = watched();
	expect(await db.collection().findOne()).toBe("row");
	await expect(db.collection().updateOne()).rejects.toThrow("lost");
	await db.command({ ping: 1 });
	await db.command({ update: "rows" });
	await db.command({ hello: 1 });
	expect(seen).toEqual(["find", "update", "ping", "update", "other"]);
});

test("a cursor is counted once, when its rows are asked for", async () => {
	const { db, seen } = watched();
	const found = db.collection().find().limit();
	expect(seen).toEqual([]);
	expect(await found.toArray()).toEqual(["row"]);
	expect(seen).toEqual(["find"]);
});

test("what sends no command is as it was", async () => {
	const { db, seen } = watched();
	expect([db.name, db.collection().namespace, await db.collection().indexes()]).toEqual(["db", "db.rows", []]);
	expect(String(db.collection())).toBe("[object Object]");
	expect(seen).toEqual([]);
});
