import type { Audit } from "@webhand/audit/chain/audit";
import type { Base } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import { createInTurn } from "@webhand/service-kit/mongo/locks";
import { repeat } from "@webhand/service-kit/repeat";
import { createSealer } from "@webhand/service-kit/seal";
import type { DayBudget } from "../budget/store.ts";
import type { Calls } from "../calls/engine.ts";
import type { CallSignals } from "../calls/work.ts";
import type { Sandbox } from "../sandbox/engine.ts";
import type { Watch } from "../sandbox/watch.ts";
import type { Storage } from "../workspaces/storage.ts";
import type { WorkspaceStore } from "../workspaces/store.ts";
import { createCallRunner } from "./calls/run.ts";
import { createCallStore } from "./calls/store.ts";
import { createOpenConnection } from "./connections/open.ts";
import { createPool } from "./connections/pool.ts";
import type { McpRouteDeps } from "./ports.ts";
import { lookAtDue } from "./servers/look.ts";
import { createServerStore } from "./servers/store.ts";
import { createArgumentCheck } from "./tools/arguments.ts";

type Given = {
	readonly base: Base;
	readonly sandbox: Sandbox;
	readonly calls: Calls;
	readonly audit: Audit;
	readonly budget: DayBudget;
	readonly guard: Pick<Guard, "whenEnded">;
	readonly workspaces: Pick<WorkspaceStore, "find" | "allRoots" | "change">;
	readonly secretsKey: Uint8Array | undefined;
	readonly signals: CallSignals;
	readonly watch: Watch;
	readonly storage: Storage;
	readonly nodePath: () => Promise<string>;
	readonly ownFolders: readonly string[];
	readonly scratchUser: number | null;
	readonly isEnabled: boolean;
	readonly isOffered: boolean;
	readonly retentionDays: number;
	readonly ids: Ids;
	readonly now: () => Date;
};

/** MCP servers and the calls of their tools. `down` names servers that cannot be used. */
export type Mcp = McpRouteDeps & { readonly down: () => Promise<readonly string[]>; readonly close: () => Promise<void> };

const limits = { keepEveryMs: 300, sweepEveryMs: 2_000, lookEveryMs: 15_000, dayMs: 86_400_000 } as const;

/** Opens MCP and begins to keep its calls and servers, unless it is not offered here. */
export function openMcp(given: Given): Mcp {
	const { base, sandbox, calls, audit, budget, now, isEnabled, isOffered } = given;
	const { mongo, log, metrics } = base;
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
	const counter = metrics.counter("webhand_mcp_calls_total", "Calls of MCP tools, by outcome", ["outcome"]);
	const callStore = createCallStore(mongo.db);
	const runner = createCallRunner({
		store: callStore,
		whenSignedOut: given.guard.whenEnded,
		audit,
		budget,
		signals: given.signals,
		now,
		count: (outcome) => counter.inc({ outcome }),
		log,
	});
	const program = {
		workspaceRoots,
		ownFolders: given.ownFolders,
		isRoot: process.getuid?.() === 0,
	};
	const { check, close: endChecks } = createArgumentCheck();
	const works = isOffered
		? [
				repeat({ name: "calls of MCP tools", everyMs: limits.keepEveryMs, log }, runner.keep),
				repeat({ name: "calls of MCP tools that crashes left", everyMs: limits.sweepEveryMs, log }, runner.sweep),
				repeat({ name: "looks at MCP servers", everyMs: limits.lookEveryMs, log }, async () => {
					pool.sweep();
					await lookAtDue({ store, open, now, log });
				}),
			]
		: [];
	return {
		servers: { store, pool, open, program, sealer, audit, ids: given.ids, now, log },
		calls: {
			calls,
			storage: given.storage,
			store: callStore,
			servers: store,
			pool,
			check,
			inTurn: createInTurn(mongo.db),
			budget,
			runner,
			signals: given.signals,
			now,
			retentionMs: given.retentionDays * limits.dayMs,
		},
		workspaces: given.workspaces,
		isEnabled,
		isOffered,
		down: async () => (isOffered ? await store.down() : []),
		close: async () => {
			await runner.close();
			await Promise.all(works.map(({ stop }) => stop()));
			await pool.close();
			await endChecks();
		},
	};
}
