import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { repositoryRoot } from "@webhand/testing/binaries";
import { expect, test } from "vitest";
import { readReport } from "../../build/module-report.ts";

const output = join(repositoryRoot, "apps/extension/.output");
const kilo = 1_000;

/**
 * Bytes that each script, and the zip, may have. `woken` is all that Chrome reads to start the worker: its script and the chunks it shares with the
 * panel, which is zod. The README says why the content script is above its 80 kB.
 */
const bounds = { zip: 700 * kilo, background: 150 * kilo, woken: 250 * kilo, page: 179 * kilo };
const reportedFrom = 10 * kilo;

async function filesOf(build: string): Promise<ReadonlyMap<string, Buffer>> {
	const names = (await readdir(join(output, build), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
	return new Map(await Promise.all(names.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name))] as const)));
}

/** What stands in the way, when a script has grown: its modules over 10 kB, before they are minified. */
function largestOf(script: string): string {
	const modules = Object.entries(readReport()[script] ?? {}).filter(([, size]) => size > reportedFrom);
	return modules.map(([name, size]) => `${Math.round(size / kilo)} kB ${name}`).join("; ");
}

/** The chunks that a script imports, by the name of their file. */
function importsOf(script: string): string[] {
	return [...script.matchAll(/from"\.\/chunks\/([^"]+)"/g)].map(([, name = ""]) => name);
}

test.each(["chrome-mv3", "chrome-mv3-trusted"])("the build %s is small enough to be woken often and installed quickly", async (build) => {
	const files = await filesOf(build);
	const zipped = [...files.values()].reduce((total, content) => total + deflateRawSync(content).length, 0);
	expect(zipped).toBeLessThan(bounds.zip);
	expect(files.get("background.js")?.length, largestOf("background")).toBeLessThan(bounds.background);
	const chunks = importsOf(files.get("background.js")?.toString() ?? "").map((name) => files.get(name)?.length ?? 0);
	const woken = chunks.reduce((total, size) => total + size, files.get("background.js")?.length ?? 0);
	expect(woken, largestOf("background")).toBeLessThan(bounds.woken);
	expect(files.get("page.js")?.length, largestOf("page")).toBeLessThan(bounds.page);
});
