import type { Audit } from "@webhand/audit/chain/audit";
import type { Base } from "@webhand/service-kit/base";
import type { Ids } from "@webhand/service-kit/ids";
import { repeat } from "@webhand/service-kit/repeat";
import { createSealer } from "@webhand/service-kit/seal";
import type { Sandbox } from "../sandbox/engine.ts";
import type { Watch } from "../sandbox/watch.ts";
import type { Storage } from "../workspaces/storage.ts";
import type { WorkspaceStore } from "../workspaces/store.ts";
import { createOpenConnection } from "./connections/open.ts";
import type { Pool } from "./connections/pool.ts";
import { createPool } from "./connections/pool.ts";
import type { ServerDeps } from "./servers/engine.ts";
import { lookAtDue } from "./servers/look.ts";
import { createServerStore } from "./servers/store.ts";
import type { ArgumentCheck } from "./tools/arguments.ts";
import { createArgumentCheck } from "./tools/arguments.ts";

type Given = {
	readonly base: Base;
	readonly sandbox: Sandbox;
	readonly audit: Audit;
	readonly workspaces: Pick<WorkspaceStore, "find" | "allRoots" | "change">;
	readonly secretsKey: Uint8Array | undefined;
	readonly watch: Watch;
	readonly storage: Storage;
	readonly nodePath: () => Promise<string>;
	readonly ownFolders: readonly string[];
	readonly scratchUser: number | null;
	readonly isEnabled: boolean;
	readonly isOffered: boolean;
	readonly ids: Ids;
	readonly now: () => Date;
};

/** MCP servers, and what calls of their tools go through. `down` names servers that cannot be used. */
export type Mcp = {
	readonly servers: ServerDeps;
	readonly workspaces: Pick<WorkspaceStore, "find">;
	/** Are server tools switched on? */
	readonly isEnabled: boolean;
	/** Does the level of this installation hold tools of MCP servers? */
	readonly isOffered: boolean;
	readonly pool: Pool;
	readonly check: ArgumentCheck["check"];
	readonly down: () => Promise<readonly string[]>;
	readonly close: () => Promise<void>;
};

const lookEveryMs = 15_000;

/** Opens MCP and begins to look at its servers, unless it is not offered here. */
export function openMcp(given: Given): Mcp {
	const { base, sandbox, audit, now, isEnabled, isOffered } = given;
	const { mongo, log } = base;
	const store = createServerStore(mongo.db);
	const elapsed = () => performance.now();
	const sealer = given.secretsKey === undefined ? null : createSealer(given.secretsKey);
	const { nodePath, scratchUser } = given;
	const workspaceRoots = async () => (await given.workspaces.allRoots()).map(({ rootPath }) => rootPath);
	const open = createOpenConnection({
		sandbox,
		workspaces: given.workspaces,
		workspaceRoots,
		watch: given.watch,
		storage: given.storage,
		sealer,
		nodePath,
		scratchUser,
		elapsed,
		log,
	});
	const pool = createPool({ open, elapsed });
	const program = {
		workspaceRoots,
		ownFolders: given.ownFolders,
		isRoot: process.getuid?.() === 0,
	};
	const { check, close: endChecks } = createArgumentCheck();
	const works = isOffered
		? [
				repeat({ name: "looks at MCP servers", everyMs: lookEveryMs, log }, async () => {
					pool.sweep();
					await lookAtDue({ store, open, now, log });
				}),
			]
		: [];
	return {
		servers: { store, pool, open, program, sealer, audit, ids: given.ids, now, log },
		pool,
		check,
		workspaces: given.workspaces,
		isEnabled,
		isOffered,
		down: async () => (isOffered ? await store.down() : []),
		close: async () => {
			await Promise.all(works.map(({ stop }) => stop()));
			await pool.close();
			await endChecks();
		},
	};
}
