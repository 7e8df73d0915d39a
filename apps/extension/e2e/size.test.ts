import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { repositoryRoot } from "@webhand/testing/binaries";
import { expect, test } from "vitest";

const kilo = 1_000;
/** Bytes; the German texts take about 100 kB of the zip; the list of public and private suffixes takes 90 kB of the worker. `worker` is all that Chrome reads at a wake: its script, the chunks that it imports, and theirs. */
const bounds = { zip: 930 * kilo, worker: 590 * kilo, page: 258 * kilo };

test.each(["chrome-mv3", "chrome-mv3-trusted"])("the build %s is small enough to be woken often and installed quickly", async (build) => {
	const folder = join(repositoryRoot, "apps/extension/.output", build);
	const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
	const files = new Map(
		await Promise.all(entries.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name))] as const)),
	);
	const sizeOf = (name: string) => files.get(name)?.length ?? Number.NaN;
	const woken = new Set(["background.js"]);
	// A set's loop goes on with what is added to it.
	for (const name of woken)
		for (const [, chunk = ""] of String(files.get(name)).matchAll(/from"\.\/(?:chunks\/)?([^"]+)"/g)) woken.add(chunk);
	const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
	expect(sum([...files.values()].map((content) => deflateRawSync(content).length))).toBeLessThan(bounds.zip);
	expect(sum([...woken].map(sizeOf))).toBeLessThan(bounds.worker);
	expect(sizeOf("page.js")).toBeLessThan(bounds.page);
});

test.each(["chrome-mv3", "chrome-mv3-trusted"])("in the build %s only the options page knows the routes of knowledge", async (build) => {
	const folder = join(repositoryRoot, "apps/extension/.output", build);
	const read = (path: string) => readFile(join(folder, path), "utf8");
	/** A script with all that it imports, also later. */
	const loaded = async (path: string, seen: Map<string, string>): Promise<string> => {
		if (!seen.has(path)) {
			const source = await read(path);
			seen.set(path, source);
			const names = [...source.matchAll(/["'`](?:\.{0,2}\/)?(?:chunks\/)?([\w.-]+\.js)["'`]/g)].map(([, name = ""]) => name);
			const chunks = new Set((await readdir(join(folder, "chunks"))).filter((name) => names.includes(name)));
			for (const name of chunks) await loaded(`chunks/${name}`, seen);
		}
		return [...seen.values()].join("\n");
	};
	const ofPage = async (page: string) => {
		const sources = [...(await read(page)).matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path = ""]) => path);
		expect(sources.length).toBeGreaterThan(0);
		return (await Promise.all(sources.map((path) => loaded(path, new Map())))).join("\n");
	};
	expect(await ofPage("options.html")).toContain("/api/knowledge/resolve");
	for (const source of [await ofPage("sidepanel.html"), await loaded("background.js", new Map()), await loaded("page.js", new Map())]) {
		expect(source).not.toContain("/api/knowledge");
		expect(source).not.toMatch(/\/how-to\b|:stepIndex\/knowledge/);
	}
});
