import type { ServiceGuard } from "@webhand/testing/mutation";
import { withAndWithout } from "@webhand/testing/mutation";
import { expect, test } from "vitest";

const app = "apps/agent-api";

const guards: readonly ServiceGuard[] = [
	{
		app,
		name: "the unique index on steps",
		file: "src/tasks/store/migrations.ts",
		from: "{ key: { tenantId: 1, taskId: 1, stepIndex: 1 }, unique: true }",
		to: "{ key: { tenantId: 1, taskId: 1, stepIndex: 1 } }",
		test: "test/writers.test.ts",
		promise: "cannot store a step twice, whatever else is broken",
	},
	{
		app,
		name: "the version of the task",
		file: "src/tasks/store/tasks.ts",
		from: 'return { _id: task._id, tenantId, rev: task.rev, "lease.fence": task.lease.fence };',
		to: 'return { _id: task._id, tenantId, "lease.fence": task.lease.fence };',
		test: "test/writers.test.ts",
		promise: "stores nothing when another writer changed the task and nobody told it",
	},
	{
		app,
		name: "the fence of the lease",
		file: "src/tasks/store/tasks.ts",
		from: 'return { _id: task._id, tenantId, rev: task.rev, "lease.fence": task.lease.fence };',
		to: "return { _id: task._id, tenantId, rev: task.rev };",
		test: "test/writers.test.ts",
		promise: "is refused while the new owner still thinks",
	},
	{
		app,
		name: "the version of what a server remembers",
		file: "src/tasks/store/cache.ts",
		from: "isOf: (task) => task.rev === rev",
		to: "isOf: () => true",
		test: "test/history-cache.test.ts",
		promise: "is seen by the one that remembers",
	},
	{
		app,
		name: "the user of a key",
		file: "src/tasks/store/history.ts",
		from: "({ tenantId, userId, key, createdAt: { $gt: oldestKey() } })",
		to: "({ tenantId, key, createdAt: { $gt: oldestKey() } })",
		test: "test/retries.test.ts",
		promise: "of another user with the same key is a request of its own",
	},
];

test.for(guards)("without $name the promise breaks that it keeps", { timeout: 300_000 }, async (guard) => {
	const { whole, broken } = await withAndWithout(guard);
	expect([whole.code, whole.output], whole.output).toMatchObject([0, expect.stringContaining("1 passed")]);
	expect([broken.code, broken.output], broken.output).toMatchObject([1, expect.stringContaining("1 failed")]);
});
