import { deaths, test } from "../test/audit-crash.ts";

test.for(deaths)("a replica that is killed at $failpoint leaves a whole chain that says $outcomes", async (death, { crash }) => {
	await crash(death);
});
