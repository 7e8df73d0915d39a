import type { TenantId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { liveTask } from "../../../test/sample.ts";
import type { Decider } from "../port.ts";
import { createDeciders } from "./deciders.ts";
import type { StoredModel } from "./policy.ts";

const { tenantId, userId } = liveTask();
const named = (name: string): Decider => ({ name }) as Decider;
const choice = (rev: number): StoredModel => ({
	_id: tenantId,
	provider: "openai",
	name: `model-${rev}`,
	rev,
	updatedAt: new Date(0),
	updatedBy: userId,
});

/** Deciders over a choice that a test changes, with counts of what was done for them. */
function over(first: StoredModel | null) {
	const world = { choice: first, at: 0, reads: 0, opens: 0 };
	const deciders = createDeciders({
		defaultDecider: named("house"),
		models: {
			get: async () => {
				world.reads += 1;
				return world.choice;
			},
		},
		open: async (model) => {
			world.opens += 1;
			return named(model.name);
		},
		elapsed: () => world.at,
	});
	const nameFor = async (tenant: TenantId = tenantId) => (await deciders.of(tenant)).name;
	return { world, deciders, nameFor };
}

test("a choice is read once in five seconds, and opened once while it stays the same", async () => {
	const { world, nameFor } = over(choice(1));
	expect(await Promise.all([nameFor(), nameFor(), nameFor()])).toEqual(["model-1", "model-1", "model-1"]);
	world.at = 4_999;
	await nameFor();
	expect([world.reads, world.opens]).toEqual([1, 1]);
	world.at = 5_001;
	expect(await Promise.all([nameFor(), nameFor()])).toEqual(["model-1", "model-1"]);
	expect([world.reads, world.opens]).toEqual([2, 1]);
	world.choice = choice(2);
	world.at = 10_100;
	expect(await nameFor()).toBe("model-2");
	world.choice = null;
	world.at = 15_200;
	expect(await nameFor()).toBe("house");
});

test("what was forgotten is read at once", async () => {
	const { world, deciders, nameFor } = over(null);
	expect(await nameFor()).toBe("house");
	world.choice = choice(1);
	deciders.forget(tenantId);
	expect(await nameFor()).toBe("model-1");
});

test("a database that fails is an error, and asked again the next time", async () => {
	const { world, nameFor } = over(choice(1));
	const { choice: stored } = world;
	Object.defineProperty(world, "choice", {
		configurable: true,
		get: () => {
			throw new Error("down");
		},
	});
	await expect(nameFor()).rejects.toThrow("down");
	Object.defineProperty(world, "choice", { value: stored });
	expect(await nameFor()).toBe("model-1");
});
