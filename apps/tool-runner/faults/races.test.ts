import { readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@webhand/service-kit/errors";
import { expect, test } from "vitest";
import { racedOperations } from "../test/raced-operations.ts";
import { race } from "../test/races.ts";

test.for(Object.entries(racedOperations))("%s never leaves the workspace in 30 seconds of swaps", async ([, operation]) => {
	const end = await race(operation, 30_000);
	expect(end).toMatchObject({ escapes: [], failures: [] });
	expect(end.swaps).toBeGreaterThan(1_000);
	expect(end.done).toBeGreaterThan(10);
});

test("a reader that looks where a path leads and then opens it is led out by the same swaps", async () => {
	const end = await race(async ({ handle }) => {
		const root = await readlink(`/proc/self/fd/${handle.fd}`);
		const path = await realpath(join(root, "race/folder/secret.txt")).catch(gone);
		if (!path.startsWith(`${root}/`)) throw new AppError("PATH_NOT_ALLOWED", "It leads out");
		return await readFile(path, "utf8").catch(gone);
	}, 10_000);
	expect(end.escapes).toEqual(["a reply holds what lies outside"]);
});

const gone = (cause: unknown): never => {
	throw new AppError("FILE_NOT_FOUND", "It has gone", { cause });
};
