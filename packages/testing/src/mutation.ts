import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "./binaries.ts";

/**
 * A guard of a service, what the source looks like without it, and the promise that must break then. `app` as in `apps/auth`; `file` under
 * it, `from` stands in it once; `test` is a file of service tests under `app`, `promise` a part of the names of its tests.
 */
export type ServiceGuard = {
	readonly app: string;
	readonly name: string;
	readonly file: string;
	readonly from: string;
	readonly to: string;
	readonly test: string;
	readonly promise: string;
};

/** How the tests of a promise ended: exit code 0 when it holds, and what vitest printed. */
export type PromiseRun = { readonly code: number | null; readonly output: string };

/**
 * Runs the tests of a promise twice, on a copy of the service: with its guard, and without it.
 *
 * @throws Error when the guard does not stand in the source
 */
export async function withAndWithout(guard: ServiceGuard): Promise<{ readonly whole: PromiseRun; readonly broken: PromiseRun }> {
	const copy = await checkout(guard.app);
	try {
		const whole = await runPromise(copy, guard);
		const path = join(copy, guard.app, guard.file);
		const source = await readFile(path, "utf8");
		if (!source.includes(guard.from)) throw new Error(`${guard.file} does not hold ${guard.name} any more`);
		await writeFile(path, source.replace(guard.from, guard.to));
		return { whole, broken: await runPromise(copy, guard) };
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

/** A second checkout of the service, its libraries and packages those of the first. */
async function checkout(app: string): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), "webhand-guards-"));
	await mkdir(join(root, app), { recursive: true });
	const own = ["src", "test", "package.json"].map((name) => `${app}/${name}`);
	const copies = ["vitest.config.ts", "package.json", "tsconfig.base.json", ...own];
	const links = ["node_modules", "packages", `${app}/node_modules`];
	await Promise.all([
		...copies.map((path) => cp(join(repositoryRoot, path), join(root, path), { recursive: true })),
		...links.map((path) => symlink(join(repositoryRoot, path), join(root, path))),
	]);
	return root;
}

async function runPromise(root: string, { app, promise, test }: ServiceGuard): Promise<PromiseRun> {
	const vitest = join(root, "node_modules/vitest/vitest.mjs");
	const args = [vitest, "run", "--root", root, "--project", "service", `${app}/${test}`, "-t", promise];
	const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk: Buffer) => {
			output += String(chunk);
		});
	const [code] = (await once(child, "close")) as [number | null];
	return { code, output };
}
