import { expect, test } from "vitest";
import { externalDatabase } from "./mongo-address.ts";

test("each service gets its own database on an external server", () => {
	const cases = [
		["mongodb://127.0.0.1:27017/?replicaSet=rs0", "mongodb://127.0.0.1:27017/db?replicaSet=rs0"],
		["mongodb://127.0.0.1", "mongodb://127.0.0.1/db"],
		["mongodb://one:27017,two:27018,three/?replicaSet=rs0", "mongodb://one:27017,two:27018,three/db?replicaSet=rs0"],
		["mongodb://me:p%40ss@one:1,two:2/?replicaSet=rs0", "mongodb://me:p%40ss@one:1,two:2/db?replicaSet=rs0&authSource=admin"],
		["mongodb://me:pass@one/people?w=majority", "mongodb://me:pass@one/db?w=majority&authSource=people"],
		["mongodb+srv://me:pass@cluster.example/people?authSource=users", "mongodb+srv://me:pass@cluster.example/db?authSource=users"],
		["mongodb+srv://me:pass@cluster.example/people?w=majority", "mongodb+srv://me:pass@cluster.example/db?w=majority&authSource=admin"],
		["mongodb://me:p@one/?authMechanism=PLAIN", "mongodb://me:p@one/db?authMechanism=PLAIN&authSource=%24external"],
		["mongodb://[::1]:27017/", "mongodb://[::1]:27017/db"],
	] as const;
	for (const [given, expected] of cases) expect(externalDatabase(given, "db"), given).toBe(expected);
});

test("what is no address is refused without repeating it", () => {
	for (const given of ["hello", "mongodb://", "redis://:secret@127.0.0.1", "mongodb://me:secret@one/ ?x", " mongodb://one"]) {
		expect(() => externalDatabase(given, "db"), given).toThrow("MONGODB_URI is not an address");
		expect(() => externalDatabase(given, "db"), given).not.toThrow("secret");
	}
});
