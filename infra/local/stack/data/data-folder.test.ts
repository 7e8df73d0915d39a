import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDataFolder } from "./data-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "webhand data-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("a data folder is new, empty, or one of ours, and nobody else's", () => {
	for (const [name, file] of [["new"], ["empty", ""], ["left", ".gitignore"], ["begun", "lock"], ["used", "secrets.json"]] as const) {
		const path = join(folder, "below", name);
		if (file !== undefined) mkdirSync(path, { recursive: true, mode: 0o755 });
		if (file) writeFileSync(join(path, file), "");
		openDataFolder(path);
		expect(modeOf(path), name).toBe(0o700);
		expect(readFileSync(join(path, ".gitignore"), "utf8"), name).toBe("*\n");
	}
});

test("what pack, release and runners left in a fresh checkout is taken, and beside other things it is not", () => {
	for (const names of [["extension"], ["releases", "runners"], ["extension", "releases", "runners"]]) {
		const path = join(folder, names.join("-"));
		for (const name of names) mkdirSync(join(path, name), { recursive: true });
		openDataFolder(path);
		expect(modeOf(path), path).toBe(0o700);
	}
	const path = join(folder, "project");
	for (const name of ["releases", "src"]) mkdirSync(join(path, name), { recursive: true });
	expect(() => openDataFolder(path)).toThrow("it holds other things");
});

test("a folder with other things keeps its rights, and the message says what to do", () => {
	const path = join(folder, "documents");
	mkdirSync(path, { mode: 0o755 });
	for (const name of ["thesis.txt", ".gitignore"]) writeFileSync(join(path, name), "");
	expect(() => openDataFolder(path)).toThrow(
		`${path} cannot be the data folder: it holds other things. Choose a new or an empty one with --data DIR.`,
	);
	expect(modeOf(path)).toBe(0o755);
	expect(() => openDataFolder(join(path, "thesis.txt"))).toThrow("cannot be the data folder");
	expect(() => openDataFolder(join(path, "thesis.txt", "below"))).toThrow("cannot be the data folder");
});
