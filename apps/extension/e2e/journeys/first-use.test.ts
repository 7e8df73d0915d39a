import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { chatText } from "../../src/panel/chat/words.ts";
import { test } from "../fixtures.ts";
import { runToEnd, runUntil, showLog, storyOf, unfoldSteps } from "../panel.ts";

test("each example of an empty panel is done on an ordinary page, without a model", async ({ openSession }) => {
	const session = await openSession("/");
	await session.panel.getByRole("button", { name: chatText.exampleSentences[0] }).click();
	await session.panel.getByRole("button", { name: "Start", exact: true }).click();
	await session.panel.getByRole("button", { name: "Always allow" }).click();
	for (const [index, sentence] of chatText.exampleSentences.entries()) {
		if (index > 0) {
			await session.panel.getByLabel("What should be done on this page?").fill(sentence);
			await session.panel.getByRole("button", { name: "Start", exact: true }).click();
			await runUntil(session, ({ query }) => query === sentence);
		}
		const run = await runToEnd(session);
		expect(run, storyOf(run)).toMatchObject({ state: "completed", query: sentence });
	}
});

test(
	"every field that a form task fills in one step has a line of its own, and the log opens at its newest line",
	long,
	async ({ openSession }) => {
		const session = await openSession("/support");
		await session.panel.setViewportSize({ width: 360, height: 640 });
		await session.panel.getByLabel("What should be done on this page?").fill('Enter "Ada Lovelace" as name and "ada@example.com" as email');
		await session.panel.getByRole("button", { name: "Start", exact: true }).click();
		await session.panel.getByRole("button", { name: "Allow for this task" }).click();
		const run = await runToEnd(session);
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		await unfoldSteps(session.panel);
		await session.panel
			.getByText(/^Fill in “.*name” with “Ada Lovelace”$/i)
			.first()
			.waitFor();
		await session.panel
			.getByText(/^Fill in “.*email.*” with “ada@example.com”$/i)
			.first()
			.waitFor();
		await session.panel.getByText("2 actions on the page").waitFor();
		await showLog(session.panel);
		const [first, last] = await session.panel
			.getByRole("region", { name: "Live log" })
			.getByText(/^\d+ ms$/)
			.all()
			.then((lines) => [lines.at(0), lines.at(-1)]);
		expect(await last?.isVisible()).toBe(true);
		expect((await last?.boundingBox())?.y).toBeGreaterThan((await first?.boundingBox())?.y ?? 0);
		expect((await session.panel.getByRole("region", { name: "Conversation" }).boundingBox())?.height).toBeGreaterThanOrEqual(160);
	},
);
