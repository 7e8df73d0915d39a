import { expect } from "vitest";
import { pageText, scriptedDecider, test } from "./agent.ts";
import { begin, state, step } from "./run.ts";

const secret = "s3cr3t-value";
const url = `https://shop.example/reset?token=${secret}&page=2#access_token=${secret}`;
const clean = "https://shop.example/reset?token=…&page=2#access_token=…";
const element = { id: "agent-7", tag: "a", text: "Reset", href: url };

test("a token in an address reaches no decider and no collection, by whichever door and in whichever form it came", async ({
	open,
	mongo,
}) => {
	const agent = await open({ decider: scriptedDecider(() => "click(7)") });
	for (const dom of [pageText(`<a 7 /reset?token=${secret}>Reset`, { url }), "<button id=7 type=button>Show more</button>"]) {
		const { taskId } = await agent.step({ url, dom });
		await agent.step({ url, dom: `${dom}\n<p>more</p>`, taskId });
	}
	const snapshot = { url, elements: [element] };
	const runId = await begin(agent, { url, snapshot });
	await step(agent, runId, { snapshot });
	await step(agent, runId, { snapshot: null, dom: pageText("<button 7>Show more", { url }) });
	expect((await state(agent, runId))["currentSnapshot"]).toMatchObject({ url: clean, elements: [{ href: clean }] });
	expect(agent.decider.turns.map(({ page }) => page.url)).toEqual(Array(6).fill(clean));
	for (const { name } of await mongo.db.listCollections().toArray())
		expect(JSON.stringify(await mongo.db.collection(name).find().toArray()), name).not.toContain(secret);
	expect(JSON.stringify(agent.decider.turns) + agent.logs.join()).not.toContain(secret);
});
