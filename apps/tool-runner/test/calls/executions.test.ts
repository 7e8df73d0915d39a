import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { ExecutionEvent } from "@webhand/contracts/tools/executions";
import { expect } from "vitest";
import { bytesOf, ruleOf, test } from "./exec.ts";

const codeOf = (body: unknown) => (body as { error?: { code?: string; details?: { reason?: string } } }).error;

/** A script of the workspace, run by its rule for python3. */
const script = async (space: { readonly path: string }, text: string) => {
	await writeFile(join(space.path, "script.py"), text);
	return ["python3", "script.py"] as const;
};

const zeros = (space: { readonly path: string }, size: number) => script(space, `import sys\nsys.stdout.buffer.write(bytes(${size}))`);

test("a command runs in the sandbox, and its output and end are told", async ({ runner, exec }) => {
	const space = await runner.workspace();
	const id = await exec.accepted(space, { argv: ["echo", "$(id)", "&&", "rm", ">", "x", "`ls`", "*"] });
	const events = await exec.all(id);
	expect(events.map(({ type }) => type)).toEqual(["start", "stdout", "exit"]);
	expect(bytesOf(events, "stdout").toString()).toBe("$(id) && rm > x `ls` *\n");
	expect(await exec.look(id)).toMatchObject({ state: "exited", exitCode: 0, stdout: "$(id) && rm > x `ls` *\n", truncated: false });
	expect(await exec.run(space, { argv: ["false"] })).toMatchObject({ state: "exited", exitCode: 1, signal: null });
	const audited = async () => {
		const rows = await runner.audit.find({ chain: space.id, target: /^echo/ }).sort({ seq: 1 }).toArray();
		return rows.map(({ kind, outcome }) => [kind, outcome]);
	};
	await expect.poll(audited).toEqual([
		["intent", null],
		["outcome", "ok"],
	]);
	const metrics = await (await fetch(`${runner.url}/metrics`)).text();
	expect(metrics).toMatch(/webhand_exec_total\{outcome="exited"\} [1-9]/);
	for (const name of ["webhand_exec_queue_seconds_count", "webhand_exec_first_byte_seconds_count"]) expect(metrics).toContain(name);
});

test.for([
	{ asked: { argv: ["echo hello; id"] }, status: 403, code: "COMMAND_NOT_ALLOWED" },
	{ asked: { argv: ["/bin/ls"] }, status: 403, code: "COMMAND_NOT_ALLOWED" },
	{ asked: { argv: ["./ls"] }, status: 403, code: "COMMAND_NOT_ALLOWED" },
	{ asked: { argv: ["sh", "-c", "id"] }, status: 403, code: "COMMAND_NOT_ALLOWED" },
	{ asked: { argv: ["find", ".", "-exec", "id", "{}", ";"] }, status: 403, code: "COMMAND_NOT_ALLOWED" },
	{ asked: { argv: ["ls"], env: { LD_PRELOAD: "/workspace/x.so" } }, status: 400, code: "VALIDATION_ERROR" },
	{ asked: { argv: ["ls"], env: { PATH: "/workspace" } }, status: 400, code: "VALIDATION_ERROR" },
	{ asked: { argv: ["ls"], cwd: "../" }, status: 403, code: "PATH_NOT_ALLOWED" },
	{ asked: { argv: ["ls"], cwd: "missing/deeper" }, status: 404, code: "FILE_NOT_FOUND" },
	{ asked: { argv: ["ls"], cwd: "missing" }, status: 404, code: "FILE_NOT_FOUND" },
	{ asked: { argv: [] }, status: 400, code: "VALIDATION_ERROR" },
	{ asked: { argv: ["ls"], timeoutMs: 1 }, status: 400, code: "VALIDATION_ERROR" },
])("$asked is refused with $code, and nothing runs", async ({ asked, status, code }, { runner, exec, mongo }) => {
	const space = await runner.workspace();
	const reply = await exec.start(space, asked);
	expect([reply.status, codeOf(reply.body)?.code]).toEqual([status, code]);
	expect(await mongo.db.collection("executions").countDocuments({ workspaceId: space.id })).toBe(0);
});

test("a program of the workspace takes nobody's place, and a read-only workspace runs no build", async ({ runner, exec }) => {
	const space = await runner.workspace();
	await writeFile(join(space.path, "ls"), "#!/bin/sh\necho planted\n", { mode: 0o755 });
	expect((await exec.run(space, { argv: ["ls"] })).stdout).toBe("ls\n");
	const locked = await runner.workspace({ readOnly: true });
	expect((await exec.run(locked, { argv: ["pwd"] })).stdout).toBe("/workspace\n");
	const argv = await script(locked, "print(1)");
	expect(codeOf((await exec.start(locked, { argv })).body)?.code).toBe("WORKSPACE_READ_ONLY");
});

test("a command works in its folder, reads its input, and may write where it may", async ({ repository, exec }) => {
	const space = await repository();
	const argv = await script(
		space,
		`import os, sys
open("made.txt", "w").write(sys.stdin.read())
os.mkdir("sub")
for place in [".git/config", "/usr/x", "/etc/passwd", "/x"]:
    try:
        open(place, "a")
        print("wrote", place)
    except OSError as e:
        print(place, e.strerror)
try:
    os.rename(".git", "git2")
    print("moved")
except OSError as e:
    print("git stays")
`,
	);
	const done = await exec.run(space, { argv, stdin: "héllo" });
	expect(done.stdout).not.toContain("wrote");
	expect(done.stdout).toContain("git stays");
	expect(await readFile(join(space.path, "made.txt"), "utf8")).toBe("héllo");
	expect((await exec.run(space, { argv: ["pwd"], cwd: "sub" })).stdout).toBe("/workspace/sub\n");
	// Without input a program that waits for some sees its end.
	expect(await exec.run(space, { argv: ["cat"] })).toMatchObject({ state: "exited", exitCode: 0, stdout: "" });
});

test("a command reaches neither the network nor other processes and files, and what it starts dies with it", async ({
	runner,
	exec,
	onTestFinished,
}) => {
	const space = await runner.workspace();
	const other = await runner.workspace();
	await writeFile(join(other.path, "secret.txt"), "secret");
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const port = (server.address() as { port: number }).port;
	const argv = await script(
		space,
		`import glob, os, socket, subprocess, sys
try:
    socket.create_connection(("127.0.0.1", ${port}), 1)
    print("connected")
except OSError:
    print("no network")
print(sorted(p for p in glob.glob("/proc/[0-9]*"))[:9])
for path in ["/etc/shadow", "${other.path}/secret.txt", "/proc/1/root/etc/shadow"]:
    print(os.path.exists(path) and open(path).read())
subprocess.Popen(["sleep", "4711.${port}"], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print("left")
`,
	);
	const { stdout, state } = await exec.run(space, { argv });
	expect(state).toBe("exited");
	expect(stdout).toContain("no network");
	expect(stdout).not.toContain("secret");
	expect(stdout).toContain("left");
	await expect.poll(() => runsAnywhere(`4711.${port}`)).toBe(false);
});

test("processes and memory are bounded, and others do not feel it", async ({ runner, exec }) => {
	const [space, calm] = [await runner.workspace(), await runner.workspace()];
	const forks = await script(
		space,
		`import os, time
count = 0
try:
    while True:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        count += 1
except OSError:
    print(count < 256)
`,
	);
	const [bomb, beside] = await Promise.all([exec.run(space, { argv: forks }), exec.run(calm, { argv: ["echo", "calm"] })]);
	expect([bomb.state, bomb.stdout, beside.stdout]).toEqual(["exited", "True\n", "calm\n"]);
	const memory = await script(calm, "x = bytearray(2 << 30)\nprint(len(x))");
	expect(await exec.run(calm, { argv: memory })).toMatchObject({ state: "exited", exitCode: 1, stdout: "" });
});

test("what takes too long is ended, also when it will not hear of it", async ({ runner, exec }) => {
	const space = await runner.workspace();
	// Its program must have begun by then, or the sandbox is killed without a TERM.
	const patient = await exec.run(space, { argv: ["sleep", "30"], timeoutMs: 3_000 });
	expect(patient).toMatchObject({ state: "timed_out", exitCode: 143, signal: "SIGTERM" });
	const argv = await script(
		space,
		`import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen(["sleep", "4712"], start_new_session=True)
print("stubborn", flush=True)
time.sleep(60)
`,
	);
	const id = await exec.accepted(space, { argv });
	await expect.poll(async () => (await exec.look(id)).stdout).toBe("stubborn\n");
	expect((await exec.cancel(id)).body).toEqual({ executionId: id, state: "cancelling" });
	const started = performance.now();
	expect(await exec.look(id, { waitMs: 20_000 })).toMatchObject({
		state: "cancelled",
		exitCode: 137,
		reason: "user",
		stdout: "stubborn\n",
	});
	expect(performance.now() - started).toBeLessThan(20_000);
	await expect.poll(() => runsAnywhere("4712")).toBe(false);
	const again = await exec.cancel(id);
	expect(again.body).toEqual({ executionId: id, state: "cancelled" });
});

test("a command is cancelled while it waits and while it runs, also when the message to its runner is lost", async ({
	runner,
	exec,
	mongo,
}) => {
	const space = await runner.workspace();
	const rows = mongo.db.collection<{ _id: string }>("executions");
	// One core runs as many at once.
	const wait = await script(space, `import time\nprint("begun", flush=True)\ntime.sleep(60)`);
	const sleeping = await Promise.all(Array.from({ length: 2 }, () => exec.accepted(space, { argv: wait })));
	for (const id of sleeping) await expect.poll(async () => (await exec.look(id)).stdout).toBe("begun\n");
	// From tomorrow and without a job, so that it waits whatever the number of cores.
	const waiting = exec.newId();
	const createdAt = new Date(Date.now() + 86_400_000);
	const begun = await rows.findOne({ _id: sleeping[0] ?? "" });
	await rows.insertOne({ ...begun, _id: waiting, grantJti: waiting, state: "queued", createdAt, startedAt: null } as never);
	expect((await exec.cancel(waiting)).body).toEqual({ executionId: waiting, state: "cancelled" });
	expect((await exec.all(waiting)).map(({ type }) => type)).toEqual(["exit"]);
	const [first = "", ...others] = sleeping;
	await rows.updateOne({ _id: first }, { $set: { state: "cancelling", isCancelled: true } });
	expect(await exec.look(first, { waitMs: 20_000 })).toMatchObject({ state: "cancelled", signal: "SIGTERM" });
	await Promise.all(others.map((id) => exec.cancel(id)));
	for (const id of others) expect(await exec.look(id, { waitMs: 20_000 })).toMatchObject({ state: "cancelled" });
	// The outcome is written behind the row.
	await expect.poll(() => runner.audit.countDocuments({ chain: space.id, outcome: "cancelled" })).toBe(3);
	await rows.deleteOne({ _id: waiting });
});

test("output below 8 MiB comes whole, in any bytes, and again from every place", async ({ runner, exec }) => {
	const space = await runner.workspace();
	const size = 8 * 1_048_576 - 1;
	const id = await exec.accepted(space, { argv: await zeros(space, size) });
	const received = bytesOf(await exec.all(id), "stdout");
	expect(received.equals(Buffer.alloc(size))).toBe(true);
	const wanted = Buffer.alloc(65_536);
	for (let i = 0; i < wanted.length; i += 1) wanted[i] = (i * 7 + Math.floor(i / 251)) % 256;
	const large = await script(
		space,
		`import os, sys\nsys.stdout.buffer.write(bytes((i * 7 + i // 251) % 256 for i in range(65536)) * 128)\n`,
	);
	const mixed = await exec.accepted(space, { argv: large });
	const [one, two] = await Promise.all([exec.all(mixed), exec.all(mixed)]);
	expect(bytesOf(one, "stdout").equals(Buffer.concat(Array.from({ length: 128 }, () => wanted)))).toBe(true);
	expect(bytesOf(two, "stdout").equals(bytesOf(one, "stdout"))).toBe(true);
	const split = await script(
		space,
		`import sys, time
for part in [b"caf\\xc3", b"\\xa9 ", b"\\xff\\xfe", b"data: x\\n\\nid: 9\\n", b"end"]:
    sys.stdout.buffer.write(part); sys.stdout.flush(); time.sleep(0.05)
sys.stderr.write("late")
`,
	);
	const texts = await exec.accepted(space, { argv: split });
	const all = await exec.all(texts);
	expect(bytesOf(all, "stdout").toString("latin1")).toBe("caf\xc3\xa9 \xff\xfedata: x\n\nid: 9\nend");
	expect(bytesOf(all, "stderr").toString()).toBe("late");
	const pieces = all.flatMap((event) => (event.type === "stdout" && event.enc === "utf8" ? [event.data] : []));
	expect(pieces.join("")).toContain("é");
	const seqs = all.flatMap((event) => ("seq" in event ? [event.seq] : []));
	expect(seqs).toEqual(seqs.map((_, index) => index + 1));
	for (const seq of [0, ...seqs]) {
		const rest = await exec.all(texts, { after: seq });
		expect(rest).toEqual(seq === 0 ? all : all.filter((event) => event.type === "exit" || ("seq" in event && event.seq > seq)));
	}
	const last = Math.max(...seqs);
	for (const after of [`${last + 1}`, "999999999999999"]) {
		const reply = await runner.send("GET", `/v1/executions/${texts}/stream?afterSeq=${after}`);
		expect(reply).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR", details: { lastSeq: last } } } });
	}
	for (const bad of ["$", "1-0", "9e99", "-1"]) {
		const reply = await runner.send("GET", `/v1/executions/${texts}/stream`, { headers: { "last-event-id": bad } });
		expect(reply).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR", details: { lastSeq: last } } } });
	}
});

test("of more output the beginning and the end are kept, and far more ends the command", async ({ runner, exec }) => {
	const space = await runner.workspace();
	const size = 20 * 1_048_576;
	const id = await exec.accepted(space, { argv: await zeros(space, size) });
	const done = await exec.look(id, { waitMs: 20_000 });
	expect(done).toMatchObject({ state: "exited", bytes: { stdout: size, stderr: 0 }, truncated: true });
	const events = await exec.all(id);
	const gap = events.find((event): event is ExecutionEvent & { type: "gap" } => event.type === "gap");
	const kept = bytesOf(events, "stdout").length;
	expect(kept + (gap?.bytes ?? 0)).toBe(size);
	expect([gap?.bytes, events.at(-2)]).toEqual([done.omittedBytes, { type: "truncated", omittedBytes: done.omittedBytes }]);
	expect(kept).toBeGreaterThan(8 * 1_048_576 - 20_000);
	expect(events.filter(({ type }) => type === "exit")).toHaveLength(1);
	const flood = await exec.run(space, { argv: await zeros(space, 70 * 1_048_576) });
	expect(flood).toMatchObject({ state: "output_limit", exitCode: 137, truncated: true });
});

test("the same id is one execution, another command under it is refused, and a grant is good once", async ({ runner, exec }) => {
	const space = await runner.workspace();
	const argv = await script(space, `open("lines", "a").write("line\\n")`);
	const executionId = exec.newId();
	const replies = await Promise.all(Array.from({ length: 5 }, () => exec.start(space, { argv, executionId })));
	expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
	await exec.look(executionId, { waitMs: 20_000 });
	expect((await exec.start(space, { argv, executionId })).body).toMatchObject({ executionId, state: "exited" });
	expect(await readFile(join(space.path, "lines"), "utf8")).toBe("line\n");
	const other = await exec.start(space, { argv: ["ls"], executionId });
	expect([other.status, codeOf(other.body)?.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
	const rule = ruleOf(["pwd"]);
	const body = (executionId: string) => ({ argv: ["pwd"], cwd: "", executionId, rule });
	const jti = "j".repeat(24);
	const [one, two] = [exec.newId(), exec.newId()];
	const post = async (id: string, grantFor: string) =>
		space.hand("exec.run", body(id), await space.grant("exec.run", body(grantFor), { jti }));
	expect(codeOf((await post(one, two)).body)).toMatchObject({ code: "GRANT_INVALID", details: { reason: "hash" } });
	expect(codeOf((await space.hand("exec.run", body(one), "")).body)).toMatchObject({ code: "GRANT_INVALID" });
	const wrongRule = { ...body(one), rule: { ...rule, version: rule.version + 1 } };
	expect(codeOf((await space.change("exec.run", "/executions", wrongRule)).body)).toMatchObject({
		code: "GRANT_INVALID",
		details: { reason: "rule" },
	});
	const [first, second] = [body(one), body(two)];
	const grants = await Promise.all([first, second].map((each) => space.grant("exec.run", each, { jti })));
	const sent = await Promise.all([first, second].map((each, index) => space.hand("exec.run", each, grants[index] ?? "")));
	expect(sent.map(({ status }) => status).sort()).toEqual([202, 403]);
});

test("executions are their owner's, newest first, a page at a time", async ({ runner, exec, identity, redis }) => {
	const space = await runner.workspace();
	const ids: string[] = [];
	for (const word of ["one", "two", "three"]) ids.push((await exec.run(space, { argv: ["echo", word] })).executionId);
	const colleague = await identity.signIn(redis.client, { tenantId: runner.user.tenantId });
	const [first] = ids;
	for (const [method, path] of [
		["GET", ""],
		["GET", "/stream"],
		["POST", "/cancel"],
	] as const) {
		const reply = await runner.send(method, `/v1/executions/${first}${path}`, { as: colleague });
		expect([reply.status, codeOf(reply.body)?.code]).toEqual([404, "EXECUTION_NOT_FOUND"]);
	}
	const page = await runner.send("GET", "/v1/executions?limit=2");
	const { executions, nextCursor } = page.body as { executions: { executionId: string }[]; nextCursor: string };
	expect(executions.map(({ executionId }) => executionId)).toEqual([ids[2], ids[1]]);
	expect(executions[0]).not.toHaveProperty("stdout");
	const next = (await runner.send("GET", `/v1/executions?limit=2&cursor=${nextCursor}`)).body as { executions: { executionId: string }[] };
	expect(next.executions[0]?.executionId).toBe(ids[0]);
	expect((await runner.send("GET", "/v1/executions", { as: colleague })).body).toMatchObject({ executions: [] });
});

test("a .git that a command made is not trusted", async ({ runner, exec }) => {
	const space = await runner.workspace();
	const argv = await script(
		space,
		`import os\nos.makedirs(".git/objects")\nos.makedirs(".git/refs")\nopen(".git/HEAD", "w").write("ref: refs/heads/main")`,
	);
	expect(await exec.run(space, { argv })).toMatchObject({ exitCode: 0 });
	const status = await space.call("GET", "/git/status");
	expect(codeOf(status.body)?.code).toBe("GIT_DIR_UNTRUSTED");
});

test("a user has eight commands under way", async ({ exec, runner, mongo }) => {
	const space = await runner.workspace();
	const rows = mongo.db.collection<{ _id: string }>("executions");
	const replies = await Promise.all(Array.from({ length: 10 }, () => exec.start(space, { argv: ["sleep", "20"] })));
	expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 8 }, () => 202), 429, 429]);
	const mine = await rows.find({ workspaceId: space.id }).toArray();
	await Promise.all(mine.map(({ _id }) => exec.cancel(_id)));
	for (const { _id } of mine) await exec.look(_id, { waitMs: 20_000 });
});

test("commands without end of one user hold up neither a colleague nor another tenant", async ({ exec, runner, identity, redis }) => {
	const space = await runner.workspace();
	const colleague = await identity.signIn(redis.client, { tenantId: runner.user.tenantId });
	const stranger = await identity.signIn(redis.client);
	const theirs = await runner.workspace({ tenantId: stranger.tenantId });
	const endless = await Promise.all(Array.from({ length: 8 }, () => exec.accepted(space, { argv: ["sleep", "600"] })));
	const states = async () => (await Promise.all(endless.map((id) => exec.look(id)))).map(({ state }) => state);
	await expect.poll(async () => (await states()).includes("running")).toBe(true);
	const echo = async (where: typeof space, as: typeof stranger) => {
		const id = await exec.accepted(where, { argv: ["echo", "tea"] }, { as });
		return await exec.look(id, { as, waitMs: 20_000 });
	};
	const done = await Promise.all([echo(theirs, stranger), echo(space, colleague)]);
	expect(done.map(({ state, stdout }) => [state, stdout])).toEqual([
		["exited", "tea\n"],
		["exited", "tea\n"],
	]);
	// The rest of the eight waits for its own.
	expect(await states()).toContain("queued");
	await Promise.all(endless.map((id) => exec.cancel(id)));
	for (const id of endless) await exec.look(id, { waitMs: 20_000 });
});

test("a command that an earlier version has accepted runs, and one that it ran is told lost", async ({ exec, runner, mongo }) => {
	const space = await runner.workspace();
	const rows = mongo.db.collection<{ _id: string }>("executions");
	const sleeping = await Promise.all(Array.from({ length: 7 }, () => exec.accepted(space, { argv: ["sleep", "60"] })));
	const waiting = await exec.accepted(space, { argv: ["echo", "tea"] });
	// Rows had a fence; those of before hosts had names lacked that.
	const row = await rows.findOneAndUpdate({ _id: waiting, state: "queued" } as object, { $set: { fence: 0 }, $unset: { host: "" } });
	expect(row).not.toBeNull();
	const lost = exec.newId();
	const running = { _id: lost, grantJti: lost, state: "running", fence: 1, runnerId: "dead", heartbeatAt: new Date(0) };
	await rows.insertOne({ ...row, ...running } as never);
	expect(await exec.look(lost, { waitMs: 20_000 })).toMatchObject({ state: "failed", reason: "runner_lost" });
	await Promise.all(sleeping.map((id) => exec.cancel(id)));
	expect(await exec.look(waiting, { waitMs: 20_000 })).toMatchObject({ state: "exited", stdout: "tea\n" });
	for (const id of sleeping) await exec.look(id, { waitMs: 20_000 });
});

test("what a tenant may run in a day is refused above, in words, and for nobody else", async ({ exec, runner, identity, redis, mongo }) => {
	const busy = await identity.signIn(redis.client);
	const space = await runner.workspace({ tenantId: busy.tenantId });
	const day = new Date().toISOString().slice(0, 10);
	const days = mongo.db.collection<{ _id: string; runs: number; bytes: number }>("days");
	const id = await exec.accepted(space, { argv: ["echo", "tea"] }, { as: busy });
	expect(await exec.look(id, { as: busy, waitMs: 20_000 })).toMatchObject({ state: "exited" });
	const today = () => days.findOne({ _id: `${busy.tenantId} ${day}` });
	await expect.poll(async () => [(await today())?.runs, ((await today())?.bytes ?? 0) > 0]).toEqual([1, true]);
	await days.updateOne({ _id: `${busy.tenantId} ${day}` }, { $set: { bytes: 256 * 1_048_576 } });
	const refused = await exec.start(space, { argv: ["echo", "tea"] }, { as: busy });
	expect([refused.status, codeOf(refused.body)]).toMatchObject([
		429,
		{ code: "RATE_LIMIT", message: expect.stringContaining("256 MiB of output for today"), details: { name: "outputPerDay" } },
	]);
	expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await exec.run(await runner.workspace(), { argv: ["echo", "tea"] })).toMatchObject({ state: "exited" });
});

test("after its end a command's stream is gone from Redis within a minute, and late readers have it from MongoDB", async ({
	exec,
	runner,
	redis,
}) => {
	const space = await runner.workspace();
	const { executionId } = await exec.run(space, { argv: ["echo", "tea"] });
	await expect.poll(() => redis.client.ttl(`wh:exec:${executionId}:out`)).toBeLessThanOrEqual(60);
	await redis.client.del(`wh:exec:${executionId}:out`);
	expect(bytesOf(await exec.all(executionId), "stdout").toString()).toBe("tea\n");
});

/** Is a process with this text in its command line anywhere on this machine? */
async function runsAnywhere(text: string): Promise<boolean> {
	const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
	return lines.some((line) => line.startsWith("sleep\0") && line.includes(text));
}
