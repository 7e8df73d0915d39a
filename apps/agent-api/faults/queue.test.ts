import { deaths, test } from "../test/host/queue.ts";

test.for(deaths)(
	"a call ($kind) during which $who dies at $failpoint is done once, and told truly",
	{ timeout: 240_000 },
	async (death, { die }) => {
		await die(death);
	},
);
