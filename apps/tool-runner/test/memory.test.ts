import { constants } from "node:fs";
import { chmod, chown, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { long } from "@webhand/testing/long";
import { test as base, expect } from "vitest";
import { createSandbox } from "../src/sandbox/engine.ts";
import { hostMemory } from "../src/sandbox/memory.ts";
import type { MemoryLimits, WatchLimit } from "../src/sandbox/watch.ts";
import { createWatch } from "../src/sandbox/watch.ts";
import type { Seen } from "../src/status/engine.ts";

const mebibyte = 1_048_576;
const owner = 200_123;
const host: Seen = { bwrap: "/usr/bin/bwrap", reason: null, programs: { git: null, rg: null } };
const unlimited: MemoryLimits = { memory: 2 ** 50, leastAvailable: 0, mostTcp: 2 ** 50 };

/** How a program ended: what it wrote, and the limit for which it was. */
type Ran = { readonly said: string; readonly limit: WatchLimit | undefined };

const test = base
	.extend("place", { scope: "file" }, async ({}, { onCleanup }) => {
		const folder = await mkdtemp(join(tmpdir(), "webhand-memory-"));
		onCleanup(() => rm(folder, { recursive: true }));
		await chmod(folder, 0o755);
		if (process.getuid?.() === 0) await chown(folder, owner, owner);
		/** A folder with a program in Python, which holds what it has for a while. */
		return async (text: string) => {
			await writeFile(join(folder, "way.py"), `import ctypes, os, socket, sys, time\n${text}\ntime.sleep(4)\n`);
			const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
			const { dev, uid, gid } = await handle.stat({ bigint: true });
			const close = () => handle.close();
			return { root: { handle, dev, uid: Number(uid), gid: Number(gid), close }, close };
		};
	})
	.extend("run", { scope: "file" }, ({ place }) => {
		const sandbox = createSandbox(async () => host);
		/** Runs a program with limits of its own. */
		return async (text: string, limits: Partial<MemoryLimits> = {}): Promise<Ran> => {
			const { root, close } = await place(text);
			const running = await sandbox.command(
				{
					program: { path: "/usr/bin/python3", toolchains: [] },
					args: ["-u", "way.py"],
					root,
					isWritable: true,
					environment: { PATH: "/usr/bin" },
					limitMs: 20_000,
				},
				new AbortController().signal,
			);
			let limit: WatchLimit | undefined;
			const stop = (above: WatchLimit) => {
				limit = above;
				running.stop("cancelled", 0);
			};
			const unwatch = createWatch({ ...unlimited, ...limits })({ pid: running.pid, tenantId: "a", stop });
			const said: string[] = [];
			for (const stream of [running.stdout, running.stderr])
				stream.on("data", (chunk: Buffer) => {
					said.push(chunk.toString());
					// What is refused has said so, and holds nothing.
					if (said.join("").includes("refused")) running.stop("cancelled", 0);
				});
			await running.ended.finally(unwatch);
			await close();
			return { said: said.join("").trim(), limit };
		};
	});

type Fixtures = {
	readonly run: (text: string, limits?: Partial<MemoryLimits>) => Promise<Ran>;
};
const attempt = (what: string) => `
try:
    ${what}
    print("done")
except OSError as e:
    print(f"refused {e.errno}")`;
const numbers = { x64: { secret: 447, shmget: 29, shmat: 30, msgget: 68, semget: 64, mq: 240, vmsplice: 278, fanotify: 300 } }.x64;
const call = (number: number, args: string) => `
c = ctypes.CDLL(None, use_errno=True)
r = c.syscall(${number}, ${args})
print("done" if r >= 0 else f"refused {ctypes.get_errno()}")`;

const refused = [
	{ way: "a file in /dev", text: attempt('open("/dev/x", "w")'), said: "refused 30" },
	{ way: "a folder in /dev", text: attempt('os.mkdir("/dev/x")'), said: "refused 30" },
	{ way: "a file in memory", text: attempt('os.memfd_create("x")'), said: "refused 1" },
	{ way: "secret memory", text: call(numbers.secret, "0"), said: "refused 1" },
	{ way: "a System V segment", text: call(numbers.shmget, "0, 1048576, 0o1600"), said: "refused 1" },
	{ way: "an attached System V segment", text: call(numbers.shmat, "0, 0, 0"), said: "refused 1" },
	{ way: "a System V queue", text: call(numbers.msgget, "0, 0o1600"), said: "refused 1" },
	{ way: "System V semaphores", text: call(numbers.semget, "0, 32000, 0o1600"), said: "refused 1" },
	{ way: "a POSIX queue", text: call(numbers.mq, 'b"x", 0o102, 0o600, 0'), said: "refused 1" },
	{ way: "pages that a pipe keeps", text: call(numbers.vmsplice, "1, 0, 0, 0"), said: "refused 1" },
	{ way: "a queue of file events", text: call(numbers.fanotify, "0, 0"), said: "refused 1" },
	{ way: "shared memory without a file", text: attempt("import mmap; mmap.mmap(-1, 4096)"), said: "refused 1" },
	{
		way: "shared memory of /dev/zero",
		text: attempt('import mmap; mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096)'),
		said: "refused 19",
	},
	{
		way: "a larger buffer of a socket",
		text: `
a, b = socket.socketpair()
before = a.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
a.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
b.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
print("refused" if a.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) == before else "done")`,
		said: "refused",
	},
];
const isRefused = async ({ text, said }: (typeof refused)[number], { run }: Fixtures) => {
	expect(await run(text)).toEqual({ said, limit: undefined });
};
const here = { skip: process.arch !== "x64" };
test.for(refused.slice(0, 4))("$way is refused", here, isRefused);
test.for(refused.slice(4))("$way is refused", { ...here, ...long }, isRefused);

const hold = (each: string, count: number) => `
kept = []
try:
    for i in range(${count}):
        ${each.split("\n").join("\n        ")}
except OSError as e:
    print("full", e.errno)
print("holds", len(kept))`;
const fill = (path: string, megabytes: number) => `
f = open("${path}", "wb", buffering=0)
for _ in range(${megabytes}): f.write(bytes(1 << 20))`;

const filled = [
	{ way: "the memory of one process", text: "x = bytearray(200 << 20)", megabytes: 100 },
	{
		way: "the memory of many processes",
		text: hold("if os.fork() == 0:\n    x = bytearray(10 << 20); time.sleep(4); os._exit(0)\nkept.append(i)", 20),
		megabytes: 150,
	},
	{
		way: "a process whose first thread has ended",
		text: `
import threading
def other():
    global x
    x = bytearray(200 << 20)
    time.sleep(6)
threading.Thread(target=other).start()
time.sleep(0.5)
ctypes.CDLL(None).syscall(60, 0)`,
		megabytes: 100,
	},
	{
		way: "page tables without pages",
		text: `
import mmap
m = mmap.mmap(-1, 1 << 36, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
for at in range(0, 1 << 36, 2 << 20): m[at]`,
		megabytes: 100,
	},
	{ way: "files in /tmp", text: fill("/tmp/x", 60), megabytes: 50 },
	{ way: "deleted files in /tmp", text: `${fill("/tmp/x", 60)}\nos.unlink("/tmp/x")`, megabytes: 50 },
	{ way: "files in /dev/shm", text: fill("/dev/shm/x", 15), megabytes: 20 },
	{ way: "empty files", text: hold('os.close(os.open(f"/tmp/{i}", os.O_CREAT, 0o600))', 60_000), megabytes: 50 },
	{
		way: "messages that nobody reads",
		text: hold(
			"a, b = socket.socketpair()\na.setblocking(False)\nkept.append((a, b))\ntry:\n    while True: a.send(bytes(65536))\nexcept BlockingIOError: pass",
			200,
		),
		megabytes: 100,
	},
	{
		way: "datagrams that nobody reads",
		text: hold(
			's = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.bind(("127.0.0.1", 0))\nkept.append(s)\nfor n in range(9): s.sendto(bytes(60000), s.getsockname())',
			200,
		),
		megabytes: 80,
	},
	{
		way: "pipes",
		text: `import fcntl${hold("kept.append(os.pipe())\nos.set_blocking(kept[-1][1], False)\nos.write(kept[-1][1], bytes(65536))", 480)}`,
		// The descriptors count for 8 MiB, Python itself for 4 to 6.
		megabytes: 10,
	},
	{ way: "terminals", text: hold("kept.append(os.openpty())", 100), megabytes: 100 },
];
const isEnded = async ({ text, megabytes }: (typeof filled)[number], { run }: Fixtures) => {
	const ran = await run(text, { memory: megabytes * mebibyte });
	expect(ran.limit, ran.said).toBe("memory_limit");
};
test.for(filled.slice(0, 3))("$way end a program above its limit", isEnded);
test.for(filled.slice(3))("$way end a program above its limit", long, isEnded);

test("what TCP connections hold ends the program that holds most of it", async ({ run }) => {
	const text = hold(
		`l = socket.create_server(("127.0.0.1", 0))
c = socket.create_connection(l.getsockname())
s, _ = l.accept()
c.setblocking(False)
kept.append((l, c, s))
try:
    while True: c.send(bytes(1 << 16))
except BlockingIOError: pass`,
		100,
	);
	const before = (await hostMemory()).tcp;
	expect((await run(text, { mostTcp: before + 4 * mebibyte })).limit).toBe("memory_limit");
});

test("an ordinary program is left alone", async ({ run }) => {
	const text = `
import subprocess, tempfile
for _ in range(5): subprocess.run(["ls", "/usr"], capture_output=True)
with tempfile.TemporaryFile() as f: f.write(bytes(1 << 20))
x = bytearray(20 << 20)
print("refused nothing")`;
	expect(await run(text, { memory: 100 * mebibyte })).toEqual({ said: "refused nothing", limit: undefined });
});

test("a file acts as nobody but who runs it", async ({ run }) => {
	const text = `
open("tool", "w").close()
os.chmod("tool", 0o755)
wrong = []
for what in [lambda: os.chmod("tool", 0o4755), lambda: os.chmod("tool", 0o2755), lambda: os.fchmod(os.open("tool", os.O_RDONLY), 0o6755),
    lambda: os.close(os.open("made", os.O_CREAT | os.O_WRONLY, 0o4755)), lambda: os.mknod("node", 0o104755)]:
    try:
        what()
        wrong.append(what)
    except PermissionError:
        pass
os.mkdir("shared")
os.chmod("shared", 0o1777)
print(wrong, oct(os.stat("tool").st_mode), os.path.exists("made"), os.path.exists("node"), "refused")`;
	expect((await run(text)).said).toBe("[] 0o100755 False False refused");
});

test("what git and searches run is looked after as well", async ({ place }) => {
	const watch = createWatch({ ...unlimited, memory: 100 * mebibyte });
	const tenants: string[] = [];
	const sandbox = createSandbox(
		async () => host,
		(program) => {
			tenants.push(program.tenantId);
			return watch(program);
		},
	);
	const { root, close } = await place("x = bytearray(200 << 20)");
	const call = {
		program: { path: "/usr/bin/python3", toolchains: [] },
		args: ["way.py"],
		root,
		sharer: { tenantId: "org_memory", userId: "usr_memory" },
		isWritable: false,
		environment: {},
	} as const;
	const end = await sandbox.run({ ...call, limitMs: 20_000, maxOutputBytes: 1_000 }, new AbortController().signal);
	await close();
	expect(end.kind).toBe("output_limit");
	// In a container all workspaces have one owner, so their tenants tell them apart.
	expect(tenants).toEqual(["org_memory"]);
});
