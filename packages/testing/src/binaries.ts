import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The checkout's root, since tests are started from any of its folders. */
export const repositoryRoot = join(import.meta.dirname, "..", "..", "..");

const ToolsFile = z.object({ env: z.record(z.string(), z.string()) });

const programs = {
	mongod: { variable: "MONGOD_BIN", places: [join(repositoryRoot, ".runtime", "bin", "mongod-6.0.5")] },
	"redis-server": { variable: "REDIS_SERVER_BIN", places: [join(repositoryRoot, ".runtime", "bin", "redis-server-6.2.14")] },
	chromium: {
		variable: "CHROMIUM_BIN",
		places: ["/usr/bin/chromium", "/usr/lib/chromium/chromium", "/Applications/Chromium.app/Contents/MacOS/Chromium"],
	},
} as const;

/**
 * Finds a program: the environment variable, then what the bootstrap noted in `.runtime/tools.json`, then its known places.
 *
 * @returns absolute path of an existing file
 * @throws Error that names what to do when there is none
 */
export function findProgram(name: keyof typeof programs): string {
	const { variable, places } = programs[name];
	const found = [process.env[variable], notedByBootstrap()[variable], ...places].find((path) => path !== undefined && existsSync(path));
	if (found === undefined) throw new Error(`No ${name} found: run \`npm test\` once, which fetches it, or set ${variable}`);
	return found;
}

function notedByBootstrap(): Readonly<Record<string, string>> {
	const path = join(repositoryRoot, ".runtime", "tools.json");
	return existsSync(path) ? ToolsFile.parse(JSON.parse(readFileSync(path, "utf8"))).env : {};
}
