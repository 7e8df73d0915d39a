import { rgPath } from "@vscode/ripgrep";
import type { Row } from "../report.ts";
import { quantile } from "../stats.ts";
import { residentMegabytes } from "../step/sides.ts";
import type { World } from "./world.ts";
import { openWorld } from "./world.ts";

/** The extent of a run: files of the workspace, how often each call is measured, and for how long the users read at once. */
export type FilesPlan = { readonly files: number; readonly calls: number; readonly users: number; readonly usersMs: number };

/** The whole measurement and the short one. */
export const filesPlans = {
	full: { files: 10_000, calls: 100, users: 50, usersMs: 10_000 },
	quick: { files: 2_000, calls: 20, users: 10, usersMs: 2_000 },
} as const satisfies Record<string, FilesPlan>;

const goals = { readMs: 15, writeMs: 50, statusMs: 120, grep: 2, idleMegabytes: 120 } as const;
const warmUp = 5;

/** Files, search and git of a workspace through agent-api and tool-runner, as a panel asks for them. */
export async function measureFiles(plan: FilesPlan): Promise<readonly Row[]> {
	const world = await openWorld(plan.files);
	try {
		const idle = await residentMegabytes(world.runner.pid);
		return [
			{ name: "tool-runner idle", ours: idle, peer: null, ratio: null, goal: goals.idleMegabytes, better: "lower", unit: "MB" },
			...(await measureCalls(world, plan)),
			await measureGrep(world, plan),
			...(await measureUsers(world, plan)),
		];
	} finally {
		await world.close();
	}
}

async function measureCalls(world: World, { calls, files }: FilesPlan): Promise<readonly Row[]> {
	const user = await world.newUser();
	const megabyte = "x".repeat(1_048_576);
	const p95 = async (run: (index: number) => Promise<number>) => {
		const times: number[] = [];
		for (let index = 0; index < warmUp + calls; index += 1) times.push(await run(index));
		return quantile(times.slice(warmUp), 0.95);
	};
	const alone = async (name: string, goal: number, run: (index: number) => Promise<number>): Promise<Row> => {
		return { name: `${name}, p95`, ours: await p95(run), peer: null, ratio: null, goal, better: "lower", unit: "ms" };
	};
	const status = await alone(`git status, ${files} files`, goals.statusMs, () => world.call(user, "GET", "/git/status"));
	const bareStatus = await p95(() => world.bare("git", ["status", "--porcelain=v2"]));
	return [
		await alone("read 10 kB", goals.readMs, () => world.call(user, "GET", "/fs/read", { path: "ten.txt" })),
		await alone("list 100 entries", goals.readMs, () => world.call(user, "GET", "/fs/list", { path: "part-0" })),
		await alone("write 1 MB", goals.writeMs, (index) =>
			world.call(user, "POST", "/fs/write", { path: `written-${index % 10}.txt`, content: megabyte }),
		),
		status,
		{ name: "git status without us, p95", ours: bareStatus, peer: null, ratio: null, goal: null, better: "lower", unit: "ms" },
	];
}

/** In turns, so that both meet the same machine. */
async function measureGrep(world: World, { calls, files }: FilesPlan): Promise<Row> {
	const user = await world.newUser();
	const pattern = "value4711|value17\\b";
	const [ours, peer]: [number[], number[]] = [[], []];
	for (let index = 0; index < warmUp + calls / 4; index += 1) {
		ours.push(await world.call(user, "POST", "/fs/search", { type: "grep", pattern }));
		peer.push(await world.bare(rgPath, ["--json", "--threads", "2", "-e", pattern, "."]));
	}
	const [median, floor] = [ours, peer].map((times) => quantile(times.slice(warmUp), 0.5)) as [number, number];
	return {
		name: `grep over ${files} files beside ripgrep`,
		ours: median,
		peer: floor,
		ratio: median / floor,
		goal: goals.grep,
		better: "lower",
		unit: "ms",
	};
}

async function measureUsers(world: World, { users, usersMs }: FilesPlan): Promise<readonly Row[]> {
	const times: number[] = [];
	const started = performance.now();
	const read = async () => {
		const user = await world.newUser();
		while (performance.now() - started < usersMs) {
			times.push(await world.call(user, "GET", "/fs/read", { path: "ten.txt" }));
			// A person looks at what came.
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	};
	await Promise.all(Array.from({ length: users }, read));
	const perSecond = (1_000 * times.length) / (performance.now() - started);
	const row = (name: string, ours: number, unit: string): Row => ({
		name: `${users} users at once: ${name}`,
		ours,
		peer: null,
		ratio: null,
		goal: null,
		better: unit === "ms" ? "lower" : "higher",
		unit,
	});
	return [row("read 10 kB, p95", quantile(times, 0.95), "ms"), row("reads", perSecond, "/s")];
}
