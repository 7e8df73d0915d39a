import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createAudit } from "@webhand/audit/chain/audit";
import { sweepOrphans } from "@webhand/audit/chain/intents";
import { createAnchorStore, createChainStore } from "@webhand/audit/chain/store";
import { verifyChain } from "@webhand/audit/chain/verify";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { expect } from "vitest";
import type { TestWorkspace } from "./runner.ts";
import { test as base } from "./runner.ts";

const now = () => new Date();
const ignore = () => undefined;

/** Where a replica is killed while it makes a folder, and what is true afterwards. */
export const deaths = [
	{ failpoint: "call.granted", outcomes: [], made: [] },
	{ failpoint: "audit.inserting", outcomes: [], made: [] },
	{ failpoint: "audit.inserted", outcomes: ["intent", "unknown"], made: [] },
	{ failpoint: "call.intended", outcomes: ["intent", "unknown"], made: [] },
	{ failpoint: "call.acted", outcomes: ["intent", "unknown"], made: ["made"] },
] as const;

type Death = (typeof deaths)[number];

/** `dying` starts another replica as a process; `found` says what stands in the audit and on the disk once a sweep came by. */
export const test = base
	.extend("dying", { scope: "file" }, async ({ runner }, { onCleanup }) => {
		const started: { kill: () => Promise<unknown> }[] = [];
		onCleanup(async () => void (await Promise.all(started.map((child) => child.kill()))));
		return async (env: Readonly<Record<string, string>> = {}) => {
			const port = await freePort();
			const child = await startProcess({
				name: "tool-runner",
				command: process.execPath,
				args: ["--conditions=@webhand/source", join(import.meta.dirname, "../src/main.ts")],
				env: { ...runner.environment, ...env, PORT: String(port) },
			});
			started.push(child);
			await waitForHttp(`http://127.0.0.1:${port}/readyz`, { limitMs: 40_000 });
			return { at: `http://127.0.0.1:${port}`, child };
		};
	})
	.extend("found", { scope: "file" }, ({ mongo, runner }) => async (space: TestWorkspace) => {
		const audit = createChainStore(mongo.db);
		const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
		const sweeper = createAudit({ store: audit, keptMs: 86_400_000, now, log, onPlaced: ignore, observe: ignore });
		await sweepOrphans({
			store: audit,
			append: sweeper.append,
			settledByRow: [],
			withRow: async () => new Set(),
			olderThanMs: -1_000,
			now,
			count: ignore,
			log,
		});
		await sweeper.close();
		const chain = { tenantId: runner.user.tenantId, chain: space.id };
		const verified = await verifyChain(
			{ audit, anchors: createAnchorStore(mongo.db), verify: null, now },
			chain,
			new AbortController().signal,
		);
		const rows = await runner.audit.find({ chain: space.id }).sort({ seq: 1 }).toArray();
		return { problem: verified.problem, rows, outcomes: rows.map(({ kind, outcome }) => outcome ?? kind), made: await readdir(space.path) };
	})
	.extend("crash", { scope: "file" }, ({ runner, dying, found }) => async ({ failpoint, outcomes, made }: Death) => {
		const space = await runner.workspace();
		const { at, child } = await dying({ FAILPOINTS: `${failpoint}=kill` });
		await space.change("fs.mkdir", "/fs/mkdir", { path: "made" }, { at }).catch(ignore);
		expect((await child.ended).signal).toBe("SIGKILL");
		const after = await found(space);
		expect({ problem: after.problem, outcomes: after.outcomes, made: after.made }).toEqual({ problem: undefined, outcomes, made });
	});
