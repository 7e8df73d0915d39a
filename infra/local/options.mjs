// The options of `npm start` and `npm run dev`, read twice: before anything is fetched, and by the stack itself.
import { resolve } from "node:path";
import { parseArgs } from "node:util";

/**
 * @typedef {object} Options
 * @property {boolean} dev services restart when their source changes
 * @property {boolean} exit stop after the demo task and say by the exit code whether it succeeded
 * @property {boolean} demo
 * @property {boolean} browser
 * @property {number} port of the gateway; 0 takes free ports for everything
 * @property {number} replicas of auth, agent-api and knowledge-proxy
 * @property {string} data absolute path of the data folder
 */

export const usage = `npm start -- [options]
  --exit           stop after the demo task; the exit code says whether it succeeded
  --no-demo        do not carry out the demo task
  --no-browser     services only
  --port N         port of the gateway (8787); 0 takes free ports for everything
  --replicas N     of auth, agent-api and knowledge-proxy (1)
  --data DIR       data folder, a new or an empty one at first (.webhand)
  --help           this`;

/** A wrong option; exit code 2. */
export class WrongOption extends Error {}

/**
 * @param {"start" | "dev"} command
 * @param {readonly string[]} args
 * @param {string} root relative paths are below it
 * @returns {Options}
 * @throws {WrongOption} naming the option
 */
export function parseOptions(command, args, root) {
	const { values } = parse(args);
	if (values.data === "") throw new WrongOption("--data is the path of a folder");
	const browser = !values["no-browser"];
	const demo = command === "start" && browser && !values["no-demo"];
	const exit = values.exit ?? false;
	if (exit && !demo) throw new WrongOption("--exit stops after the demo task, so it cannot stand beside --no-demo or --no-browser");
	return {
		dev: command === "dev",
		exit,
		demo,
		browser,
		port: wholeNumber("--port", values.port ?? "8787", { from: 0, to: 65_535 }),
		replicas: wholeNumber("--replicas", values.replicas ?? "1", { from: 1, to: 8 }),
		data: resolve(root, values.data ?? ".webhand"),
	};
}

/**
 * npm keeps options before `--` for itself, so they would silently have no effect.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @throws {WrongOption} naming them
 */
export function refuseOptionsKeptByNpm(environment) {
	const ours = ["exit", "demo", "port", "replicas", "data"].filter((option) => environment[`npm_config_${option}`] !== undefined);
	// npm has a setting of that name too; only `--no-browser` makes it empty.
	if (environment["npm_config_browser"] === "") ours.push("browser");
	const written = ours.map((option) => (environment[`npm_config_${option}`] === "" ? `--no-${option}` : `--${option}`));
	if (written.length > 0)
		throw new WrongOption(`npm kept ${written.join(" and ")} for itself: options stand after --, as in npm start -- --exit`);
}

/** @param {readonly string[]} args */
function parse(args) {
	try {
		return parseArgs({
			args: [...args],
			strict: true,
			allowPositionals: false,
			options: {
				exit: { type: "boolean" },
				"no-demo": { type: "boolean" },
				"no-browser": { type: "boolean" },
				port: { type: "string" },
				replicas: { type: "string" },
				data: { type: "string" },
			},
		});
	} catch (cause) {
		throw new WrongOption(cause instanceof Error ? cause.message : String(cause), { cause });
	}
}

/** @param {string} name @param {string} text @param {{ from: number, to: number }} range */
function wholeNumber(name, text, { from, to }) {
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < from || value > to)
		throw new WrongOption(`${name} is a whole number from ${from} to ${to}, not "${text}"`);
	return value;
}
