import { expect, test } from "vitest";
import { movedPath } from "./folders.ts";
import { fingerprintsOf, problemOfKeys, problemOfVersion } from "./manifest.ts";
import { documentsIn } from "./store/write.ts";

const keys = { KEY_ENCRYPTION_KEY: "a".repeat(43), SETTINGS_KEY: "b".repeat(43), MCP_SECRETS_KEY: "" };

test("a fingerprint tells keys apart, says nothing of them, and a key that is not set has none", () => {
	const prints = fingerprintsOf(keys);
	expect(Object.keys(prints)).toEqual(["KEY_ENCRYPTION_KEY", "SETTINGS_KEY"]);
	expect(Object.values(prints)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
	// The same value under another name is another print.
	expect(fingerprintsOf({ KEY_ENCRYPTION_KEY: keys.SETTINGS_KEY })["KEY_ENCRYPTION_KEY"]).not.toBe(prints["SETTINGS_KEY"]);
});

test("other keys and missing ones are named", () => {
	const saved = fingerprintsOf(keys);
	expect(problemOfKeys(saved, { ...keys, MCP_SECRETS_KEY: "one that the backup did not need" })).toBeUndefined();
	expect(problemOfKeys(saved, { KEY_ENCRYPTION_KEY: "c" })).toContain("not given: SETTINGS_KEY; other ones: KEY_ENCRYPTION_KEY");
});

test.each([
	["0.1.0", "0.1.0", true],
	["0.9.0", "0.10.0", true],
	["1.2.3", "1.2.2", false],
	["1.0.0", "0.9.9", false],
	["0.9.9", "1.0.0", true],
] as const)("what %s saved is restored by %s: %s", (saved, own, isFine) => {
	expect(problemOfVersion(saved, own) === undefined).toBe(isFine);
});

test("a path follows its folder, and no other one", () => {
	const move = { from: "/old/workspaces", to: "/new/workspaces" };
	expect(movedPath("/old/workspaces/demo", move)).toBe("/new/workspaces/demo");
	expect(movedPath("/old/workspaces", move)).toBe("/new/workspaces");
	expect(movedPath("/old/workspaces-2/demo", move)).toBeUndefined();
});

/** A document of MongoDB of so many bytes; of its inside only the length counts here. */
function document(bytes: number, fill: number): Buffer {
	const made = Buffer.alloc(bytes, fill);
	made.writeInt32LE(bytes, 0);
	return made;
}

async function cut(bytes: Buffer, size: number): Promise<Buffer[]> {
	const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
	const found: Buffer[] = [];
	for await (const one of documentsIn(
		(async function* () {
			yield* chunks;
		})(),
	))
		found.push(Buffer.from(one));
	return found;
}

test.each([1, 3, 7, 64, 1_000])("documents are told apart in pieces of %i bytes", async (size) => {
	const documents = [document(5, 1), document(300, 2), document(6, 3), document(17, 4)];
	expect(await cut(Buffer.concat(documents), size)).toEqual(documents);
});

test("a file that ends too early, or that holds something else, is refused", async () => {
	await expect(cut(document(20, 1).subarray(0, 19), 8)).rejects.toThrow("ends in the middle of a document");
	await expect(cut(Buffer.from([1, 0, 0, 0, 0]), 5)).rejects.toThrow("holds no documents");
});
