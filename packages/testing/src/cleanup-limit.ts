import { afterAll, aroundAll, expect } from "vitest";

const limitMs = 90_000;
let timer: NodeJS.Timeout | undefined;

// Vitest puts no limit on what a fixture undoes at the end of its file: one that waits for ever would hold up the whole run, unnamed.
afterAll(() => {
	const file = expect.getState().testPath ?? "a test file";
	const giveUp = () => {
		const open = process.getActiveResourcesInfo().join(" ");
		process.stderr.write(`${file}: its fixtures are not undone after ${limitMs / 1_000} s; open: ${open}\n`);
		// Vitest turns `process.exit` into an error that nobody would see here.
		process.kill(process.pid, "SIGKILL");
	};
	timer = setTimeout(giveUp, limitMs).unref();
});

// The process goes on to the next file.
aroundAll(async (runFile) => {
	await runFile();
	clearTimeout(timer);
});
