import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

// Swaps a folder and a file in it for links that lead outside, as fast as it can, until it is told to end.
// Arguments: the folder that holds both, the folder outside.
const [base = "", outside = ""] = process.argv.slice(2);
const folder = join(base, "folder");
const aside = join(base, "aside");
const file = join(folder, "secret.txt");
let swaps = 0;
let isEnding = false;
process.once("SIGTERM", () => {
	isEnding = true;
});

function swap(path: string, away: string, target: string): void {
	renameSync(path, away);
	symlinkSync(target, path);
	wait();
	unlinkSync(path);
	renameSync(away, path);
	wait();
	swaps += 1;
}

/** Up to some ten microseconds, so that each step of the other side is met. */
function wait(): void {
	for (let left = Math.random() * 20_000; left > 0; left -= 1);
}

/** The other side deletes and makes things too, so the start may have to be made again. */
function repair(): void {
	rmSync(folder, { recursive: true, force: true });
	rmSync(aside, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, "inside");
}

repair();
process.stdout.write("swapping\n");
while (!isEnding) {
	for (let round = 0; round < 50; round += 1) {
		try {
			swap(folder, aside, outside);
			if (!existsSync(file)) writeFileSync(file, "inside");
			swap(file, `${file}.aside`, join(outside, "secret.txt"));
		} catch {
			try {
				repair();
			} catch {
				// The other side was faster again.
			}
		}
	}
	await setImmediate();
}
process.stdout.write(`swaps ${swaps}\n`);
