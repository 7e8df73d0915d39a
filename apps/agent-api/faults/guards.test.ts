import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { expect, test } from "vitest";

/** A guard of the write, what the source looks like without it, and the promise that must break then. */
type Guard = {
	readonly name: string;
	readonly file: string;
	readonly from: string;
	readonly to: string;
	readonly promise: string;
	readonly test?: string;
};

const steps = "apps/agent-api/src/steps";

const guards: readonly Guard[] = [
	{
		name: "the unique index on steps",
		file: `${steps}/storage/store.ts`,
		from: "{ key: { tenantId: 1, taskId: 1, stepIndex: 1 }, unique: true }",
		to: "{ key: { tenantId: 1, taskId: 1, stepIndex: 1 } }",
		promise: "cannot store a step twice, whatever else is broken",
	},
	{
		name: "the version of the task",
		file: `${steps}/store.ts`,
		from: 'return { _id: task._id, tenantId, rev: task.rev, "lease.fence": task.lease.fence };',
		to: 'return { _id: task._id, tenantId, "lease.fence": task.lease.fence };',
		promise: "stores nothing when the task was cancelled meanwhile",
	},
	{
		name: "the fence of the lease",
		file: `${steps}/store.ts`,
		from: 'return { _id: task._id, tenantId, rev: task.rev, "lease.fence": task.lease.fence };',
		to: "return { _id: task._id, tenantId, rev: task.rev };",
		promise: "is refused while the new owner still thinks",
	},
	{
		name: "the version of what a server remembers",
		file: `${steps}/recall.ts`,
		from: "isOf: (task) => task.rev === rev",
		to: "isOf: () => true",
		promise: "whatever a client does in whatever order",
		test: "commands.test.ts",
	},
];

/** A second checkout of the service, its libraries and packages those of the first. */
async function checkout(): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), "webhand-guards-"));
	await mkdir(join(root, "apps/agent-api"), { recursive: true });
	const own = ["src", "test", "package.json"].map((name) => `apps/agent-api/${name}`);
	const copies = ["vitest.config.ts", "package.json", "tsconfig.base.json", ...own];
	const links = ["node_modules", "packages", "apps/agent-api/node_modules"];
	await Promise.all([
		...copies.map((path) => cp(join(repositoryRoot, path), join(root, path), { recursive: true })),
		...links.map((path) => symlink(join(repositoryRoot, path), join(root, path))),
	]);
	return root;
}

async function runPromise(
	root: string,
	{ promise, test: file = "writers.test.ts" }: Guard,
): Promise<{ readonly code: number | null; readonly output: string }> {
	const vitest = join(root, "node_modules/vitest/vitest.mjs");
	const args = [vitest, "run", "--root", root, "--project", "service", `apps/agent-api/test/${file}`, "-t", promise];
	const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
	const [code] = (await once(child, "close")) as [number | null];
	return { code, output };
}

test.for(guards)("without $name the promise breaks that it keeps", { timeout: 300_000 }, async (guard, { onTestFinished }) => {
	const { file, from, to } = guard;
	const house = await checkout();
	onTestFinished(() => rm(house, { recursive: true, force: true }));
	const whole = await runPromise(house, guard);
	expect([whole.code, whole.output], whole.output).toMatchObject([0, expect.stringContaining("1 passed")]);
	const path = join(house, file);
	const source = await readFile(path, "utf8");
	expect(source).toContain(from);
	await writeFile(path, source.replace(from, to));
	const broken = await runPromise(house, guard);
	expect([broken.code, broken.output], broken.output).toMatchObject([1, expect.stringContaining("1 failed")]);
});
