import { readdir, readFile, statfs } from "node:fs/promises";
import { memoryFolders } from "./argv.ts";

/** What a run holds, in bytes: of this host's memory, and what waits in its TCP connections, which this host counts for all together. */
export type Held = { readonly memory: number; readonly tcp: number };

/** The memory of this host that all runs share, in bytes: what is left, and what TCP connections hold. */
export type HostMemory = { readonly available: number; readonly tcp: number };

const pageBytes = 4_096;
const tmpfs = 0x0102_1994;
/**
 * What the kernel keeps at most for each: a socket's buffers and filter, both directions of a terminal, a pipe of a user with many, an empty
 * file of a tmpfs. No process shows these.
 */
const kernelBytes = { socket: 524_288, terminal: 1_310_720, descriptor: 2 * pageBytes, inode: 1_024 } as const;

/**
 * Looks at a process and all below it: their own memory, also in swap and in page tables, and what the kernel holds for them.
 *
 * @param pid of bwrap, which is outside of the sandbox; its first child is inside
 * @param isTcpWanted costs a walk through all connections of this host; without it `tcp` is 0
 * @throws never; what has ended holds nothing
 */
export async function heldBy(pid: number, { isTcpWanted }: { readonly isTcpWanted: boolean }): Promise<Held> {
	let memory = 0;
	let inside: number | undefined;
	for (const waiting = [pid]; waiting.length > 0; ) {
		const next = waiting.pop() as number;
		const found = await lookAtProcess(next);
		memory += found.bytes;
		inside ??= next === pid ? undefined : next;
		waiting.push(...found.children);
	}
	if (inside === undefined) return { memory, tcp: 0 };
	const parts = await Promise.all([socketBytes(inside), terminalBytes(inside), ...Object.entries(memoryFolders).map(folderBytes(inside))]);
	return { memory: parts.reduce((sum, bytes) => sum + bytes, memory), tcp: isTcpWanted ? await tcpBytes(inside) : 0 };
}

/** What is left is that of the host, or of the container. @throws Error where this host has no /proc */
export async function hostMemory(): Promise<HostMemory> {
	const [memory, sockets, group] = await Promise.all([readFile("/proc/meminfo", "latin1"), read("/proc/net/sockstat"), ownGroup()]);
	const available = 1_024 * numberIn(memory, /^MemAvailable:\s*(\d+)/m);
	return { available: Math.min(available, leftInGroup(group)), tcp: pageBytes * numberIn(sockets, /^TCP:.* mem (\d+)/m) };
}

/** A group of processes (cgroup v2) as its files describe it; empty texts where there is none. */
type Group = { readonly max: string; readonly current: string; readonly stat: string };

/** The group of this service and of all that it runs: a container has its limit there. */
async function ownGroup(): Promise<Group> {
	const folder = `/sys/fs/cgroup${/^0::(\/.*)$/m.exec(await read("/proc/self/cgroup"))?.[1] ?? ""}`;
	const [max, current, stat] = await Promise.all(["max", "current", "stat"].map((name) => read(`${folder}/memory.${name}`)));
	return { max: max ?? "", current: current ?? "", stat: stat ?? "" };
}

/** The bytes that a group may still take; files that it only read are given back. Infinite without a limit. @throws never */
export function leftInGroup({ max, current, stat }: Group): number {
	if (!/^\d+\s*$/.test(max)) return Number.POSITIVE_INFINITY;
	return Number(max) - numberIn(current, /^(\d+)/) + numberIn(stat, /^inactive_file (\d+)/m);
}

/** Bytes that TCP connections of this host hold before the kernel makes all of them slower; infinite where it does not say. @throws never */
export async function tcpPressure(): Promise<number> {
	const pages = numberIn(await read("/proc/sys/net/ipv4/tcp_mem"), /^(\d+)/);
	return pages === 0 ? Number.POSITIVE_INFINITY : pageBytes * pages;
}

async function lookAtProcess(pid: number): Promise<{ readonly bytes: number; readonly children: readonly number[] }> {
	const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
	const lists = await Promise.all(threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)));
	const children = lists.flatMap((list) => list.split(" ").flatMap((child) => (child === "" ? [] : [Number(child)])));
	for (const thread of threads) {
		const status = await read(`/proc/${pid}/task/${thread}/status`);
		const kilobytes = [...status.matchAll(/^(?:RssAnon|VmSwap|VmPTE|HugetlbPages):\s*(\d+) kB/gm)];
		// A first thread that has ended shows no memory while the others go on.
		if (kilobytes.length === 0) continue;
		const own = kilobytes.reduce((sum, [, text]) => sum + 1_024 * Number(text), 0);
		return { bytes: own + kernelBytes.descriptor * numberIn(status, /^FDSize:\s*(\d+)/m), children };
	}
	return { bytes: 0, children };
}

async function socketBytes(inside: number): Promise<number> {
	return kernelBytes.socket * numberIn(await read(`/proc/${inside}/net/sockstat`), /^sockets: used (\d+)/m);
}

async function terminalBytes(inside: number): Promise<number> {
	const names = await readdir(`/proc/${inside}/root/dev/pts`).catch(() => []);
	return kernelBytes.terminal * names.filter((name) => /^\d+$/.test(name)).length;
}

const folderBytes =
	(inside: number) =>
	async ([folder, size]: [string, number]): Promise<number> => {
		const facts = await statfs(`/proc/${inside}/root${folder}`).catch(() => null);
		// Before the sandbox is complete the path leads to a folder of this host.
		if (facts === null || facts.type !== tmpfs || facts.blocks * facts.bsize !== size) return 0;
		return (facts.blocks - facts.bfree) * facts.bsize + (facts.files - facts.ffree) * kernelBytes.inode;
	};

/** What has not been read yet, and what has not been taken by the other side yet. */
async function tcpBytes(inside: number): Promise<number> {
	const tables = await Promise.all(["tcp", "tcp6"].map((name) => read(`/proc/${inside}/net/${name}`)));
	const queues = [...tables.join("\n").matchAll(/ ([0-9A-F]{8}):([0-9A-F]{8}) \d\d:[0-9A-F]{8} /g)];
	return queues.reduce((sum, [, sent = "0", received = "0"]) => sum + Number.parseInt(sent, 16) + Number.parseInt(received, 16), 0);
}

const read = (path: string) => readFile(path, "latin1").catch(() => "");
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
