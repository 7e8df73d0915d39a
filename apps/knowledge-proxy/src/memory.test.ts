import { expect, test } from "vitest";
import { planMemory } from "./memory.ts";

const mib = 2 ** 20;
const mb = 1_000_000;
/** What Node 24 gives the heap in a container, measured: half of the memory or a little more. */
const heaps: Readonly<Record<number, number>> = { 512: 259, 1024: 560, 1536: 864, 2048: 1_120, 4096: 2_240 };
const container = (size: number) => ({ heap: (heaps[size] ?? 0) * mib, total: size * mib });
/** A computer of 24 GB without a container. */
const computer = { heap: 4_288 * mib, total: 24_105 * mib };

test.for([
	{ name: "512 MB", limits: container(512), indexMb: 108, cacheMb: 27, threads: 1 },
	{ name: "1 GB", limits: container(1_024), indexMb: 234, cacheMb: 58, threads: 1 },
	{ name: "1.5 GB, as compose and the chart give", limits: container(1_536), indexMb: 362, cacheMb: 64, threads: 2 },
	{ name: "4 GB", limits: container(4_096), indexMb: 512, cacheMb: 64, threads: 4 },
	{ name: "a computer", limits: computer, indexMb: 512, cacheMb: 64, threads: 4 },
])("in $name index, cache and documents fit at once", ({ limits, indexMb, cacheMb, threads }) => {
	const plan = planMemory(limits);
	expect([plan.indexBytes / mb, Math.floor(plan.cacheBytes / mb), plan.documentThreads]).toEqual([indexMb, cacheMb, threads]);
	expect(plan).not.toHaveProperty("reducedToMb");
	// Requests are refused above 0.85 of the heap, and an idle service takes 50 MB.
	expect(plan.indexBytes + plan.cacheBytes + 50 * mb).toBeLessThan(0.75 * limits.heap);
});

test("documents and a full heap stay below the container's limit, but for the one document that is always read", () => {
	for (const size of [1_024, 1_536, 2_048, 4_096]) {
		const { heap, total } = container(size);
		expect(heap + planMemory({ heap, total }).documentThreads * 256 * mib).toBeLessThanOrEqual(total);
	}
});

test("the index gets what was asked for, and at most half of the heap", () => {
	expect(planMemory(computer, 2_000)).toMatchObject({ indexBytes: 2_000 * mb });
	expect(planMemory(container(1_536), 100)).toMatchObject({ indexBytes: 100 * mb });
	expect(planMemory(container(512), 512)).toMatchObject({ indexBytes: 135 * mb, reducedToMb: 135 });
	expect(planMemory({ heap: 1, total: 1 })).toMatchObject({ indexBytes: mb, documentThreads: 1 });
});
