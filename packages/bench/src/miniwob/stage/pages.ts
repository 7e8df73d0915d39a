import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { z } from "zod";
import { readMachine } from "../../../../../infra/local/tools/machine.mjs";
import { findPip, withWheel } from "../../../../../infra/local/tools/pip.mjs";
import { unwheelSome } from "../../../../../infra/local/tools/unwheel.mjs";
import { developmentTasks } from "../tasks.ts";

const Pins = z.object({
	wheels: z.object({ miniwob: z.object({ requirement: z.string(), options: z.array(z.string()), sha256: z.string() }) }),
});

const inWheel = "miniwob/html/";

/**
 * The folder with the pages of the development tasks, below `.runtime`. The first call fetches them with pip and checks them against their
 * pin; nothing else is unpacked.
 *
 * @throws Error that says why the pages are missing
 */
export async function getPages(): Promise<string> {
	const runtime = join(repositoryRoot, ".runtime");
	const { miniwob } = Pins.parse(JSON.parse(readFileSync(join(repositoryRoot, "infra", "local", "pins.json"), "utf8"))).wheels;
	const target = join(runtime, "miniwob", miniwob.sha256.slice(0, 16));
	if (existsSync(target)) return join(target, inWheel);
	// pip and its proxy settings come from the environment of the caller.
	const machine = readMachine(repositoryRoot, process.env);
	const pip = await findPip(machine);
	if (pip === undefined) throw new Error("The pages of MiniWoB++ cannot be fetched: there is no pip; install Python 3 with pip");
	await withWheel({ machine, pip, wheel: miniwob }, (archive) => unpack(archive, { runtime, target }));
	return join(target, inWheel);
}

function unpack(archive: string, { runtime, target }: { readonly runtime: string; readonly target: string }): void {
	const partial = mkdtempSync(join(runtime, "miniwob-"));
	try {
		const pages = new Set(developmentTasks.map((task) => `${inWheel}miniwob/${task}.html`));
		unwheelSome(archive, (name) => pages.has(name) || name.startsWith(`${inWheel}core/`), partial);
		const loaded = assetsOf(join(partial, inWheel, "miniwob"));
		unwheelSome(archive, (name) => loaded.some((path) => (path.endsWith("/") ? name.startsWith(path) : name === path)), partial);
		mkdirSync(dirname(target), { recursive: true });
		// Another run may have finished first.
		if (!existsSync(target)) renameSync(partial, target);
	} finally {
		rmSync(partial, { recursive: true, force: true });
	}
}

/** Files and folders (with a trailing slash) that the pages load. */
function assetsOf(folder: string): readonly string[] {
	const named = readdirSync(folder).flatMap((page) =>
		[...readFileSync(join(folder, page), "utf8").matchAll(/\.\.\/((?:common|flight)\/[\w./-]+)/g)].map((match) => match[1] ?? ""),
	);
	return [...new Set(named)].map((path) => `${inWheel}${path}`);
}
