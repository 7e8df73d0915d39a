// Entry of every npm script: gets the tools, then runs the command on Node 24. Plain JavaScript, since no package is installed yet.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exec } from "./exec.mjs";
import { takeLock } from "./lock.mjs";
import {
	backupUsage,
	isForRunner,
	packUsage,
	parseBackupOptions,
	parseOptions,
	parsePackOptions,
	parseReleaseOptions,
	parseRunnerOptions,
	refuseOptionsKeptByNpm,
	releaseUsage,
	usage,
	WrongOption,
} from "./options.mjs";
import { stopWhenParentIsGone } from "./parent.mjs";
import { getToolchain, getTools } from "./tools/all.mjs";
import { readMachine } from "./tools/machine.mjs";
import { killAll, Missing } from "./tools/run.mjs";
import { createStep } from "./tools/steps.mjs";

/** @typedef {import("./tools/all.mjs").Need} Need */
/** @typedef {{ needs: Need[], program: string[], ownGroup?: true, limitMs?: number, env?: Record<string, string> }} Command */

const minutes = 60_000;
const fromSource = ["node", "--conditions=@webhand/source"];
/** @type {Need[]} */
const everything = ["packages", "servers", "sandbox", "browser"];

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
// Services run from source: keeping what Node made of it halves the work of their start.
const compiled = { NODE_COMPILE_CACHE: join(root, ".runtime", "cache", "node") };

/** @type {Record<string, Command>} */
const commands = {
	start: { needs: everything, program: [...fromSource, "infra/local/main.ts", "start"], ownGroup: true, env: compiled },
	dev: { needs: everything, program: [...fromSource, "infra/local/main.ts", "dev"], ownGroup: true, env: compiled },
	// The run ends itself after 85 minutes and names what was running; this limit is the fallback.
	test: {
		needs: everything,
		program: [...fromSource, "infra/local/checks/run-tests.ts"],
		ownGroup: true,
		env: compiled,
		limitMs: 85.5 * minutes,
	},
	"test:full": {
		needs: [...everything, "helm"],
		program: [...fromSource, "infra/local/checks/run-tests.ts", "--full"],
		ownGroup: true,
		env: compiled,
	},
	"test:containers": {
		needs: ["packages", "browser"],
		program: [...fromSource, "infra/local/checks/containers.ts"],
		ownGroup: true,
		limitMs: 60 * minutes,
	},
	verify: { needs: ["packages"], program: [...fromSource, "infra/local/checks/verify.ts"] },
	build: { needs: ["packages"], program: ["turbo", "run", "build"] },
	chart: { needs: ["packages", "helm"], program: [...fromSource, "infra/local/chart/main.ts"] },
	// What the images are made of, by the lockfile; development packages aside.
	sbom: {
		needs: [],
		program: [
			"pnpm",
			..."sbom --sbom-format cyclonedx --sbom-type application --prod --lockfile-only --out .runtime/sbom.cdx.json".split(" "),
		],
	},
	bench: { needs: everything, program: [...fromSource, "packages/bench/src/main.ts"], ownGroup: true },
	smoke: { needs: ["packages"], program: [...fromSource, "infra/local/smoke/main.ts"] },
	backup: { needs: ["packages", "servers"], program: [...fromSource, "infra/local/main.ts", "backup"], ownGroup: true },
	restore: { needs: ["packages", "servers"], program: [...fromSource, "infra/local/main.ts", "restore"], ownGroup: true },
	pack: { needs: ["packages"], program: [...fromSource, "infra/local/main.ts", "pack"] },
	release: { needs: ["packages", "helm"], program: [...fromSource, "infra/local/main.ts", "release"] },
	pnpm: { needs: [], program: ["pnpm"] },
};

const [name = "", ...args] = process.argv.slice(2);
const isStack = name === "start" || name === "dev";
/** @type {Readonly<Record<string, string>>} */
const usages = { start: usage, dev: usage, backup: backupUsage, restore: backupUsage, pack: packUsage, release: releaseUsage };
const ownUsage = usages[name];
process.exitCode = await bootstrap();

/** @returns {Promise<number>} the exit code: 2 wrong option, 3 something is missing, else what the command says */
async function bootstrap() {
	const command = commands[name];
	if (command === undefined) {
		console.error(`Unknown command "${name}". There are: ${Object.keys(commands).join(", ")}.`);
		return 2;
	}
	if (ownUsage !== undefined && (args.includes("--help") || args.includes("-h"))) {
		console.log(ownUsage);
		return 0;
	}
	try {
		const needs = neededBy(command);
		const prepared = await prepare(new Set(needs));
		const [program = "", ...first] = command.program;
		return await exec({
			...prepared,
			program: program === "node" ? prepared.node : program,
			args: [...first, ...args],
			command,
			cwd: root,
		});
	} catch (cause) {
		if (!(cause instanceof Missing || cause instanceof WrongOption)) throw cause;
		killAll();
		console.error(`\n${cause.message}`);
		if (cause instanceof WrongOption && ownUsage !== undefined) console.error(ownUsage);
		return cause instanceof WrongOption ? 2 : 3;
	}
}

/** @param {Command} command @returns {Need[]} wrong options are refused here, before anything is fetched */
function neededBy(command) {
	if (name === "verify" && args.length > 0) throw new WrongOption("npm run verify takes no options");
	if (ownUsage !== undefined) refuseOptionsKeptByNpm(process.env);
	if (name === "backup" || name === "restore") parseBackupOptions(name, args, root);
	if (name === "pack") parsePackOptions(args, root);
	if (name === "release") parseReleaseOptions(args, root);
	if (!isStack) return command.needs;
	if (name === "start" && isForRunner(args)) {
		parseRunnerOptions(args, root);
		return ["packages", "browser"];
	}
	return parseOptions(name, args, root).browser ? command.needs : command.needs.filter((need) => need !== "browser");
}

/** @param {ReadonlySet<Need>} needs */
async function prepare(needs) {
	const startedAtMs = Date.now();
	const machine = readMachine(root, process.env);
	let isOver = false;
	// A tool that is killed because another one failed prints nothing.
	const print = (/** @type {string} */ line) => isOver || needs.size === 0 || console.log(line);
	const step = createStep({ print, now: Date.now, startedAtMs });
	const pins = JSON.parse(readFileSync(join(root, "infra", "local", "pins.json"), "utf8"));
	const stopWatching = onInterrupt();
	const release = await takeLock(join(machine.runtime, "bootstrap.lock"));
	process.on("exit", release);
	try {
		const chain = await getToolchain({ machine, pins, step });
		const tools = needs.size === 0 ? undefined : await getTools({ machine, pins, step }, chain, needs);
		const env = { ...chain.env, ...commands[name]?.env, ...tools?.env, WEBHAND_STARTED_AT_MS: String(startedAtMs) };
		return { node: chain.node, env };
	} finally {
		isOver = true;
		release();
		stopWatching();
	}
}

/** Ctrl-C while tools are fetched: running programs are killed, and the next run continues from complete files. */
function onInterrupt() {
	const stop = () => {
		killAll();
		process.exit(isStack ? 0 : 130);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);
	const stopWatching = stopWhenParentIsGone(stop);
	return () => {
		stopWatching();
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, stop);
	};
}
