import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeMachine } from "../../test/fixture/machine.ts";
import { createLogFile, makePrivateFolder, writeFileWhole } from "./files.ts";
import { readSecrets } from "./secrets.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("secrets are made once, 32 random bytes each, and nobody else reads them", () => {
	const folder = join(fakeMachine().root, "data");
	makePrivateFolder(folder);
	const first = readSecrets(folder);
	expect(readSecrets(folder)).toEqual(first);
	const values = Object.values(first);
	expect(new Set(values).size).toBe(values.length);
	for (const value of values) expect(Buffer.from(value, "base64url")).toHaveLength(32);
	expect([modeOf(folder), modeOf(join(folder, "secrets.json"))]).toEqual(["700", "600"]);
});

test("after an upgrade a missing secret is added, and none of the others changes", () => {
	const folder = join(fakeMachine().root, "data");
	makePrivateFolder(folder);
	const { redisPassword, ...others } = readSecrets(folder);
	writeFileWhole(join(folder, "secrets.json"), JSON.stringify({ ...others, ofAnotherVersion: "kept" }));
	const after = readSecrets(folder);
	expect(after).toMatchObject({ ...others, ofAnotherVersion: "kept" });
	expect(after.redisPassword).toMatch(/^[\w-]{43}$/);
	expect(after.redisPassword).not.toBe(redisPassword);
});

test("a folder with wider rights is closed again", () => {
	const { root } = fakeMachine();
	expect(modeOf(root)).not.toBe("700");
	makePrivateFolder(root);
	expect(modeOf(root)).toBe("700");
});

test("a log keeps one old copy when it is full", () => {
	const folder = fakeMachine().root;
	const path = join(folder, "auth.log");
	writeFileSync(path, Buffer.alloc(10 * 1024 * 1024));
	const log = createLogFile(path);
	log("x");
	log("new\n");
	log("newer\n");
	expect(readdirSync(folder).sort()).toEqual(["auth.log", "auth.log.1"]);
	expect(readFileSync(path, "utf8")).toBe("new\nnewer\n");
	expect(modeOf(path)).toBe("600");
});

test("a log that cannot be written, as on a full disk, ends nothing", () => {
	const log = createLogFile(join(fakeMachine().root, "no such folder", "auth.log"));
	expect(() => log("lost\n")).not.toThrow();
});

test("unreadable secrets are not replaced: the data opens with nothing else", () => {
	const folder = fakeMachine().root;
	writeFileSync(join(folder, "secrets.json"), '{ "redisPassword": ');
	expect(() => readSecrets(folder)).toThrow("secrets.json does not read. Put it back as it was");
	expect(readFileSync(join(folder, "secrets.json"), "utf8")).toBe('{ "redisPassword": ');
});
