import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { z } from "zod";
import { extractWheel, findPip } from "../../../../../infra/local/tools/extract-wheel.mjs";
import { readMachine } from "../../../../../infra/local/tools/machine.mjs";
import { developmentTasks } from "../tasks.ts";

const Pins = z.object({
	wheels: z.object({ miniwob: z.object({ requirement: z.string(), options: z.array(z.string()), sha256: z.string() }) }),
});

const inWheel = "miniwob/html/";

/**
 * The folder with the development tasks' pages and what they load, below `.runtime`; fetched from PyPI by pip on the first call and checked
 * against its pin. Of the package nothing else is unpacked.
 *
 * @throws Error that says why they cannot be got
 */
export async function getPages(): Promise<string> {
	const runtime = join(repositoryRoot, ".runtime");
	const { miniwob } = Pins.parse(JSON.parse(readFileSync(join(repositoryRoot, "infra", "local", "pins.json"), "utf8"))).wheels;
	const target = join(runtime, "miniwob", miniwob.sha256.slice(0, 16));
	if (existsSync(target)) return join(target, inWheel);
	// pip and its proxy settings are found in the environment of whoever runs the benchmark.
	const machine = readMachine(repositoryRoot, process.env);
	const pip = await findPip(machine);
	if (pip === undefined) throw new Error("The pages of MiniWoB++ cannot be fetched: there is no pip; install Python 3 with pip");
	await extractWheel({ machine, pip, wheel: miniwob }, (unpacked) => keepPages(join(unpacked, inWheel), { runtime, target }));
	return join(target, inWheel);
}

/** Keeps the development tasks and what they load; the other tasks stay unseen. */
function keepPages(unpacked: string, { runtime, target }: { readonly runtime: string; readonly target: string }): void {
	const partial = mkdtempSync(join(runtime, "miniwob-"));
	const keep = (path: string) => cpSync(join(unpacked, path), join(partial, inWheel, path), { recursive: true });
	try {
		for (const task of developmentTasks) keep(join("miniwob", `${task}.html`));
		for (const path of ["core", ...assetsOf(join(partial, inWheel, "miniwob"))]) keep(path);
		mkdirSync(dirname(target), { recursive: true });
		// Another run may have been quicker.
		if (!existsSync(target)) renameSync(partial, target);
	} finally {
		rmSync(partial, { recursive: true, force: true });
	}
}

/** Files and folders that these pages name. */
function assetsOf(folder: string): readonly string[] {
	const named = readdirSync(folder).flatMap((page) =>
		[...readFileSync(join(folder, page), "utf8").matchAll(/\.\.\/((?:common|flight)\/[\w./-]+)/g)].map((match) => match[1] ?? ""),
	);
	return [...new Set(named)];
}
