// `npm test`: the checks, then the tests, then the quick gates of bench. `--full` adds long forms, faults and containers.
// Its last line is the count, alone.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { parseCLI, startVitest } from "vitest/node";
import { stopWhenParentIsGone } from "../parent.mjs";
import type { Count } from "./last-line.ts";
import { createCounter, lastLine } from "./last-line.ts";
import { runChecks, textOf } from "./verify.ts";

const root = dirname(dirname(dirname(import.meta.dirname)));
const isFull = process.argv[2] === "--full";
const args = process.argv.slice(isFull ? 3 : 2);
// A project's servers start with its turn, so those of e2e do not run beside the service tests.
const turns = [["unit*", "service"], ["e2e"]];
// The faults alone take some forty minutes: ten of chaos, and each failpoint twenty times.
const limitMs = (isFull ? 150 : 85) * 60_000;
const startedAtMs = Number(process.env["WEBHAND_STARTED_AT_MS"] ?? Date.now());
const counter = createCounter({ isSkipAFailure: Boolean(process.env["CI"]), print: (text) => console.error(text) });
const { count } = counter;

stopWhenParentIsGone(() => killGroup());
setTimeout(giveUp, startedAtMs + limitMs - Date.now()).unref();
await run();
// vitest may leave handles open; the count is what matters.
process.exit(end(count));

async function run(): Promise<void> {
	// The full run tries other cases of each property.
	if (isFull) process.env["PROPERTY_SEED"] ??= "random";
	if (args.length > 0) return await runVitest(args);
	if (!(await passChecks())) return;
	for (const turn of isFull ? [...turns, ["faults"]] : turns) {
		const projects = turn.flatMap((project) => ["--project", project]);
		await runVitest(isFull ? projects : [...projects, "--tagsFilter=!long"]);
	}
	if (count.failed === 0) await passQuickGates();
	if (isFull && count.failed === 0) {
		const outcome = await (await import("./containers.ts")).passContainers((line) => console.log(line));
		if (outcome !== "skipped") count[outcome] += 1;
	}
}

async function passChecks(): Promise<boolean> {
	const results = await runChecks(root, (result) => console.log(textOf(result)));
	for (const { ok } of results) count[ok ? "passed" : "failed"] += 1;
	return count.failed === 0;
}

async function runVitest(args: readonly string[]): Promise<void> {
	const counted = count.passed + count.failed;
	const { filter, options } = parseCLI(["vitest", "run", ...args]);
	try {
		const vitest = await startVitest([...filter], { root, ...options, run: true, watch: false, reporters: ["default", counter.reporter] });
		await vitest.close();
	} catch (cause) {
		console.error(cause);
		count.failed += 1;
	}
	if (process.exitCode !== undefined && process.exitCode !== 0 && count.failed === 0) count.failed += 1;
	if (count.passed + count.failed === counted) count.failed += 1;
}

/** One more line in the count: the ratios and slopes of bench that must never get worse. */
async function passQuickGates(): Promise<void> {
	const bench = spawn(process.execPath, ["--conditions=@webhand/source", join(root, "packages", "bench", "src", "main.ts"), "--quick"], {
		cwd: root,
		stdio: ["ignore", "inherit", "inherit"],
	});
	const code = await new Promise((resolve) => bench.once("error", () => resolve(1)).once("exit", resolve));
	count[code === 0 ? "passed" : "failed"] += 1;
}

function end(result: Count): number {
	for (const name of counter.skipped()) console.log(`skipped: ${name}`);
	for (const line of counter.slowest()) console.log(line);
	for (const text of counter.failures()) console.log(text);
	console.log(lastLine(result));
	return result.failed === 0 ? 0 : 1;
}

function giveUp(): void {
	console.error(`\nNo end after ${limitMs / 60_000} minutes. Still running:`);
	for (const name of counter.running()) console.error(`  ${name}`);
	for (const name of counter.open()) console.error(`  ${name}, loading or at its end`);
	count.failed += Math.max(1, counter.running().length);
	end(count);
	killGroup();
}

/** Ends the test servers, browsers and workers as well: bootstrap gave this run a process group of its own. */
function killGroup(): void {
	process.exitCode = 1;
	try {
		if (process.platform !== "win32") process.kill(-process.pid, "SIGKILL");
	} finally {
		process.exit(1);
	}
}
