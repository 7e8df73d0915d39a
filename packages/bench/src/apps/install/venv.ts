import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { findPip } from "../../../../../infra/local/tools/extract-wheel.mjs";
import { readMachine } from "../../../../../infra/local/tools/machine.mjs";
import { run } from "../../../../../infra/local/tools/run.mjs";

const limitMs = 600_000;

/**
 * The Python of a virtual environment below `.runtime/apps` with what a lock names; made on the first call. Pip refuses a file whose hash
 * is not in the lock.
 *
 * @param name of a file in `locks/`
 * @throws Error that says why it cannot be made
 */
export async function getPython(name: string): Promise<string> {
	const lock = join(import.meta.dirname, "locks", `${name}.txt`);
	const hash = createHash("sha256").update(readFileSync(lock)).digest("hex").slice(0, 16);
	const folder = join(repositoryRoot, ".runtime", "apps", `${name}-${hash}`);
	const python = join(folder, "bin", "python");
	const whole = join(folder, "installed");
	if (existsSync(whole)) return python;
	// pip and its proxy settings are found in the environment of whoever runs the benchmark.
	const { env } = readMachine(repositoryRoot, process.env);
	const pip = await findPip(readMachine(repositoryRoot, process.env));
	const [system] = pip ?? [];
	if (system === undefined || pip?.length === 1) throw new Error(`${name} cannot be installed: there is no Python 3 with pip`);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(join(folder, ".."), { recursive: true });
	const steps = [
		[system, "-m", "venv", folder],
		[python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "-r", lock],
	];
	for (const [command = "", ...args] of steps) {
		const { ok, reason } = await run(command, args, { env, limitMs });
		if (!ok) throw new Error(`${name} cannot be installed: ${reason}`);
	}
	writeFileSync(whole, "");
	return python;
}
