import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { repositoryRoot } from "@webhand/testing/binaries";
import { expect, test } from "vitest";

const kilo = 1_000;
/** Bytes. `worker` is all that Chrome reads at a wake: its script and the chunks that it imports. */
const bounds = { zip: 700 * kilo, worker: 400 * kilo, page: 200 * kilo };

test.each(["chrome-mv3", "chrome-mv3-trusted"])("the build %s is small enough to be woken often and installed quickly", async (build) => {
	const folder = join(repositoryRoot, "apps/extension/.output", build);
	const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
	const files = new Map(
		await Promise.all(entries.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name))] as const)),
	);
	const sizeOf = (name: string) => files.get(name)?.length ?? Number.NaN;
	const chunks = [...String(files.get("background.js")).matchAll(/from"\.\/chunks\/([^"]+)"/g)].map(([, name = ""]) => name);
	const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
	expect(sum([...files.values()].map((content) => deflateRawSync(content).length))).toBeLessThan(bounds.zip);
	expect(sum(["background.js", ...chunks].map(sizeOf))).toBeLessThan(bounds.worker);
	expect(sizeOf("page.js")).toBeLessThan(bounds.page);
});
