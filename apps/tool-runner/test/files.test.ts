import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { test } from "./runner.ts";

test("a file is written, listed and read again", async ({ runner }) => {
	const space = await runner.workspace();
	const made = await space.change("fs.mkdir", "/fs/mkdir", { path: "src/deep" });
	expect(made).toMatchObject({ status: 201, body: { path: "src/deep", created: true } });
	const written = await space.change("fs.write", "/fs/write", { path: "src/a.txt", content: "one\ntwo\n" });
	expect(written).toMatchObject({
		status: 201,
		body: { created: true, bytes: 8, previousHash: null, diff: { type: "create", linesAdded: 2 } },
	});
	const list = await space.call("GET", "/fs/list?path=src");
	expect(list.body).toMatchObject({
		entries: [
			{ name: "a.txt", path: "src/a.txt", type: "file", size: 8 },
			{ name: "deep", type: "dir" },
		],
		truncated: false,
		nextCursor: null,
	});
	const read = await space.call("GET", "/fs/read?path=src/a.txt");
	expect(read).toMatchObject({ status: 200, body: { content: "one\ntwo\n", encoding: "utf8", truncated: false } });
	const removed = await space.change("fs.delete", "/fs/delete", { path: "src", recursive: true });
	expect(removed.body).toMatchObject({ type: "dir", entriesDeleted: 3, deletionId: null });
	await writeFile(join(space.path, "x"), "");
	await mkdir(join(space.path, "y"));
});
