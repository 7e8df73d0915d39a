import { closeSync, readdirSync, readFileSync } from "node:fs";

const closeOnExec = 0o2_000_000;

/**
 * Closes what the process inherited above stderr and would pass on: a pipe of the supervisor was seen inside a sandbox. Node's own
 * descriptors are closed at exec and stay.
 *
 * @returns how many were closed; 0 where there is no /proc
 * @throws never
 */
export function closeInheritedDescriptors(): number {
	if (process.platform !== "linux") return 0;
	const inherited = readdirSync("/proc/self/fdinfo")
		.map(Number)
		.filter((fd) => fd > 2 && !isClosedAtExec(fd));
	for (const fd of inherited) closeSync(fd);
	return inherited.length;
}

function isClosedAtExec(fd: number): boolean {
	try {
		const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1] ?? "0";
		return (Number.parseInt(flags, 8) & closeOnExec) !== 0;
	} catch {
		// The descriptor of the listing itself is gone by now.
		return true;
	}
}
