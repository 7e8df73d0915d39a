// Helm, which lints and renders the chart: found, else built once by the Go of this computer from the pinned module.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, which } from "./run.mjs";
import { findServer, probeVersion } from "./server.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {import("./server.mjs").Program} Program */
/** @typedef {import("./sandbox.mjs").Unavailable} Unavailable */
/** @typedef {{ module: string, version: string }} Pin */

// The first build compiles 1,200 packages; two busy cores need minutes.
const buildLimitMs = 900_000;

/**
 * @param {Machine} machine
 * @returns {Promise<Program | undefined>} `HELM_BIN`, else `helm` on PATH, else the one that was built before
 * @throws {Missing} HELM_BIN names something that does not run or is too old
 */
export function find(machine) {
	return findServer(machine, { variable: "HELM_BIN", commands: ["helm"], probe: (file) => probe(machine, file) });
}

/**
 * Builds it into `.runtime/bin`. Go checks the module against the public checksum database.
 *
 * @param {Machine} machine @param {Pin} pin
 * @returns {Promise<Program | Unavailable>} never throws: only the chart needs it
 */
export async function get(machine, { module, version }) {
	const install = `Install Helm ${version} or newer, or Go to build it with, or name it by HELM_BIN.`;
	const go = which(machine.env, ["go", join(machine.system, "usr", "local", "go", "bin", "go")]);
	if (go === undefined) return { reason: "helm and go are not installed", install };
	const folder = join(machine.runtime, "go");
	const env = {
		...machine.env,
		GOPATH: folder,
		GOBIN: join(folder, "bin"),
		GOCACHE: join(folder, "cache"),
		GOFLAGS: "-trimpath -modcacherw",
		CGO_ENABLED: "0",
	};
	mkdirSync(join(machine.runtime, "bin"), { recursive: true });
	const built = await run(go, ["install", "-ldflags=-s -w", `${module}@${version}`], { env, limitMs: buildLimitMs });
	const file = join(machine.runtime, "bin", `helm-${version.replace(/^v/, "")}`);
	if (built.ok) renameSync(join(env.GOBIN, "helm"), file);
	// Sources and objects take 2 GB.
	rmSync(folder, { recursive: true, force: true });
	if (!built.ok) return { reason: `Helm ${version} could not be built: ${built.reason}`, install };
	const program = await probe(machine, file);
	return typeof program === "string" ? { reason: program, install } : program;
}

/** @param {Machine} machine @param {string} file @returns {Promise<Program | string>} */
async function probe(machine, file) {
	const outcome = await run(file, ["version", "--short"], { env: machine.env, limitMs: 20_000 });
	return await probeVersion(machine, file, { pattern: /^v(\d+\.\d+\.\d+)/m, oldest: "3.16.0", outcome });
}
