// Debian's packages. One call installs everything, since a second call would wait for the first one's lock.
import { run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {(who: string, packages: readonly string[]) => Promise<string>} Ask resolves to "" or the reason why not */

/**
 * The first install waits until each of `askers` has asked, an empty list included; a later request is a separate install.
 *
 * @param {Machine} machine
 * @param {readonly string[]} askers
 * @returns {Ask}
 */
export function createApt(machine, askers) {
	const undecided = new Set(askers);
	/** @type {Set<string>} */
	const wanted = new Set();
	/** @type {() => void} */
	let everyoneAsked = () => {};
	/** @type {Promise<string>} */
	const first = new Promise((resolve) => {
		everyoneAsked = () => resolve(install(machine, [...wanted]));
	});
	let last = first;
	return (who, packages) => {
		if (undecided.has(who)) {
			for (const name of packages) wanted.add(name);
			undecided.delete(who);
			if (undecided.size === 0) everyoneAsked();
			return packages.length === 0 ? Promise.resolve("") : first;
		}
		last = last.then(() => install(machine, packages));
		return last;
	};
}

/**
 * The command to type in a terminal.
 *
 * @param {Machine} machine @param {readonly string[]} packages
 */
export function aptCommand(machine, packages) {
	return `${machine.isRoot ? "" : "sudo "}apt-get install -y --no-install-recommends ${packages.join(" ")}`;
}

/** @param {Machine} machine @param {readonly string[]} packages */
async function install(machine, packages) {
	if (packages.length === 0) return "";
	if (!machine.apt) return "this system has no apt";
	if (!machine.isRoot) return "only root may install packages";
	const apt = which(machine.env, ["apt-get"]);
	if (apt === undefined) return "apt-get is not on PATH";
	const env = { ...machine.env, DEBIAN_FRONTEND: "noninteractive" };
	const lock = ["-o", "DPkg::Lock::Timeout=60"];
	const update = await run(apt, ["update", ...lock], { env, limitMs: 60_000 });
	const installed = await run(apt, ["install", "-y", "--no-install-recommends", ...lock, ...packages], { env, limitMs: 240_000 });
	return installed.ok ? "" : `apt-get install failed: ${installed.reason}${update.ok ? "" : `; apt-get update failed: ${update.reason}`}`;
}
