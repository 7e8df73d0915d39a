// Fetches wheels from PyPI, checked against their pins. Nothing of Python is installed or run.
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Missing, run, which } from "./run.mjs";
import { unwheel } from "./unwheel.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {{ requirement: string, options: string[], sha256: string }} Archive */
/** @typedef {Archive & { member: string, file: string }} Wheel */

/**
 * The command that runs pip here, if there is one.
 *
 * @param {Machine} machine
 * @returns {Promise<string[] | undefined>} the program and its first arguments
 */
export async function findPip(machine) {
	const python = which(machine.env, ["python3"]);
	if (python !== undefined && (await run(python, ["-m", "pip", "--version"], { env: machine.env, limitMs: 20_000 })).ok)
		return [python, "-m", "pip"];
	const pip = which(machine.env, ["pip3"]);
	return pip !== undefined && (await run(pip, ["--version"], { env: machine.env, limitMs: 20_000 })).ok ? [pip] : undefined;
}

/**
 * Downloads the wheel, compares its checksum, takes the one file out and deletes the wheel.
 *
 * @param {Machine} machine
 * @param {readonly string[]} pip from {@link findPip}
 * @param {Wheel} wheel
 * @returns {Promise<string>} path of the file in `.runtime/bin`
 * @throws {Missing} the checksum is another one: what was fetched is deleted and nothing else is tried
 * @throws {Error} the download failed or the archive is damaged: another source may be tried
 */
export async function getFromWheel(machine, pip, wheel) {
	return await withWheel({ machine, pip, wheel }, (archive) => {
		const target = join(machine.runtime, "bin", wheel.file);
		unwheel(archive, wheel.member, target);
		return target;
	});
}

/**
 * Downloads a wheel, compares its checksum, hands it to `use` and deletes it.
 *
 * @template Result
 * @param {{ machine: Machine, pip: readonly string[], wheel: Archive }} source `pip` from {@link findPip}
 * @param {(archive: string) => Result} use
 * @returns {Promise<Result>}
 * @throws {Missing} the checksum is another one
 * @throws {Error} the download failed, or what `use` throws
 */
export async function withWheel({ machine, pip, wheel }, use) {
	mkdirSync(machine.runtime, { recursive: true });
	const folder = mkdtempSync(join(machine.runtime, "wheel-"));
	try {
		const [command = "", ...first] = pip;
		const args = ["download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--disable-pip-version-check"];
		const download = await run(command, [...first, ...args, ...wheel.options, "-d", folder, wheel.requirement], {
			env: machine.env,
			limitMs: 180_000,
		});
		const name = readdirSync(folder).find((file) => file.endsWith(".whl"));
		if (!download.ok || name === undefined)
			throw new Error(`${wheel.requirement} could not be downloaded: ${download.reason || "pip left no wheel"}`);
		const archive = join(folder, name);
		const sha256 = await sha256Of(archive);
		if (sha256 !== wheel.sha256)
			throw new Missing(`${wheel.requirement} has another checksum than pinned: ${sha256}. It was deleted and not used.`);
		return use(archive);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @param {string} path */
async function sha256Of(path) {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path)) hash.update(chunk);
	return hash.digest("hex");
}
