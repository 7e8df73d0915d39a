import { constants } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "vitest";
import type { Root } from "./walk.ts";
import { walk } from "./walk.ts";

const test = base
	.extend("folder", async ({}, { onCleanup }) => {
		const folder = await mkdtemp(join(tmpdir(), "webhand-walk-"));
		onCleanup(() => rm(folder, { recursive: true, force: true }));
		const alpha = join(folder, "alpha");
		await mkdir(join(alpha, "src", "deep"), { recursive: true });
		await mkdir(join(folder, "alpha-evil"));
		await writeFile(join(folder, "alpha-evil", "secret.txt"), "canary");
		await writeFile(join(alpha, "a.txt"), "text of a");
		await writeFile(join(alpha, "src", "deep", "b.txt"), "text of b");
		await symlink("src/deep/b.txt", join(alpha, "to-b"));
		await symlink("to-b", join(alpha, "chain"));
		await symlink("../a.txt", join(alpha, "src", "up"));
		await symlink("..", join(alpha, "src", "deep", "back"));
		await symlink("../alpha-evil/secret.txt", join(alpha, "out"));
		await symlink(join(folder, "alpha-evil"), join(alpha, "absolute"));
		await symlink("../../alpha-evil", join(alpha, "src", "out"));
		await symlink("loop-b", join(alpha, "loop-a"));
		await symlink("loop-a", join(alpha, "loop-b"));
		await symlink("nothing", join(alpha, "dangling"));
		return folder;
	})
	.extend("root", async ({ folder }, { onCleanup }): Promise<Root> => {
		const handle = await open(join(folder, "alpha"), constants.O_RDONLY | constants.O_DIRECTORY);
		onCleanup(() => handle.close());
		return { handle, dev: (await handle.stat({ bigint: true })).dev };
	});

/** What a path leads to: the text of a file, the kind of anything else, or the code of the refusal. */
async function lookUp(root: Root, path: string, followLast = true): Promise<string> {
	const parts = path.split("/").filter((part) => part !== "");
	const found = await walk(root, parts, { followLast }).catch((error: { code: string }) => error.code);
	if (typeof found === "string") return found;
	try {
		if (found.handle === null) return "nothing";
		const facts = await found.handle.stat();
		if (facts.isFile()) return await readFile(`/proc/self/fd/${found.handle.fd}`, "utf8");
		return facts.isDirectory() ? "folder" : facts.isSymbolicLink() ? "link" : "other";
	} finally {
		await found.close();
	}
}

test.for([
	["", "folder"],
	["a.txt", "text of a"],
	["src/deep/b.txt", "text of b"],
	["to-b", "text of b"],
	["chain", "text of b"],
	["src/up", "text of a"],
	["src/deep/back/up", "text of a"],
	["src/deep/back", "folder"],
	["new.txt", "nothing"],
	["dangling", "nothing"],
	["missing/new.txt", "FILE_NOT_FOUND"],
	["a.txt/b", "NOT_A_DIRECTORY"],
	["out", "PATH_NOT_ALLOWED"],
	["src/out/secret.txt", "PATH_NOT_ALLOWED"],
	["absolute/secret.txt", "PATH_NOT_ALLOWED"],
	["loop-a", "LINK_LOOP"],
] as const)("%j leads to %j", async ([path, outcome], { root }) => {
	expect(await lookUp(root, path)).toBe(outcome);
});

test("a link that is the last part is itself what was asked for, when nobody follows it", async ({ root }) => {
	expect(await lookUp(root, "out", false)).toBe("link");
	expect(await lookUp(root, "src/out", false)).toBe("link");
});

test("a root that was renamed is walked on where it lies now", async ({ root, folder }) => {
	await rename(join(folder, "alpha"), join(folder, "moved"));
	expect(await lookUp(root, "src/deep/b.txt")).toBe("text of b");
});

test("a folder that is swapped for a link all the time never leads out", async ({ root, folder }) => {
	const alpha = join(folder, "alpha");
	await mkdir(join(alpha, "swap"));
	await writeFile(join(alpha, "swap", "secret.txt"), "inside");
	let isSwapping = true;
	const swapping = (async () => {
		while (isSwapping) {
			await rename(join(alpha, "swap"), join(alpha, "aside"));
			await symlink("../alpha-evil", join(alpha, "swap"));
			await rm(join(alpha, "swap"));
			await rename(join(alpha, "aside"), join(alpha, "swap"));
		}
	})();
	const seen = new Set<string>();
	for (let round = 0; round < 500; round += 1) seen.add(await lookUp(root, "swap/secret.txt"));
	isSwapping = false;
	await swapping;
	expect([...seen]).not.toContain("canary");
	expect([...seen]).toContain("inside");
});
