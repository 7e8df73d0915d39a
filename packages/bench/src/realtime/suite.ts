import { setTimeout as pause } from "node:timers/promises";
import type { Row } from "../report.ts";
import { quantile } from "../stats.ts";
import { processorMs, residentMegabytes } from "../step/sides.ts";
import type { Side, Sides } from "./sides.ts";
import { openSides, playLoad, whileOpen } from "./sides.ts";

/** The extent of a run: sockets of a stream, its messages, runs of each side, sockets that are idle or reconnect. */
export type RealtimePlan = { readonly sockets: number; readonly messages: number; readonly runs: number; readonly many: number };

/** The whole measurement and the short one. */
export const realtimePlans = {
	full: { sockets: 500, messages: 2_000, runs: 5, many: 5_000 },
	quick: { sockets: 500, messages: 400, runs: 1, many: 1_000 },
} as const satisfies Record<string, RealtimePlan>;

const goals = { delivery: 1, perCore: 0.4, idleKilobytes: 16, reconnectSeconds: 5 } as const;

/**
 * Sockets over two replicas on one Redis, beside Sockudo with the same clients, in turns: delivery from publish to receive at 200 messages
 * a second, most deliveries a second, memory of an idle subscribed socket, time to reconnect.
 */
export async function measureRealtime(plan: RealtimePlan): Promise<readonly Row[]> {
	const sides = await openSides();
	try {
		if (sides.peer === null) process.stderr.write("realtime: Sockudo is not run: set SOCKUDO_BIN, or cargo install sockudo --locked\n");
		const rows: Row[] = [];
		for (const part of [measureDelivery, measureThroughput, measureIdle, measureReconnect]) {
			process.stderr.write(`realtime: ${part.name} …\n`);
			rows.push(...(await part(sides, plan)));
		}
		return rows;
	} finally {
		await sides.close();
	}
}

type Figure = Pick<Row, "name" | "unit"> & { readonly better?: Row["better"] };

const row = ({ name, unit, better = "lower" }: Figure, ours: number, peer: number | null, goal: number | null): Row => ({
	name,
	ours,
	peer,
	ratio: peer === null ? null : ours / peer,
	goal,
	better,
	unit,
});

/** Runs both sides in turns. */
async function inTurns<Result>(sides: Sides, runs: number, run: (side: Side) => Promise<Result>) {
	const ours: Result[] = [];
	const peer: Result[] = [];
	for (let index = 0; index < runs; index += 1) {
		ours.push(await run(sides.ours));
		if (sides.peer !== null) peer.push(await run(sides.peer));
	}
	return { ours, peer };
}

const median = (values: readonly number[]) => (values.length === 0 ? null : quantile(values, 0.5));

async function measureDelivery(sides: Sides, { sockets, messages, runs }: RealtimePlan): Promise<readonly Row[]> {
	const order = { kind: "stream", sockets, chats: sockets / 5, messages, perSecond: 200 } as const;
	const { ours, peer } = await inTurns(sides, runs, async (side) => (await playLoad(side, order)).latencies);
	return [0.5, 0.95, 0.99].map((share) => {
		const of = (all: readonly number[][]) => median(all.map((latencies) => quantile(latencies, share)));
		const theirs = of(peer);
		const goal = theirs !== null && share === 0.95 ? goals.delivery : null;
		return row({ name: `publish to receive p${share * 100}, ${sockets} sockets`, unit: "ms" }, of(ours) ?? Number.NaN, theirs, goal);
	});
}

async function measureThroughput(sides: Sides, { sockets, messages, runs }: RealtimePlan): Promise<readonly Row[]> {
	const order = { kind: "burst", sockets, chats: 1, messages: messages / 2 } as const;
	const { ours, peer } = await inTurns(sides, runs, async (side) => {
		const used = async () => (await Promise.all(side.processes.map(({ pid }) => processorMs(pid)))).reduce((sum, ms) => sum + ms, 0);
		const before = await used();
		const { deliveries, ms } = await playLoad(side, order);
		return { perSecond: (1_000 * deliveries) / ms, perCore: (1_000 * deliveries) / ((await used()) - before) };
	});
	const figure = (
		name: string,
		pick: (result: { readonly perSecond: number; readonly perCore: number }) => number,
		goal: number | null,
	) => {
		const theirs = median(peer.map(pick));
		return row({ name, unit: "/s", better: "higher" }, median(ours.map(pick)) ?? Number.NaN, theirs, theirs === null ? null : goal);
	};
	return [
		figure(`deliveries, ${sockets} sockets`, ({ perSecond }) => perSecond, null),
		figure("deliveries a core of the servers", ({ perCore }) => perCore, goals.perCore),
	];
}

async function measureIdle(sides: Sides, { many }: RealtimePlan): Promise<readonly Row[]> {
	const resident = async (side: Side) =>
		(await Promise.all(side.processes.map(({ pid }) => residentMegabytes(pid)))).reduce((sum, megabytes) => sum + megabytes, 0);
	const { ours, peer } = await inTurns(sides, 1, async (side) => {
		const before = await resident(side);
		return await whileOpen(side, { sockets: many, chats: many }, async () => {
			await pause(2_000);
			return ((await resident(side)) - before) * (1_024 / many);
		});
	});
	return [
		row({ name: `idle subscribed socket of ${many}, RSS`, unit: "KB" }, ours[0] ?? Number.NaN, null, goals.idleKilobytes),
		...(peer[0] === undefined ? [] : [row({ name: "the same, beside Sockudo", unit: "KB" }, ours[0] ?? Number.NaN, peer[0], 1.5)]),
	];
}

async function measureReconnect(sides: Sides, { many }: RealtimePlan): Promise<readonly Row[]> {
	const order = { kind: "reconnect", sockets: many, chats: many } as const;
	const { ours, peer } = await inTurns(sides, 1, async (side) => (await playLoad(side, order)).ms / 1_000);
	return [
		row({ name: `${many} sockets reconnect and subscribe`, unit: "s" }, ours[0] ?? Number.NaN, null, goals.reconnectSeconds),
		...(peer[0] === undefined ? [] : [row({ name: "the same, beside Sockudo", unit: "s" }, ours[0] ?? Number.NaN, peer[0], null)]),
	];
}
