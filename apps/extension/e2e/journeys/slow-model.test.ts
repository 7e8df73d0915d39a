import { setTimeout as pause } from "node:timers/promises";
import { long } from "@webhand/testing/long";
import type { ModelReply } from "@webhand/testing/model-server/reply";
import { expect, test } from "vitest";
import { taskText } from "../../src/panel/task/words.ts";
import { runToEnd, runUntil, sendCommand, storyOf } from "../panel.ts";
import { agrees, useScripted } from "../scripted.ts";

let next: (call: number) => string | ModelReply = () => "fail()";
let calls = 0;

const scripted = useScripted({
	answer: ({ kind }) => (kind === "decide" ? next(calls++) : agrees[kind]),
	first: ({ demoUrl }) => demoUrl,
	// Each request stays open for two seconds, and the next one reaches the other server.
	settings: { STEP_WAIT_MS: "2000" },
	replicas: 2,
});

/** Starts a task in a tab of its own; the site is allowed already. */
async function start(sentence: string) {
	const { browser, ready } = scripted();
	const session = await browser.open(ready.demoUrl);
	await session.panel.getByLabel("What should be done on this page?").fill(sentence);
	await session.panel.getByRole("button", { name: "Start", exact: true }).click();
	return session;
}

test("a model that thinks for longer than a request stays open is waited for, asked once, and its seconds are counted", long, async () => {
	calls = 0;
	next = (call) =>
		call === 0
			? { kind: "text", text: '<Thought>It is shown.</Thought><Action>scroll("down")</Action>', delayMs: 7_000 }
			: '<Thought>Done.</Thought><Action>finish("It is a shop")</Action>';
	const session = await start("Say what this place is about, in your own words");
	await session.panel.getByText(/^(Thinking|Making a plan)… [4-6] s$/).waitFor();
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect(run.steps[0]).toMatchObject({ actionName: "scroll" });
	expect(calls).toBe(2);
});

test("a thought is read while the model writes it, below what the task has cost so far", long, async () => {
	const thought = "I have seen the upper part of the page, so I look at the lower part before I say what it is about.";
	next = (call) =>
		call === 0
			? '<Thought>It is shown.</Thought><Action>scroll("down")</Action>'
			: { kind: "text", text: `<Thought>${thought}</Thought><Action>finish("It is a shop")</Action>`, pieceMs: 600 };
	calls = 0;
	await sendCommand(scripted().panel, "preferences_set", { preferences: { showThinking: true } });
	const session = await start("Say what is sold here, in your own words");
	await session.panel.getByText(/^I have seen the upper part(?!.*what it is about)/).waitFor();
	await session.panel.getByText(/^So far \d/).waitFor();
	expect(await runToEnd(session)).toMatchObject({ state: "completed" });
});

test("Stop before the first answer ends the model's call at once, and nothing is asked after it", async () => {
	const { model } = scripted();
	next = () => ({ kind: "hang" });
	const before = model.requests.length;
	const session = await start("Say what this place is good for, in your own words");
	await expect.poll(() => model.requests.length).toBe(before + 1);
	// The request has been sent again by now, to the other server.
	await pause(3_500);
	const stoppedAt = performance.now();
	await session.panel.getByRole("button", { name: taskText.stop, exact: true }).click();
	await expect.poll(() => model.requests.at(-1)?.aborted, { interval: 20 }).toBe(true);
	const ms = performance.now() - stoppedAt;
	// The model's own limit is far longer.
	expect(ms).toBeLessThan(10_000);
	const run = await runUntil(session, ({ state }) => state === "stopped");
	await pause(3_000);
	expect([run.state, model.requests.length - before]).toEqual(["stopped", 1]);
});
