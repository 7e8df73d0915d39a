// The options of `npm start` and `npm run dev`, read twice: before anything is fetched, and by the stack itself.
import { join, resolve } from "node:path";
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

/**
 * @typedef {object} RunnerOptions of `npm start -- --runner`
 * @property {string} server origin
 * @property {string | undefined} code for the first start
 * @property {string} profile absolute path of its folder
 * @property {boolean} headed
 * @property {number} healthPort 0 takes a free one
 */

export const usage = `npm start -- [options]
  --exit           stop after the demo task; the exit code says whether it succeeded
  --no-demo        do not carry out the demo task
  --no-browser     services only
  --port N         port of the gateway (8787); 0 takes free ports for everything
  --replicas N     of auth, agent-api and knowledge-proxy (1)
  --data DIR       data folder, a new or an empty one at first (.webhand)
  --help           this

npm start -- --runner [options]: only a browser that takes runs for a server, as docs/runner.md says
  --server URL     where Webhand answers (http://127.0.0.1:8787)
  --code CODE      from the console's page Runners, for the first start; the profile keeps the sign-in
  --name NAME      of its profile, one for each runner on a computer (runner)
  --profile DIR    its folder (.webhand/runners/NAME)
  --headed         show its window
  --health-port N  of /healthz and /metrics on this computer (0: a free one, which is printed)`;

export const backupUsage = `npm run backup -- --to DIR [--data DIR]
npm run restore -- --from DIR [--data DIR] [--end-keys]
  --to DIR         a new or empty folder, which becomes the backup
  --from DIR       the folder of a backup
  --data DIR       data folder of the stack (.webhand); a restore wants its secrets.json there, and nothing else
  --end-keys       end all API keys too`;

export const packUsage = `npm run pack -- [--key KEY.pem (--url URL | --files-url URL)] [--to DIR]
  --key KEY.pem    RSA key that signs the CRX; it makes the extension's id, so keep it
  --url URL        where people reach Webhand, such as https://agent.example.com, whose gateway serves the files below /extension
  --files-url URL  the folder of another web server that serves them, such as https://files.example.com/webhand
  --to DIR         where the files go (.webhand/extension, which the gateway of this computer serves)`;

export const releaseUsage = `npm run release -- X.Y.Z [--dry-run] [--skip-tests] [--to DIR]
  --dry-run        say what it would do, and write nothing
  --skip-tests     npm test passed for this commit elsewhere
  --to DIR         where the files go (.webhand/releases/X.Y.Z)`;

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
 * @param {"backup" | "restore"} command
 * @param {readonly string[]} args
 * @param {string} root relative paths are below it
 * @returns {{ folder: string, data: string, endKeys: boolean }} absolute paths
 * @throws {WrongOption} naming the option
 */
export function parseBackupOptions(command, args, root) {
	const name = command === "backup" ? "to" : "from";
	/** @type {Record<string, { type: "string" | "boolean" }>} */
	const options = {
		[name]: { type: "string" },
		data: { type: "string" },
		...(command === "restore" && { "end-keys": { type: "boolean" } }),
	};
	const { values } = told(() => parseArgs({ args: [...args], strict: true, allowPositionals: false, options }));
	const folder = values[name];
	if (typeof folder !== "string" || folder === "") throw new WrongOption(`--${name} DIR is missing, the folder of the backup`);
	if (values["data"] === "") throw new WrongOption("--data is the path of a folder");
	return { folder: resolve(root, folder), data: resolve(root, String(values["data"] ?? ".webhand")), endKeys: values["end-keys"] === true };
}

/**
 * @param {readonly string[]} args
 * @param {string} root relative paths are below it
 * @returns {{ to: string, key: string | undefined, filesUrl: string }} absolute paths; `filesUrl` without a slash at its end
 * @throws {WrongOption} naming the option
 */
export function parsePackOptions(args, root) {
	const text = /** @type {const} */ ({ type: "string" });
	const options = { key: text, url: text, "files-url": text, to: text };
	const { values } = told(() => parseArgs({ args: [...args], strict: true, options }));
	const { key, url, "files-url": files, to = join(".webhand", "extension") } = values;
	if ((key === undefined) !== (url === undefined && files === undefined))
		throw new WrongOption("--key and --url stand together, or --key and --files-url: a CRX names where its updates are");
	if (url !== undefined && files !== undefined) throw new WrongOption("--url and --files-url: name one of them");
	const [option, given = "https://agent.example.com"] = files === undefined ? ["--url", url] : ["--files-url", files];
	const address = URL.parse(given);
	if (address === null || !/^https?:$/.test(address.protocol) || address.search + address.hash !== "")
		throw new WrongOption(`${option} is an address such as https://agent.example.com, not "${given}"`);
	const filesUrl = files === undefined ? `${address.origin}/extension` : address.href.replace(/\/+$/, "");
	if (key === "" || to === "") throw new WrongOption(`--${key === "" ? "key" : "to"} is a path`);
	return { to: resolve(root, to), key: key === undefined ? undefined : resolve(root, key), filesUrl };
}

/**
 * @param {readonly string[]} args
 * @param {string} root relative paths are below it
 * @returns {{ version: string, to: string, isDry: boolean, skipsTests: boolean }}
 * @throws {WrongOption} naming the option
 */
export function parseReleaseOptions(args, root) {
	const options = /** @type {const} */ ({ "dry-run": { type: "boolean" }, "skip-tests": { type: "boolean" }, to: { type: "string" } });
	const { values, positionals } = told(() => parseArgs({ args: [...args], strict: true, allowPositionals: true, options }));
	const [version = "", ...others] = positionals;
	if (!/^\d+\.\d+\.\d+$/.test(version) || others.length > 0) throw new WrongOption("name one version, such as 1.2.3");
	const to = resolve(root, values.to ?? join(".webhand", "releases", version));
	return { version, to, isDry: values["dry-run"] === true, skipsTests: values["skip-tests"] === true };
}

/** True where `npm start` is asked for a runner. @param {readonly string[]} args */
export const isForRunner = (args) => args.some((arg) => arg === "--runner" || arg.startsWith("--runner="));

/**
 * @param {readonly string[]} args
 * @param {string} root relative paths are below it
 * @returns {RunnerOptions}
 * @throws {WrongOption} naming the option
 */
export function parseRunnerOptions(args, root) {
	const {
		server = "http://127.0.0.1:8787",
		code,
		name = "runner",
		profile,
		headed = false,
		"health-port": port = "0",
	} = parseForRunner(args);
	const url = URL.parse(server);
	if (url === null || !/^https?:$/.test(url.protocol))
		throw new WrongOption(`--server is an address such as https://agent.example.com, not "${server}"`);
	if (code !== undefined && !/^whr_[\w-]{43}$/.test(code))
		throw new WrongOption("--code is the code as the console showed it: whr_ and 43 characters");
	if (!/^[a-z0-9][a-z0-9._-]{0,39}$/i.test(name))
		throw new WrongOption(`--name is up to 40 letters, digits, dots and dashes, not "${name}"`);
	if (profile === "") throw new WrongOption("--profile is the path of a folder");
	return {
		server: url.origin,
		code,
		profile: resolve(root, profile ?? join(".webhand", "runners", name)),
		headed,
		healthPort: wholeNumber("--health-port", port, { from: 0, to: 65_535 }),
	};
}

/** @param {readonly string[]} args */
function parseForRunner(args) {
	return told(() =>
		parseArgs({
			args: [...args],
			strict: true,
			allowPositionals: false,
			options: {
				runner: { type: "boolean" },
				server: { type: "string" },
				code: { type: "string" },
				name: { type: "string" },
				profile: { type: "string" },
				headed: { type: "boolean" },
				"health-port": { type: "string" },
			},
		}),
	).values;
}

/**
 * npm keeps options before `--` for itself, so they would silently have no effect.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @throws {WrongOption} naming them
 */
export function refuseOptionsKeptByNpm(environment) {
	const ours = [
		"exit",
		"demo",
		"port",
		"replicas",
		"data",
		"runner",
		"server",
		"code",
		"headed",
		"to",
		"from",
		"end-keys",
		"url",
		"key",
		"skip-tests",
	].filter((option) => environment[`npm_config_${option.replaceAll("-", "_")}`] !== undefined);
	// npm has a setting of that name too; only `--no-browser` makes it empty.
	if (environment["npm_config_browser"] === "") ours.push("browser");
	const written = ours.map((option) =>
		environment[`npm_config_${option.replaceAll("-", "_")}`] === "" ? `--no-${option}` : `--${option}`,
	);
	if (written.length > 0)
		throw new WrongOption(`npm kept ${written.join(" and ")} for itself: options stand after --, as in npm start -- --exit`);
}

/** @param {readonly string[]} args */
function parse(args) {
	return told(() =>
		parseArgs({
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
		}),
	);
}

/** @template T @param {() => T} read @returns {T} */
function told(read) {
	try {
		return read();
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
