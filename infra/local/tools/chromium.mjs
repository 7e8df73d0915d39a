// A Chromium that loads unpacked extensions. Google Chrome is not taken: since 137 it ignores --load-extension.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { aptCommand } from "./apt.mjs";
import { run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {import("./toolchain.mjs").Toolchain} Toolchain */
/** @typedef {import("./sandbox.mjs").Unavailable} Unavailable */

const onPath = ["chromium", "chromium-browser"];
const places = [
	"/usr/lib/chromium/chromium",
	"/usr/lib64/chromium-browser/chromium-browser",
	"/opt/chrome-for-testing/chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
	"/snap/bin/chromium",
];
const quiet = [
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/**
 * Browsers that are there, in order of preference. CHROMIUM_BIN, when set, is the only one.
 *
 * @param {Machine} machine
 * @returns {string[]}
 */
export function find(machine) {
	const named = machine.env["CHROMIUM_BIN"];
	if (named) return [named];
	const known = [...onPath, ...places.map((path) => join(machine.system, path))]
		.map((name) => which(machine.env, [name]))
		.filter((file) => file !== undefined);
	return [...known, ...downloaded(machine)];
}

/** @param {Machine} machine what playwright put into .runtime/browsers */
function downloaded(machine) {
	const folder = join(machine.runtime, "browsers");
	const inside = ["chrome-linux64/chrome", "chrome-linux/chrome", "chrome-win64/chrome.exe", "chrome-win/chrome.exe"];
	const mac = ["chrome-mac-arm64", "chrome-mac-x64", "chrome-mac"].flatMap((name) => [
		`${name}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
		`${name}/Chromium.app/Contents/MacOS/Chromium`,
	]);
	const releases = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith("chromium-")) : [];
	return releases.flatMap((release) => [...inside, ...mac].map((path) => join(folder, release, path))).filter((file) => existsSync(file));
}

/**
 * Playwright's download, then Debian's package. A browser named by CHROMIUM_BIN that does not work is not replaced.
 *
 * @param {Machine} machine
 * @param {{ toolchain: Promise<Toolchain>, ask: import("./apt.mjs").Ask }} means `toolchain` resolves once the packages are installed
 * @returns {Promise<{ file: string } | Unavailable>}
 */
export async function get(machine, { toolchain: ready, ask }) {
	const named = machine.env["CHROMIUM_BIN"];
	if (named) return { reason: `CHROMIUM_BIN cannot be used: ${await probe(machine, named)}`, install: "" };
	const toolchain = await ready;
	const reasons = [];
	const cli = join(machine.root, "infra", "local", "node_modules", "playwright-core", "cli.js");
	const ubuntu = machine.isRoot && machine.apt && existsSync(join(machine.system, "etc", "lsb-release"));
	const env = { ...toolchain.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "5000" };
	const options = { env, cwd: machine.root, limitMs: 90_000 };
	const install = await run(toolchain.node, [cli, "install", ...(ubuntu ? ["--with-deps"] : []), "--no-shell", "chromium"], options);
	if (!install.ok) reasons.push(`playwright: ${/Error: .*/.exec(install.errors)?.[0] ?? install.reason}`);
	for (const file of downloaded(machine)) {
		const reason = await probe(machine, file);
		if (reason === "") {
			await ask("browser", []);
			return { file };
		}
		reasons.push(reason);
	}
	const refused = await ask("browser", ["chromium"]);
	if (refused !== "") reasons.push(refused);
	for (const file of find(machine)) {
		const reason = await probe(machine, file);
		if (reason === "") return { file };
		reasons.push(reason);
	}
	return { reason: reasons.join("; "), install: machine.apt ? aptCommand(machine, ["chromium"]) : "" };
}

/**
 * Loads a page with a script from a file in the checkout: a snap that may not read there fails here.
 *
 * @param {Machine} machine @param {string} file
 * @returns {Promise<string>} "" or why it cannot be used
 */
export async function probe(machine, file) {
	if (!existsSync(file)) return `${file} does not exist`;
	if (/google[ -]chrome(?!.*testing)/i.test(realpathSync(file))) return `${file} is Google Chrome, which ignores --load-extension`;
	mkdirSync(machine.runtime, { recursive: true });
	const folder = mkdtempSync(join(machine.runtime, "chromium-probe-"));
	try {
		const page = join(folder, "page.html");
		writeFileSync(page, "<!doctype html><title>probe</title><p id=p></p><script>p.textContent = 'probe-' + 6 * 7</script>");
		const flags = ["--headless=new", ...quiet, ...(machine.isRoot ? ["--no-sandbox"] : []), `--user-data-dir=${join(folder, "profile")}`];
		const env = { ...machine.env, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
		const outcome = await run(file, [...flags, "--dump-dom", pathToFileURL(page).href], { env, limitMs: 15_000 });
		if (outcome.output.includes("probe-42")) return "";
		return `${file} does not show a page: ${outcome.reason || "no script ran"}`;
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
	}
}

/**
 * What changes when the browser is replaced, so that a probe need not be repeated each time.
 *
 * @param {string} file
 * @returns {string}
 */
export function identity(file) {
	try {
		const { size, mtimeMs } = statSync(file);
		return `${realpathSync(file)} ${size} ${mtimeMs}`;
	} catch {
		return "";
	}
}
