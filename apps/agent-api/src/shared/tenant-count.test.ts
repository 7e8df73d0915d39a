import { TenantId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { createTenantCount } from "./tenant-count.ts";

const tenant = TenantId.parse(`org_${"a".repeat(22)}`);

/** Rows that others write, too; `asked` counts the questions to the database. */
function counted(rows: number) {
	const world = { rows, asked: 0, ms: 0 };
	const count = createTenantCount(
		async (_tenant, atMost) => {
			world.asked += 1;
			return Math.min(world.rows, atMost);
		},
		() => world.ms,
	);
	return { world, count };
}

test("far from a large limit the rows are counted once a minute, with those that this process adds", async () => {
	const { world, count } = counted(500);
	for (let index = 0; index < 50; index++) {
		expect(await count.of(tenant, 10_000)).toBe(500 + index);
		count.add(tenant);
	}
	expect(world.asked).toBe(1);
	world.ms = 60_000;
	world.rows = 700;
	expect(await count.of(tenant, 10_000)).toBe(700);
});

test.for([
	["near a large limit", 9_600, 10_000],
	["at a small limit", 3, 10],
] as const)("%s they are counted each time", async ([_name, rows, most]) => {
	const { world, count } = counted(rows);
	await count.of(tenant, most);
	world.rows += 2;
	expect(await count.of(tenant, most)).toBe(rows + 2);
});

test("after a change that it did not see, a forgotten count is made anew", async () => {
	const { world, count } = counted(2_000);
	await count.of(tenant, 10_000);
	world.rows = 1_000;
	count.forget(tenant);
	expect(await count.of(tenant, 10_000)).toBe(1_000);
});
