import type { ServiceGuard } from "@webhand/testing/mutation";
import { withAndWithout } from "@webhand/testing/mutation";
import { expect, test } from "vitest";

const app = "apps/auth";

const guards: readonly ServiceGuard[] = [
	{
		app,
		name: "the version in the copy of a sign-in",
		file: "src/sessions/cache.ts",
		from: " and record.v > tonumber(ARGV[2]) then return 0",
		to: " and false then return 0",
		test: "test/revocation.test.ts",
		promise: "a copy of an older version never replaces a newer one",
	},
	{
		app,
		name: "the second look at the stored sign-in",
		file: "src/sessions/engine.ts",
		from: "const again = await deps.store.get(sid);",
		to: "const again = known;",
		test: "test/revocation.test.ts",
		promise: "a sign-out that overtakes a fill wins",
	},
	{
		app,
		name: "the condition on the step of a code",
		file: "src/second-factor/store/factors.ts",
		from: '"active.lastStep": { $lt: step }',
		to: '"active.lastStep": { $exists: true }',
		test: "test/second-factor.test.ts",
		promise: "of four uses of one code at once one wins",
	},
	{
		app,
		name: "the version of the credentials",
		file: "src/second-factor/engine.ts",
		from: "user.credentialsVersion !== waiting.credentialsVersion",
		to: "false",
		test: "test/second-factor.test.ts",
		promise: "a ticket from before the password was changed is refused",
	},
];

test.for(guards)("without $name the promise breaks that it keeps", { timeout: 300_000 }, async (guard) => {
	const { whole, broken } = await withAndWithout(guard);
	expect([whole.code, whole.output], whole.output).toMatchObject([0, expect.stringContaining("1 passed")]);
	expect([broken.code, broken.output], broken.output).toMatchObject([1, expect.stringContaining("1 failed")]);
});
