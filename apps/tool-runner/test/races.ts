import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "@webhand/service-kit/errors";
import { startProcess } from "@webhand/testing/processes";
import type { OpenRoot } from "../src/workspaces/root.ts";
import { inspectRoot, openRoot } from "../src/workspaces/root.ts";
import { digestOf } from "./hostile-tree.ts";

/**
 * What is tried while somebody swaps things: `race/folder` and `race/folder/secret.txt` are now themselves, now links to the same outside.
 * It gives all that it would answer; an AppError is a refusal.
 *
 * @param round counts up, for names of its own
 */
export type RacedOperation = (root: OpenRoot, round: number) => Promise<unknown>;

/** How a race went. `escapes` says what was seen or changed outside; `failures` are errors that no refusal covers, and open descriptors. */
export type RaceEnd = {
	readonly tries: number;
	readonly done: number;
	readonly swaps: number;
	readonly escapes: readonly string[];
	readonly failures: readonly string[];
};

const openDescriptors = () => readdirSync("/proc/self/fd").length;

// The owner of the files when the test runs as root.
const owner = 200_124;

/** Tries an operation for `ms` milliseconds against a process that swaps folders and links all the time. */
export async function race(operation: RacedOperation, ms: number): Promise<RaceEnd> {
	const top = await mkdtemp(join(tmpdir(), "webhand-race-"));
	const [path, outside, canary] = [join(top, "space"), join(top, "outside"), `canary-${randomUUID()}`];
	try {
		await chmod(top, 0o755);
		for (const folder of [path, join(path, "race"), join(outside, "made")]) await mkdir(folder, { recursive: true });
		// A list shows names only.
		for (const file of ["secret.txt", "made/secret.txt", canary]) await writeFile(join(outside, file), canary);
		const runnerUid = process.getuid?.() ?? 0;
		if (runnerUid === 0) await chown(path, owner, owner);
		const looked = await inspectRoot(path, { runnerUid, ownFolders: [] });
		if (!("root" in looked)) throw new Error(looked.problem);
		const before = await digestOf(outside);
		const args = ["--no-warnings", fileURLToPath(new URL("./swapper.ts", import.meta.url)), join(path, "race"), outside];
		const swapper = await startProcess({ name: "swapper", command: process.execPath, args });
		const root = await openRoot(looked.root);
		const descriptors = openDescriptors();
		const escapes = new Set<string>();
		const failures = new Set<string>();
		let tries = 0;
		let done = 0;
		try {
			await swapper.printed(/swapping/);
			const end = performance.now() + ms;
			while (performance.now() < end) {
				tries += 1;
				try {
					const reply = await operation(root, tries);
					done += 1;
					if (JSON.stringify(reply).includes(canary)) escapes.add("a reply holds what lies outside");
				} catch (cause) {
					if (!(cause instanceof AppError)) failures.add(String(cause));
				}
			}
			const left = openDescriptors() - descriptors;
			if (left > 0) failures.add(`${left} descriptors stayed open`);
		} finally {
			await swapper.stop();
			await root.close();
		}
		if ((await digestOf(outside)) !== before) escapes.add("something outside has changed");
		const swaps = Number(/swaps (\d+)/.exec(swapper.output())?.[1] ?? 0);
		return { tries, done, swaps, escapes: [...escapes], failures: [...failures] };
	} finally {
		await rm(top, { recursive: true, force: true });
	}
}
