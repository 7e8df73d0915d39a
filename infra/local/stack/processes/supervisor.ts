import { spawn } from "node:child_process";
import { join } from "node:path";
import { createLogFile, makePrivateFolder } from "../data/files.ts";
import type { Child, ChildEnd, ChildSpec } from "./child.ts";
import { startChild, stopChild } from "./child.ts";
import { shorten } from "./notable.ts";
import { decideRestart, wrongSetting } from "./restarts.ts";

export type SupervisorDeps = {
	/** Where `<name>.log` and `supervisor.log` go. */
	readonly logs: string;
	readonly print: (line: string) => void;
	readonly now: () => number;
	readonly isStrict: boolean;
	/** After each start, so that `ready.json` names the pids of now. */
	readonly onPids: (pids: Readonly<Record<string, number>>) => void;
};

export type Supervisor = {
	readonly start: (spec: ChildSpec) => void;
	/**
	 * Ends everything: group after group, the children of one group side by side, names that do not run passed over. From its first moment
	 * on nothing is started again.
	 */
	readonly stopAll: (order: readonly (readonly string[])[]) => Promise<void>;
	/** SIGKILL to everything, at once. */
	readonly killAll: () => void;
	readonly pids: () => Readonly<Record<string, number>>;
	/** Rejects with the reason when the stack must stop because of a child; never resolves. */
	readonly failed: Promise<never>;
};

type Entry = { readonly spec: ChildSpec; child: Child; startedMs: number; readonly endedMs: number[]; readonly lastLines: string[] };

const keptLines = 20;
const red = (text: string) => (process.stdout.isTTY && !process.env["NO_COLOR"] ? `\u001b[31m${text}\u001b[0m` : text);

/**
 * Runs the children of the stack: starts and logs them, restarts what ended unasked, and lets nothing outlive this process.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
	makePrivateFolder(deps.logs);
	const entries = new Map<string, Entry>();
	const record = createLogFile(join(deps.logs, "supervisor.log"));
	const note = (event: Readonly<Record<string, unknown>>) =>
		record(`${JSON.stringify({ time: new Date(deps.now()).toISOString(), ...event })}\n`);
	const reaper = startReaper();
	const pids = () => pidsOf(entries, reaper.pid);
	const { promise: failed, reject: fail } = Promise.withResolvers<never>();
	failed.catch(() => undefined);

	let isEnding = false;

	const launch = (spec: ChildSpec, earlier?: Entry): void => {
		const log = createLogFile(join(deps.logs, `${spec.name}.log`));
		const lastLines: string[] = [];
		const child = startChild(spec, (line) => {
			log(`${line}\n`);
			lastLines.push(line);
			if (lastLines.length > keptLines) lastLines.shift();
			const shown = spec.show(line);
			// While the stack stops, services warn about each other's end; the log keeps that.
			if (shown !== undefined && !(isEnding && shown.startsWith("warn "))) deps.print(`${spec.name}: ${shown}`);
		});
		const entry: Entry = { spec, child, startedMs: deps.now(), endedMs: earlier?.endedMs ?? [], lastLines };
		entries.set(spec.name, entry);
		if (child.pid !== undefined) reaper.add(child.pid);
		note({ event: "start", name: spec.name, pid: child.pid });
		deps.onPids(pids());
		void child.ended.then((end) => onEnd(entry, end));
	};

	const onEnd = (entry: Entry, end: ChildEnd): void => {
		const { spec, child } = entry;
		if (child.pid !== undefined) reaper.remove(child.pid);
		note({ event: "end", name: spec.name, pid: child.pid, ...end, isAsked: isEnding });
		if (isEnding) return;
		child.kill("SIGKILL");
		const how = end.signal ?? `code ${end.code}`;
		const ageSeconds = ((deps.now() - entry.startedMs) / 1_000).toFixed(1);
		const isTold = end.code === wrongSetting;
		deps.print(red(`${spec.name} ended unasked with ${how} after ${ageSeconds} s.${isTold ? "" : " Its last lines:"}`));
		// The output above already names the wrong setting.
		for (const line of isTold ? [] : entry.lastLines) deps.print(`  ${shorten(line)}`);
		const verdict = decideRestart({ code: end.code, nowMs: deps.now(), earlierMs: entry.endedMs, isStrict: deps.isStrict });
		entry.endedMs.push(deps.now());
		if (verdict.kind === "restart") {
			launch(spec, entry);
			deps.print(`${spec.name} is started again.`);
		} else fail(new Error(`${spec.name} ended with ${how}: ${verdict.reason}`));
	};

	return {
		start: (spec) => launch(spec),
		stopAll: async (order) => {
			isEnding = true;
			const rest = [...entries.keys()].filter((name) => !order.flat().includes(name));
			for (const names of [...order, rest]) {
				const group = names.flatMap((name) => entries.get(name) ?? []);
				await Promise.all(group.map(({ child }) => stopChild(child)));
			}
			entries.clear();
			reaper.end();
		},
		killAll: () => {
			isEnding = true;
			for (const { child } of entries.values()) child.kill("SIGKILL");
		},
		pids,
		failed,
	};
}

function pidsOf(entries: ReadonlyMap<string, Entry>, reaper: number | undefined): Readonly<Record<string, number>> {
	const running = [...entries].flatMap(([name, { child }]) => (child.pid === undefined ? [] : [[name, child.pid] as const]));
	return Object.fromEntries([["supervisor", process.pid], ...(reaper === undefined ? [] : [["reaper", reaper] as const]), ...running]);
}

function startReaper() {
	const reaper = spawn(process.execPath, [join(import.meta.dirname, "reaper.ts")], {
		env: {},
		stdio: ["pipe", "ignore", "ignore"],
		detached: true,
	});
	reaper.unref();
	// A killed reaper leaves a broken pipe; the stack continues without it.
	reaper.stdin.on("error", () => undefined);
	const tell = (line: string) => reaper.stdin.write(`${line}\n`);
	return {
		pid: reaper.pid,
		add: (group: number) => tell(`+${group}`),
		remove: (group: number) => tell(`-${group}`),
		end: () => tell("end"),
	};
}
