import { expect } from "vitest";
import { test } from "../src/database.ts";

test("a test file has a database of its own in a replica set that can run transactions", async ({ mongo }) => {
	const notes = mongo.db.collection("notes");
	await notes.insertOne({ text: "outside" });
	await mongo.client.withSession((session) =>
		session.withTransaction(async () => void (await notes.insertOne({ text: "inside" }, { session }))),
	);
	expect(await notes.countDocuments()).toBe(2);
	expect(mongo.client.db().databaseName).toBe(mongo.name);
});

test("two tests of one file see the same database", async ({ mongo }) => {
	expect(await mongo.db.collection("notes").countDocuments()).toBe(2);
});

test("a test file has a Redis database of its own that starts empty", async ({ redis }) => {
	expect(await redis.client.dbsize()).toBe(0);
	expect(new URL(redis.url).pathname).toBe(`/${redis.database}`);
	expect(redis.database).toBeGreaterThan(0);
});
