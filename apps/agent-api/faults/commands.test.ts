import { scriptedDecider, test } from "../test/agent.ts";
import { pairOf, playCommands } from "../test/commands.ts";

const wanted = Number(process.env["PROPERTY_SEED"] ?? "");
// `npm run test:full` sets it to "random".
const seed = Number.isInteger(wanted) && wanted > 0 ? wanted : Math.floor(Math.random() * 1e9);

test(`three hundred stories of a client at two servers (PROPERTY_SEED=${seed})`, async ({ open, onTestFinished }) => {
	const pair = await pairOf(await open({ decider: scriptedDecider() }));
	onTestFinished(pair.close);
	await playCommands(pair, { numRuns: 300, seed });
});
