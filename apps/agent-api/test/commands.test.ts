import { scriptedDecider, test } from "./agent.ts";
import { pairOf, playCommands } from "./commands.ts";

// Many more of them, from a new seed each time, in `faults/`.
test("whatever a client does in whatever order, at whichever server, it is answered as it may expect", async ({ open, onTestFinished }) => {
	const pair = await pairOf(await open({ decider: scriptedDecider() }));
	onTestFinished(pair.close);
	await playCommands(pair, { numRuns: 15, seed: 20_261_121 });
});
