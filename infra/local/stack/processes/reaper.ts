// Holds one end of a pipe to the supervisor. However the supervisor dies, the pipe closes and its children are ended.
import { createInterface } from "node:readline";
import { killGroup } from "../../tools/run.mjs";

const graceMs = 1_500;
const groups = new Set<number>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

// One line a group: `+123` it runs, `-123` it ended, `end` the supervisor has ended everything itself.
for await (const line of createInterface({ input: process.stdin })) {
	const group = Number(line.slice(1));
	if (line === "end") process.exit(0);
	else if (line.startsWith("+")) groups.add(group);
	else groups.delete(group);
}
kill("SIGTERM");
setTimeout(() => {
	kill("SIGKILL");
	process.exit(0);
}, graceMs);

function kill(signal: NodeJS.Signals): void {
	for (const group of groups) killGroup(group, signal);
}
