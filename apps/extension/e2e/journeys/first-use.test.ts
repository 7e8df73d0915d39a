import { expect } from "vitest";
import { text } from "../../src/text/en.ts";
import { test } from "../fixtures.ts";
import { runToEnd, runUntil, storyOf } from "../panel.ts";

test("each example of an empty panel is done on an ordinary page, without a model", async ({ openScene }) => {
	const scene = await openScene("/");
	await scene.panel.getByRole("button", { name: text.chat.exampleSentences[0] }).click();
	await scene.panel.getByRole("button", { name: "Start", exact: true }).click();
	await scene.panel.getByRole("button", { name: "Always allow" }).click();
	for (const [index, sentence] of text.chat.exampleSentences.entries()) {
		if (index > 0) {
			await scene.panel.getByLabel("What should be done on this page?").fill(sentence);
			await scene.panel.getByRole("button", { name: "Start", exact: true }).click();
			await runUntil(scene, ({ query }) => query === sentence);
		}
		const run = await runToEnd(scene);
		expect(run, storyOf(run)).toMatchObject({ state: "completed", query: sentence });
	}
});

test("every field that a form task fills in one step has a line of its own, and the log opens at its newest line", async ({
	openScene,
}) => {
	const scene = await openScene("/support");
	await scene.panel.setViewportSize({ width: 360, height: 640 });
	await scene.panel.getByLabel("What should be done on this page?").fill('Enter "Ada Lovelace" as name and "ada@example.com" as email');
	await scene.panel.getByRole("button", { name: "Start", exact: true }).click();
	await scene.panel.getByRole("button", { name: "Allow for this task" }).click();
	const run = await runToEnd(scene);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	await scene.panel.getByText(/^Fill in “.*name” with “Ada Lovelace”$/i).waitFor();
	await scene.panel.getByText(/^Fill in “.*email.*” with “ada@example.com”$/i).waitFor();
	await scene.panel.getByText("2 actions on the page").waitFor();
	await scene.panel.getByRole("button", { name: "Show log" }).click();
	const [first, last] = await scene.panel
		.getByRole("region", { name: "Live log" })
		.getByText(/ms\)$/)
		.all()
		.then((lines) => [lines.at(0), lines.at(-1)]);
	expect(await last?.isVisible()).toBe(true);
	expect((await last?.boundingBox())?.y).toBeGreaterThan((await first?.boundingBox())?.y ?? 0);
	expect((await scene.panel.getByRole("region", { name: "Conversation" }).boundingBox())?.height).toBeGreaterThanOrEqual(160);
});
