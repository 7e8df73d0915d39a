import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The checkout's root, since tests are started from any of its folders. @source local.md §2 */
export const repositoryRoot = join(import.meta.dirname, "..", "..", "..");

const ToolsFile = z.object({ env: z.record(z.string(), z.string()) });

const servers = {
	mongod: { variable: "MONGOD_BIN", file: "mongod-6.0.5" },
	"redis-server": { variable: "REDIS_SERVER_BIN", file: "redis-server-6.2.14" },
} as const;

/**
 * Finds a server program: the environment variable, then what the bootstrap noted in `.runtime/tools.json`, then its place in
 * `.runtime/bin`.
 *
 * @returns absolute path of an existing file
 * @throws Error that names what to install when there is none
 * @source local.md §2
 */
export function findServer(name: keyof typeof servers): string {
	const { variable, file } = servers[name];
	const candidates = [process.env[variable], notedByBootstrap(name), join(repositoryRoot, ".runtime", "bin", file)];
	const found = candidates.find((path) => path !== undefined && existsSync(path));
	if (found === undefined) throw new Error(`No ${name} found: run \`npm test\` once, which fetches it, or set ${variable}`);
	return found;
}

function notedByBootstrap(name: keyof typeof servers): string | undefined {
	const path = join(repositoryRoot, ".runtime", "tools.json");
	if (!existsSync(path)) return undefined;
	const tools = ToolsFile.safeParse(JSON.parse(readFileSync(path, "utf8")));
	if (!tools.success) return undefined;
	return tools.data.env[servers[name].variable];
}
