import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { toolsText } from "../../src/panel/host/words.ts";
import { text } from "../../src/panel/words.ts";
import { test } from "../fixtures.ts";
import { actionsOf, runAllowing, runToEnd, startTask, storyOf, unfoldSteps } from "../panel.ts";

test("a value is read from a file of the workspace and typed into a form of the page", long, async ({ openSession, workspace }) => {
	const session = await openSession("/support");
	const { panel, site } = session;
	const press = (name: string) => panel.getByRole("button", { name, exact: true }).click();
	await press(text.serverTools);
	await press(toolsText.workspace.choose);
	await panel.getByRole("menuitemradio", { name: workspace }).click();
	await panel.locator("[data-row]", { hasText: "src" }).first().waitFor();
	await press(text.serverTools);

	// A change is asked for first; what it wrote is read again.
	await startTask(panel, 'Write "Ada Lovelace" to customer.txt in the workspace');
	const written = await runAllowing(session);
	expect(written, storyOf(written)).toMatchObject({ state: "completed" });

	await startTask(panel, "Read customer.txt in the workspace and type it into the your name field");
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect(actionsOf(run).at(0)).toContain("Ada Lovelace");
	expect(await site.getByLabel("Your name").inputValue()).toBe("Ada Lovelace");
	await unfoldSteps(panel);
	await panel.getByText("Read customer.txt on the server").first().waitFor();
});
