import type { Row } from "../report.ts";
import { quantile } from "../stats.ts";
import { processorMs } from "../step/sides.ts";
import { getAgainAndAgain, paced, timed } from "./load.ts";
import type { World } from "./world.ts";
import { openWorld } from "./world.ts";

/** The extent of a run: users, turns of the two routes, their length, the storm's, rows and pages of the audit. */
export type AuthPlan = {
	readonly users: number;
	readonly turns: number;
	readonly turnMs: number;
	readonly stormMs: number;
	readonly auditRows: number;
	readonly auditPages: number;
};

/** The whole measurement and the short one. */
export const authPlans = {
	full: { users: 300, turns: 5, turnMs: 3_000, stormMs: 20_000, auditRows: 100_000, auditPages: 400 },
	quick: { users: 100, turns: 2, turnMs: 1_000, stormMs: 5_000, auditRows: 100_000, auditPages: 100 },
} as const satisfies Record<string, AuthPlan>;

const goals = { guarded: 0.4, storm: 2, auditMs: 50 } as const;

/**
 * What identity costs: a guarded route beside a bare one of the same service, in turns; other routes during a storm of sign-ins beside a
 * quiet time; a page of a long audit.
 */
export async function measureAuth(plan: AuthPlan): Promise<readonly Row[]> {
	const world = await openWorld(plan.users);
	try {
		const rows: Row[] = [];
		for (const part of [measureGuard, measureStorm, measureAudit]) {
			process.stderr.write(`auth: ${part.name} …\n`);
			rows.push(...(await part(world, plan)));
		}
		return rows;
	} finally {
		await world.close();
	}
}

/** Both routes answer with a constant, so the difference is the guard: signature, sign-in and limits. */
async function measureGuard(world: World, { turns, turnMs }: AuthPlan): Promise<readonly Row[]> {
	const tokens: string[] = [];
	for (const email of world.emails) tokens.push(await world.tokenOf(email));
	const sides = { guarded: { path: "/guarded", tokens }, bare: { path: "/bare", tokens: [] } } as const;
	const run = async (side: keyof typeof sides) => {
		const { path, tokens: given } = sides[side];
		const used = await processorMs(world.twoRoutes.process.pid);
		const load = { connections: 16, ms: turnMs, tokens: given };
		const { perSecond, count } = await getAgainAndAgain(new URL(path, world.twoRoutes.url), load);
		return { perSecond, perCore: (1_000 * count) / ((await processorMs(world.twoRoutes.process.pid)) - used) };
	};
	await run("bare");
	await run("guarded");
	const guarded: Awaited<ReturnType<typeof run>>[] = [];
	const bare: typeof guarded = [];
	for (let turn = 0; turn < turns; turn += 1) {
		guarded.push(await run("guarded"));
		bare.push(await run("bare"));
	}
	const row = (name: string, pick: (result: (typeof guarded)[number]) => number, goal: number | null): Row => {
		const [ours, peer] = [guarded, bare].map((results) => quantile(results.map(pick), 0.5)) as [number, number];
		return { name, ours, peer, ratio: ours / peer, goal, better: "higher", unit: "/s" };
	};
	return [
		row("guarded GET beside a bare one", ({ perSecond }) => perSecond, goals.guarded),
		row("the same, a core of the service", ({ perCore }) => perCore, null),
	];
}

async function measureStorm(world: World, { stormMs }: AuthPlan): Promise<readonly Row[]> {
	const everyMs = 40;
	const readers = await Promise.all(world.emails.slice(0, 60).map(world.tokenOf));
	const others = () =>
		paced(
			(index) =>
				fetch(`${world.auth}/api/v1/user/preferences`, { headers: { authorization: `Bearer ${readers[index % readers.length]}` } }),
			{ count: stormMs / everyMs, everyMs },
		);
	await others();
	const quiet = await others();
	let signIns = 0;
	let isOver = false;
	// A user signs in once in several rounds: wrong guesses and delays are not what is measured.
	const storm = Promise.all(
		Array.from({ length: 16 }, async (_, lane) => {
			const own = world.emails.filter((_email, index) => index % 16 === lane);
			for (let turn = 0; !isOver; turn += 1) {
				await timed(() => world.login(own[turn % own.length] ?? ""));
				signIns += 1;
			}
		}),
	);
	const started = performance.now();
	const stormy = await others();
	const seconds = (performance.now() - started) / 1_000;
	const perSecond = signIns / seconds;
	isOver = true;
	await storm;
	const [ours, peer] = [quantile(stormy, 0.95), quantile(quiet, 0.95)];
	return [
		{ name: "sign-ins, 16 at once", ours: perSecond, peer: null, ratio: null, goal: null, better: "higher", unit: "/s" },
		{ name: "p95 of other routes meanwhile", ours, peer, ratio: ours / peer, goal: goals.storm, better: "lower", unit: "ms" },
	];
}

async function measureAudit(world: World, { auditRows, auditPages }: AuthPlan): Promise<readonly Row[]> {
	await world.fillAudit(auditRows);
	const token = await world.tokenOf(world.admin);
	const headers = { authorization: `Bearer ${token}` };
	const month = new Date(Date.now() - 20 * 86_400_000).toISOString();
	const filters = ["", `person=${encodeURIComponent(world.admin)}`, "action=member.change", "outcome=failed", "action=gate", `to=${month}`];
	const address = `${world.auth}/api/v1/orgs/${world.orgId}/audit`;
	const times: number[] = [];
	const cursors = new Map<string, string | null>();
	for (let page = 0; page < auditPages; page += 1) {
		const filter = filters[page % filters.length] ?? "";
		const cursor = cursors.get(filter) ?? null;
		const query = [filter, ...(cursor === null ? [] : [`cursor=${cursor}`])].filter((part) => part !== "").join("&");
		times.push(
			await timed(async () => {
				const response = await fetch(`${address}?${query}`, { headers });
				const copy = (await response.clone().json()) as { nextCursor: string | null; isComplete: boolean };
				if (!copy.isComplete) throw new Error("agent-api did not give its notes");
				cursors.set(filter, copy.nextCursor);
				return response;
			}),
		);
	}
	const started = performance.now();
	const file = await (await fetch(`${address}.csv`, { headers })).text();
	const rows = file.split("\r\n").length - 2;
	return [
		{
			name: `audit page of ${auditRows} rows, p95`,
			ours: quantile(times, 0.95),
			peer: null,
			ratio: null,
			goal: goals.auditMs,
			better: "lower",
			unit: "ms",
		},
		{
			name: "audit.csv, rows a second",
			ours: (1_000 * rows) / (performance.now() - started),
			peer: null,
			ratio: null,
			goal: null,
			better: "higher",
			unit: "/s",
		},
	];
}
