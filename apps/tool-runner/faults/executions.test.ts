import { deaths, test } from "../test/calls/crash.ts";

const rounds = Array.from({ length: 20 }, (_, round) => deaths.map((death) => ({ ...death, round }))).flat();

test.for(rounds)(
	"round $round: a runner that is killed at $failpoint leaves a true state and at most one line",
	async (death, { crash }) => {
		await crash(death);
	},
);
