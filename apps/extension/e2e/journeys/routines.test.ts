import { siteOfAddress } from "@webhand/page/site";
import { expect } from "vitest";
import { routineText } from "../../src/kit/routines/words.ts";
import { routinesText } from "../../src/panel/routines/words.ts";
import { taskText } from "../../src/panel/task/words.ts";
import { killWorker } from "../browser.ts";
import { test } from "../fixtures.ts";
import { runToEnd, sendCommand, startTask, storyOf } from "../panel.ts";

const columns = ["Your name", "Email", "Message"];
/** What is the same in each row. */
const fixed = ["Repair", "2026-03-14", "Phone"];
const people = ["Grace Hopper", "Alan Turing", "Mary Jackson"];

test("a task that was done once becomes a routine, which does a list: each row once, although the worker is killed between rows", async ({
	openSession,
	shopState,
}) => {
	const { panel, tabId, site, browser } = await openSession("/support");
	await startTask(
		panel,
		'Enter "Ada Lovelace" into the your name field, enter "ada@example.com" into the email field, select "Repair" as topic, ' +
			'enter "2026-03-14" into "Date of purchase", choose "Phone", enter "The lid of my kettle is loose" into the message field and press "Send message"',
	);
	const first = await runToEnd({ panel, tabId });
	expect(first, storyOf(first)).toMatchObject({ state: "completed" });
	// Each row has a tab of the run, which this panel does not show.
	await sendCommand(panel, "site_grant", { domain: siteOfAddress(site.url()) ?? "", scope: "always" });

	await panel.getByRole("button", { name: taskText.saveRoutine }).click();
	await panel.getByLabel(routineText.name, { exact: true }).fill("Ask for a repair");
	for (const value of fixed) await panel.getByRole("button", { name: routinesText.save.fix(value) }).click();
	await panel.getByRole("button", { name: routinesText.save.save }).click();
	await panel.getByRole("button", { name: routinesText.form.withList }).click();
	const table = [columns.join("\t"), ...people.map((name) => `${name}\t${name[0]}@example.com\tThe kettle of ${name}`)].join("\n");
	await panel.getByRole("textbox", { name: routinesText.list.paste }).fill(table);
	await panel.getByRole("button", { name: routinesText.list.read }).click();
	await panel.getByRole("button", { name: routinesText.list.run(people.length) }).click();
	await panel.getByText(routinesText.run.state.running).first().waitFor();
	await expect.poll(async () => (await shopState()).supportRequests.length, { timeout: 30_000 }).toBeGreaterThan(1);
	await killWorker(browser.context, panel);
	await panel.getByText(routinesText.run.progress(3, 3)).waitFor({ timeout: 45_000 });
	const { supportRequests } = await shopState();
	expect(supportRequests.map(({ name }) => name)).toEqual(["Ada Lovelace", ...people]);
	expect(supportRequests.map(({ message }) => message).slice(1)).toEqual(people.map((name) => `The kettle of ${name}`));
});
