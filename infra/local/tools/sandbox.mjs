// bubblewrap, in which the tool-runner runs commands, and git.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { aptCommand } from "./apt.mjs";
import { run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {{ bwrap: string | undefined, git: string | undefined }} Sandbox */
/** @typedef {{ reason: string, install: string }} Unavailable what will not work is said by the caller; `install` may be empty */

// The namespaces really used: a weaker probe passes where mounting /proc fails (bubblewrap issue 505).
const probeArguments = ["--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"];

/** @param {Machine} machine @returns {Sandbox} */
export function find(machine) {
	/** @param {string} name */
	const program = (name) => which(machine.env, [join(machine.system, "usr", "bin", name), name]);
	return { bwrap: program("bwrap"), git: program("git") };
}

/**
 * @param {Machine} machine
 * @param {import("./apt.mjs").Ask} ask
 * @returns {Promise<Sandbox & { refused: string }>}
 */
export async function get(machine, ask) {
	const { bwrap, git } = find(machine);
	const packages = machine.platform === "linux" ? [...(bwrap ? [] : ["bubblewrap"]), ...(git ? [] : ["git"])] : [];
	const refused = await ask("sandbox", packages);
	return { ...find(machine), refused };
}

/**
 * Opens one sandbox.
 *
 * @param {Machine} machine @param {Sandbox & { refused: string }} sandbox
 * @returns {Promise<Unavailable | undefined>} undefined when it works
 */
export async function probe(machine, sandbox) {
	if (machine.platform !== "linux") return { reason: "the sandbox needs Linux", install: "" };
	const install = aptCommand(machine, ["bubblewrap", "git"]);
	if (sandbox.bwrap === undefined) return { reason: `bubblewrap is not installed${sandbox.refused && ` (${sandbox.refused})`}`, install };
	const outcome = await run(sandbox.bwrap, probeArguments, { env: machine.env, limitMs: 5_000 });
	if (!outcome.ok) return { reason: explain(machine, outcome.reason), install: "" };
	if (sandbox.git === undefined) return { reason: `git is not installed${sandbox.refused && ` (${sandbox.refused})`}`, install };
	return undefined;
}

/** @param {Machine} machine @param {string} said what bubblewrap printed */
function explain(machine, said) {
	/** @param {string} name */
	const setting = (name) => {
		try {
			return readFileSync(join(machine.system, "proc", "sys", name), "utf8").trim();
		} catch {
			return undefined;
		}
	};
	if (setting("user/max_user_namespaces") === "0" || setting("kernel/unprivileged_userns_clone") === "0") {
		return `user namespaces are off (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone): ${said}`;
	}
	if (/mount.*proc/i.test(said)) return `/proc is masked, as in a container without systempaths=unconfined: ${said}`;
	if (setting("kernel/apparmor_restrict_unprivileged_userns") === "1") {
		return `AppArmor keeps bubblewrap from user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0, or a profile for bwrap): ${said}`;
	}
	return `bubblewrap cannot open a sandbox: ${said}`;
}
