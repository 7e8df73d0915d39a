import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createChainStore } from "@webhand/audit/chain/store";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { expect } from "vitest";
import type { StoredExecution } from "../../src/calls/exec/store.ts";
import { createExecutionStore } from "../../src/calls/exec/store.ts";
import { openLife } from "../../src/calls/life.ts";
import { hostAt } from "../jobs.ts";
import type { TestWorkspace } from "../runner.ts";
import { atRest } from "./at-rest.ts";
import { test as base } from "./exec.ts";

/** Where a runner is killed, what its row says once a sweep came by, and how many lines its command may have appended by then. */
export const deaths = [
	{ failpoint: "call.accepted", state: "queued", lines: [0] },
	{ failpoint: "exec.starting", state: "failed", lines: [0] },
	{ failpoint: "exec.intended", state: "outcome_unknown", lines: [0] },
	{ failpoint: "exec.spawned", state: "outcome_unknown", lines: [0, 1] },
	{ failpoint: "exec.ended", state: "outcome_unknown", lines: [1] },
	{ failpoint: "call.finished", state: "exited", lines: [1] },
] as const;

type Death = (typeof deaths)[number];

const ignore = () => undefined;
const ignored = async () => undefined;

/** `dying` starts a replica as a process that runs commands, for a host of its own; the one of the fixture runs none. */
export const test = base
	.extend("settings", { scope: "file" }, () => ({ AGENT_TOOLS_LEVEL: "write" }))
	.extend("dying", { scope: "file" }, async ({ runner }, { onCleanup }) => {
		const started: { kill: () => Promise<unknown> }[] = [];
		onCleanup(async () => void (await Promise.all(started.map((child) => child.kill()))));
		return async (env: Readonly<Record<string, string>> = {}) => {
			const port = await freePort();
			const at = `http://127.0.0.1:${port}`;
			const exec = { AGENT_TOOLS_LEVEL: "exec", DRAIN_SECONDS: "0" };
			const child = await startProcess({
				name: "tool-runner",
				command: process.execPath,
				args: ["--conditions=@webhand/source", join(import.meta.dirname, "../../src/main.ts")],
				env: { ...runner.environment, ...exec, ...env, PORT: String(port), RUNNER_HOST: hostAt(at) },
			});
			started.push(child);
			await waitForHttp(`${at}/readyz`, { limitMs: 40_000 });
			return { at, child };
		};
	})
	.extend("appending", ({ runner }) => async () => {
		const space = await runner.workspace();
		await writeFile(join(space.path, "append.py"), `open("lines", "a").write("line\\n")\nprint("appended")\n`);
		return space;
	})
	.extend("swept", { scope: "file" }, ({ mongo }) => async (id: string): Promise<StoredExecution> => {
		const shared = { ...atRest, audit: { append: ignored, settleIntent: async () => true }, intended: createChainStore(mongo.db).existing };
		const life = openLife<StoredExecution>(shared, {
			store: createExecutionStore(mongo.db),
			plural: "commands",
			outcomeOf: () => ({ outcome: null }),
			factOf: () => null,
			lost: (hasIntent) => ({ state: hasIntent ? "outcome_unknown" : "failed", reason: "runner_lost" }),
			count: ignore,
		});
		await life.sweep({ queuedMs: 600_000, deadMs: -1_000, unauditedMs: 0 });
		const row = await mongo.db.collection<StoredExecution>("executions").findOne({ _id: id });
		if (row === null) throw new Error("the row is gone");
		return row;
	})
	.extend("crash", ({ dying, exec, appending, swept, mongo }) => async ({ failpoint, state, lines }: Death) => {
		const space = await appending();
		const { at, child } = await dying({ FAILPOINTS: `${failpoint}=kill` });
		const executionId = exec.newId();
		await exec.start(space, { argv: ["python3", "append.py"], executionId }, { at }).catch(ignore);
		expect((await child.ended).signal).toBe("SIGKILL");
		// The sandbox of a runner that was killed dies with it.
		await expect.poll(() => linesOf(space).then((count) => (lines as readonly number[]).includes(count))).toBe(true);
		expect(await swept(executionId)).toMatchObject({ state });
		// It would count among those under way.
		await mongo.db.collection("executions").deleteMany({ state: "queued" });
	});

/** How often the command of a workspace has appended its line. */
export async function linesOf(space: TestWorkspace): Promise<number> {
	return (await readFile(join(space.path, "lines"), "utf8").catch(() => "")).split("\n").length - 1;
}
