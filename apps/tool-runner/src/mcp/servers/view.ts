import { basename, dirname } from "node:path";
import type { McpServer } from "@webhand/contracts/tools/mcp";
import { foundTools } from "../tools/served.ts";
import type { StoredReach, StoredServer } from "./store.ts";

/** Where the folder of a program stands inside the sandbox, and the runner's own Node. */
const inside = { folder: "server", node: "/opt/node" } as const;
/** Node finds the packages beside a script only in a folder of this name. */
const packages = "node_modules";

/** A program as the sandbox gets it: words of the inside, and folders of this host below `/opt`. */
export type InsideProgram = {
	readonly path: string;
	readonly args: readonly string[];
	readonly toolchains: readonly { readonly name: string; readonly directory: string }[];
};

/**
 * The words of a registered program as they stand in the sandbox: those that begin with its folder are moved with it. A script of Node runs
 * with `node`.
 *
 * @throws never
 */
export function insideProgram(reach: Extract<StoredReach, { transport: "stdio" }>, node: string): InsideProgram {
	const { program, folder, args } = reach;
	const name = folder !== null && basename(folder) === packages ? `${inside.folder}/${packages}` : inside.folder;
	const moved = (word: string) =>
		folder !== null && (word === folder || word.startsWith(`${folder}/`)) ? `/opt/${name}${word.slice(folder.length)}` : word;
	const words = [program, ...args].map(moved);
	const toolchains = folder === null ? [] : [{ name, directory: folder }];
	if (!(reach.isNodeScript ?? hasNodeEnding(program))) return { path: words[0] ?? program, args: words.slice(1), toolchains };
	if (node.startsWith("/usr/")) return { path: node, args: words, toolchains };
	return { path: `${inside.node}/node`, args: words, toolchains: [...toolchains, { name: "node", directory: dirname(node) }] };
}

/** A name of a script that Node runs. @throws never */
export const hasNodeEnding = (program: string): boolean => /\.[cm]?js$/.test(program);

/**
 * The folder that a program gets to see besides the system: that of installed packages where it lies in one, else its own; null for a
 * program of the system.
 *
 * @throws never
 */
export function folderOf(program: string): string | null {
	if (program.startsWith("/usr/")) return null;
	const at = program.indexOf(`/${packages}/`);
	return at > 0 ? program.slice(0, at + packages.length + 1) : dirname(program);
}

/** True when accepted tools let the server write into a workspace. @throws never */
export function mayWrite({ accepted, served }: Pick<StoredServer, "accepted" | "served">): boolean {
	return foundTools(served, accepted).some(({ state, tier }) => state === "accepted" && tier === "write");
}

/** A server for operators. @param isConnected while a connection to it is open. @throws never */
export function serverView(server: StoredServer, isConnected: boolean): McpServer {
	const { _id: id, tenantId, name, enabled, reach, secretNames, source, problem, leftOut } = server;
	return {
		id,
		tenantId,
		name,
		enabled,
		source,
		secretNames: [...secretNames],
		transport: reach.transport,
		address: reach.transport === "http" ? reach.url : [reach.program, ...reach.args].join(" "),
		allowPrivate: reach.transport === "http" && reach.allowPrivate,
		tools: [...foundTools(server.served, server.accepted)],
		state: stateOf(server, isConnected),
		output: problem === null ? "" : (server.output ?? ""),
		reason: problem ?? (leftOut.length === 0 ? null : `Left out: ${leftOut.slice(0, 5).join("; ")}`),
	};
}

export function stateOf({ enabled, problem }: Pick<StoredServer, "enabled" | "problem">, isConnected: boolean): McpServer["state"] {
	if (!enabled) return "disabled";
	if (problem !== null) return "down";
	return isConnected ? "connected" : "idle";
}
