import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { chown, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import type { Sealer } from "@webhand/service-kit/seal";
import type { Sandbox } from "../../sandbox/engine.ts";
import type { Watch, WatchLimit } from "../../sandbox/watch.ts";
import { openGitFolder } from "../../workspaces/git-folder.ts";
import type { OpenRoot } from "../../workspaces/root.ts";
import { openRoot } from "../../workspaces/root.ts";
import type { Storage } from "../../workspaces/storage.ts";
import type { StoredWorkspace, WorkspaceStore } from "../../workspaces/store.ts";
import { isExposed } from "../servers/program.ts";
import type { StoredServer } from "../servers/store.ts";
import { insideProgram, mayWrite } from "../servers/view.ts";
import type { Connection } from "./connection.ts";
import { connect } from "./connection.ts";
import { createHttpTransport } from "./http.ts";
import { createStdioTransport, lastWords } from "./stdio.ts";
import { downReason, ServerDown } from "./trouble.ts";

/** What connecting needs. `sealer` is null without a key; `scratchUser` owns the empty folder of a look, null for this process itself. */
export type OpenDeps = {
	readonly sandbox: Pick<Sandbox, "command">;
	readonly workspaces: Pick<WorkspaceStore, "change">;
	readonly workspaceRoots: () => Promise<readonly string[]>;
	/** Looks after memory and disk of a program. */
	readonly watch: Watch;
	readonly storage: Pick<Storage, "watch">;
	readonly sealer: Sealer | null;
	readonly nodePath: () => Promise<string>;
	readonly scratchUser: number | null;
	readonly elapsed: () => number;
	readonly log: Log;
};

/** Connects to servers: in a workspace, or for a look in an empty folder. @throws AppError MCP_SERVER_DOWN with its reason, SANDBOX_UNAVAILABLE */
export type OpenConnection = (server: StoredServer, workspace: StoredWorkspace | null, signal: AbortSignal) => Promise<Connection>;

/** A program that talks ends when nobody uses it; this bounds the processor time of one that is used for long. */
const lifeMs = 86_400_000;
const environment = { PATH: "/usr/bin:/bin", HOME: "/tmp", LANG: "C.UTF-8" };

export function createOpenConnection(deps: OpenDeps): OpenConnection {
	/** The protocol of a server, by its id and revision: a server is asked for it once. */
	const known = new Map<string, PriorDiscovery>();
	return async (server, workspace, signal) => {
		const key = `${server._id}:${server.revision}`;
		let words = () => "";
		const once = async (prior: PriorDiscovery | undefined) => {
			const spoken = lastWords();
			words = spoken.text;
			const { transport, limit } = transportOf(deps, { server, workspace, signal, onSpoken: spoken.add });
			return await connect(transport, { prior, elapsed: deps.elapsed, limit });
		};
		try {
			// A server that ends at a question it does not know is one of the older protocol.
			const connection = await once(known.get(key)).catch((cause: unknown) => {
				if (known.has(key)) known.delete(key);
				else if (server.reach.transport === "http" || cause instanceof AppError) throw cause;
				return once({ kind: "legacy" });
			});
			if (known.size > 1_000) known.clear();
			if (connection.prior !== undefined) known.set(key, connection.prior);
			return connection;
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			throw new ServerDown(server.name, {
				reason: downReason(cause),
				output: withoutSecrets(words(), openSecrets(deps.sealer, server)),
				cause,
			});
		}
	};
}

type Wanted = {
	readonly server: StoredServer;
	readonly workspace: StoredWorkspace | null;
	readonly signal: AbortSignal;
	readonly onSpoken: (text: string) => void;
};

const leastSecret = 4;

/** A program may print its environment: what was sealed stays unread. */
function withoutSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
	return Object.values(secrets)
		.filter(({ length }) => length >= leastSecret)
		.reduce((masked, secret) => masked.replaceAll(secret, "•••"), text);
}

function transportOf(deps: OpenDeps, { server, workspace, signal, onSpoken }: Wanted) {
	const secrets = openSecrets(deps.sealer, server);
	const { reach } = server;
	let above: WatchLimit | undefined;
	const limit = () => above;
	if (reach.transport === "http") return { transport: createHttpTransport({ ...reach, headers: secrets }), limit };
	const start = async () => {
		if (await isExposed(deps.workspaceRoots, reach)) throw exposed(server);
		const program = insideProgram(reach, await deps.nodePath());
		const { root, remove } =
			workspace === null ? await scratch(deps.scratchUser) : { root: await openRoot(workspace), remove: async () => undefined };
		const isWritable = workspace !== null && !workspace.readOnly && mayWrite(server);
		let git: FileHandle | null = null;
		try {
			git = workspace === null ? null : await openGitFolder(deps.workspaces, { workspace, root, isWritable });
			const running = await deps.sandbox.command(
				{
					program: { path: program.path, toolchains: program.toolchains },
					args: program.args,
					root,
					isWritable,
					...(git !== null && { git: { handle: git, isWritable: false } }),
					environment: { ...environment, ...secrets },
					limitMs: lifeMs,
					stdin: "pipe",
				},
				signal,
			);
			const stop = (found: WatchLimit) => {
				above ??= found;
				running.stop("cancelled", 0);
			};
			const isDiskFull = workspace !== null && isWritable ? deps.storage.watch({ workspace, root }) : undefined;
			const unwatch = deps.watch({
				pid: running.pid,
				tenantId: workspace?.tenantId ?? server.tenantId ?? "",
				...(isDiskFull && { isDiskFull }),
				stop,
			});
			void running.ended.then(async () => {
				unwatch();
				await root.close();
				await remove();
			});
			return running;
		} catch (cause) {
			await root.close();
			await remove();
			throw cause;
		} finally {
			await git?.close();
		}
	};
	const onSkipped = (problem: Error) =>
		deps.log.debug({ server: server.name, problem: problem.name }, "a line of an MCP server is no message");
	return { transport: createStdioTransport(start, { onSkipped, onSpoken }), limit };
}

function exposed({ name }: StoredServer): AppError {
	const reason = "Its program lies in a workspace, where it could be changed, or was moved. An operator has to put it elsewhere";
	return new AppError("MCP_SERVER_DOWN", `The MCP server ${name} cannot be used: ${reason}`, {
		details: { server: name, reason },
		retryAfterSeconds: 60,
	});
}

/** The environment or headers of a server. @throws AppError MCP_SERVER_DOWN without the key they were sealed with */
function openSecrets(sealer: Sealer | null, { _id, sealed, name }: StoredServer): Readonly<Record<string, string>> {
	if (sealed === null) return {};
	const refuse = (cause?: unknown) =>
		new AppError("MCP_SERVER_DOWN", `The secrets of the MCP server ${name} cannot be opened. Register it again`, {
			cause,
			retryAfterSeconds: 60,
		});
	if (sealer === null) throw refuse();
	try {
		const { id, values } = JSON.parse(sealer.open(sealed)) as { readonly id: string; readonly values: Readonly<Record<string, string>> };
		if (id === _id) return values;
	} catch (cause) {
		throw refuse(cause);
	}
	throw refuse();
}

/** Values that only the server gets, bound to its id. @throws never */
export function sealSecrets(sealer: Sealer, id: string, values: Readonly<Record<string, string>>): string {
	return sealer.seal(JSON.stringify({ id, values }));
}

/** An empty folder for a look at a server that no workspace is opened for. */
async function scratch(user: number | null): Promise<{ readonly root: OpenRoot; readonly remove: () => Promise<void> }> {
	const path = await mkdtemp(join(tmpdir(), "webhand-mcp-"));
	const remove = () => rm(path, { recursive: true, force: true });
	try {
		if (user !== null) await chown(path, user, user);
		const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
		const { dev, uid, gid } = await handle.stat({ bigint: true });
		return { root: { handle, dev, uid: Number(uid), gid: Number(gid), close: () => handle.close() }, remove };
	} catch (cause) {
		await remove();
		throw cause;
	}
}
