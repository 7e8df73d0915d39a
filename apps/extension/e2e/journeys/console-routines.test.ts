import { readFile } from "node:fs/promises";
import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { editText as edit } from "../../src/console/routines/edit/words.ts";
import { routinesText as text } from "../../src/console/routines/words.ts";
import { routineText } from "../../src/kit/routines/words.ts";
import { openWindow } from "../browser.ts";
import { test } from "../fixtures.ts";
import { runToEnd, sendCommand, signIn, storyOf } from "../panel.ts";

test(
	"a member makes a routine of a task in the console, changes it, goes back to the version before, and takes it along as a file",
	long,
	async ({ browser, ready, member }) => {
		const { panel, tabId } = await browser.open(ready.demoUrl);
		await signIn(panel, { url: ready.url, member });
		await sendCommand(panel, "site_grant", { domain: new URL(ready.demoUrl).host, scope: "always" });
		await sendCommand(panel, "run_start", { tabId, query: 'Click "Kettles" and then search for "blue kettle"' });
		const run = await runToEnd({ panel, tabId });
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		const { worker, context } = browser;
		const page = await openWindow(context, worker(), new URL(`/options.html#/traces/${run.taskId}`, worker().url()).href);
		const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
		const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();

		await page.getByRole("link", { name: text.make.fromTask }).click();
		await title(text.make.taskTitle);
		const steps = page.getByRole("list", { name: edit.steps });
		// In the order the quotes keep the name of a link together, so the draft asks for no value.
		await steps.getByText(/^Click “Kettles”/).waitFor();
		await page.getByRole("textbox", { name: routineText.name }).fill("Look at kettles");
		await page.getByRole("button", { name: text.make.save }).click();
		await page.getByText(text.make.saved("Look at kettles")).waitFor();

		await page.getByRole("link", { name: text.edit }).click();
		await steps.getByRole("button", { name: /^More for: Click “Kettles”/ }).click();
		await page.getByRole("menuitem", { name: edit.makeOptional }).click();
		await page.getByRole("button", { name: edit.save }).click();
		await page.getByText(edit.saved(2)).waitFor();

		await page.getByRole("link", { name: text.versions.number(1) }).click();
		await page.getByText(/^Click “Kettles”.*, if it is there$/).waitFor();
		await page.getByRole("button", { name: text.version.rollBack }).click();
		await confirm(text.version.rollBack);
		await page.getByText(text.version.taken(1)).waitFor();

		const download = page.waitForEvent("download");
		await page.getByRole("button", { name: text.exportFile }).click();
		const file = await readFile(await (await download).path(), "utf8");
		expect(JSON.parse(file)).toMatchObject({ format: "webhand-routine/1", name: "Look at kettles" });
		await page.getByRole("button", { name: text.remove, exact: true }).click();
		await confirm(text.removeConfirm);
		await page.getByText(text.removed("Look at kettles")).waitFor();

		await page.getByRole("link", { name: text.add }).click();
		const take = (content: string) =>
			page.getByLabel(text.make.choose).setInputFiles({ name: "r.json", mimeType: "application/json", buffer: Buffer.from(content) });
		await take(file.replace("webhand-routine/1", "webhand-routine/2"));
		await page.getByRole("alert").first().waitFor();
		await take(file);
		await page.getByRole("button", { name: text.make.save }).click();
		await page.getByText(text.make.saved("Look at kettles")).waitFor();
	},
);
