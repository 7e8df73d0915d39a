import { expect, test } from "vitest";
import type { WatchLimit } from "./watch.ts";
import { createWatch, programsToEnd } from "./watch.ts";

const mebibyte = 1_048_576;
const calm = { available: 1_000, tcp: 0 };
const limits = { memory: 100, leastAvailable: 50, mostTcp: 10 * mebibyte };
const program = (name: string, tenantId: string, memory: number, more: { tcp?: number; isEnding?: boolean } = {}) => ({
	name,
	tenantId,
	memory,
	tcp: 0,
	isEnding: false,
	...more,
});
const many = [
	program("a1", "a", 60),
	program("b1", "b", 50),
	program("b2", "b", 40, { tcp: 9 * mebibyte }),
	program("a2", "a", 20, { tcp: 5 * mebibyte }),
];

test.for([
	{ what: "nothing while all is well", programs: many, host: calm, ended: [] },
	{
		what: "whatever is above its own limit",
		programs: [...many, program("c1", "c", 101), program("c2", "c", 900)],
		host: calm,
		ended: ["c1", "c2"],
	},
	{ what: "the largest of the largest tenant on a short host", programs: many, host: { available: 49, tcp: 0 }, ended: ["b1"] },
	{
		what: "no other while one ends",
		programs: [...many, program("c1", "c", 900, { isEnding: true })],
		host: { available: 0, tcp: 99 * mebibyte },
		ended: [],
	},
	{ what: "the one with most in its connections", programs: many, host: { available: 1_000, tcp: 11 * mebibyte }, ended: ["b2"] },
	{
		what: "nobody for the connections of others",
		programs: [program("a1", "a", 60, { tcp: 9 })],
		host: { available: 1_000, tcp: 99 * mebibyte },
		ended: [],
	},
	{ what: "nobody where nobody holds anything", programs: [program("a1", "a", 0)], host: { available: 0, tcp: 99 }, ended: [] },
	{ what: "nobody where nothing runs", programs: [], host: { available: 0, tcp: 99 }, ended: [] },
])("it ends $what", ({ programs, host, ended }) => {
	expect(programsToEnd(programs, host, limits).map(({ name }) => name)).toEqual(ended);
});

const open = { memory: 2 ** 50, leastAvailable: 0, mostTcp: Number.POSITIVE_INFINITY };

test.for([
	{ what: "above its memory", limits: { ...open, memory: 1 }, isFull: false, limit: "memory_limit" },
	{ what: "on a host that is short", limits: { ...open, leastAvailable: 2 ** 50 }, isFull: false, limit: "memory_limit" },
	{ what: "that may write no more", limits: open, isFull: true, limit: "disk_limit" },
])("a program $what is ended as $limit", async ({ limits: given, isFull, limit }) => {
	const found = await new Promise<WatchLimit>((resolve) => {
		const unwatch = createWatch(given)({
			pid: process.pid,
			tenantId: "a",
			isDiskFull: async () => isFull,
			stop: (above) => {
				unwatch();
				resolve(above);
			},
		});
	});
	expect(found).toBe(limit);
});
