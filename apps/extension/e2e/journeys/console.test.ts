import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { modelText as model } from "../../src/console/org/model/words.ts";
import { tracesText as traces } from "../../src/console/records/traces/words.ts";
import { usageText as usage } from "../../src/console/records/usage/words.ts";
import { mandatesText } from "../../src/console/routines/mandates/words.ts";
import { schedulesText } from "../../src/console/schedules/words.ts";
import { triggersText } from "../../src/console/triggers/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { apiKeysText } from "../../src/console/you/api-keys/words.ts";
import { clientsText } from "../../src/console/you/clients/words.ts";
import { inboxText } from "../../src/console/you/inbox/words.ts";
import { loginsText } from "../../src/console/you/logins/words.ts";
import { settingsText } from "../../src/console/you/settings/words.ts";
import { providerNames } from "../../src/kit/words/model-name.ts";
import { modeText } from "../../src/panel/header/words.ts";
import type { ExtensionBrowser } from "../browser.ts";
import { openWindow } from "../browser.ts";
import { test } from "../fixtures.ts";
import { runToEnd, sendCommand, signIn, storyOf, switchToAutonomous } from "../panel.ts";
import { newOrganization } from "../people.ts";

const { pages, problem } = consoleText;
const query = 'Click "Kettles" and then read the page title';

/** The options page in a window of its own, at an address below `#`. */
const openOptions = ({ context, worker }: ExtensionBrowser, path: string): Promise<Page> =>
	openWindow(context, worker(), new URL(`/options.html#${path}`, worker().url()).href);

const shownTitle = (page: Page, title: string) => page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();

test("an admin tests the model, looks at usage, and walks through a task by keyboard; a member is refused by the server", async ({
	browser,
	ready,
}) => {
	const { panel, tabId } = await browser.open(ready.demoUrl);
	await signIn(panel, { url: ready.url, member: ready.admin });
	await sendCommand(panel, "site_grant", { domain: new URL(ready.demoUrl).host, scope: "always" });
	await sendCommand(panel, "run_start", { tabId, query });
	const run = await runToEnd({ panel, tabId });
	expect(run.steps.length, storyOf(run)).toBeGreaterThanOrEqual(2);

	const options = await openOptions(browser, "/model");
	await options.getByRole("heading", { name: providerNames.rules }).waitFor();
	await options.getByRole("button", { name: model.test, exact: true }).click();
	await options.getByText(/^It answers:/).waitFor();
	await options.getByLabel(model.provider, { exact: true }).selectOption({ label: providerNames.openai });
	await options.getByLabel(model.name, { exact: true }).fill("gpt-5-mini");
	await options.getByRole("button", { name: model.save, exact: true }).click();
	await options.getByText("is missing").waitFor();
	expect(await options.getByLabel(model.key).getAttribute("aria-invalid")).toBe("true");

	const navigation = options.getByRole("navigation");
	await navigation.getByRole("link", { name: pages.usage }).click();
	await shownTitle(options, usage.title);
	await options.getByText(usage.presets.week, { exact: true }).click();
	await options.getByLabel(usage.totals, { exact: true }).getByText(usage.withoutModel).waitFor();
	expect(new URL(options.url()).hash).toMatch(/^#\/usage\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&by=day$/);

	await navigation.getByRole("link", { name: pages.traces }).click();
	await options.getByLabel(traces.search).fill("PAGE TITLE");
	await options.getByRole("link", { name: query }).first().click();
	await shownTitle(options, query);
	await options.getByText(run.steps[0]?.action ?? "", { exact: true }).waitFor();
	const strip = options.getByRole("group", { name: traces.film });
	await strip.getByRole("button").first().focus();
	await options.keyboard.press("ArrowRight");
	await options.getByRole("heading", { name: `Step 2 of ${run.steps.length}` }).waitFor();
	await options.getByText(traces.pageMissing.traces_off).waitFor();
	const address = `#/traces/${run.taskId}/2`;
	expect(new URL(options.url()).hash).toBe(address);

	// The same address opens the same step in another window.
	const linked = await openOptions(browser, address.slice(1));
	await linked.getByRole("heading", { name: `Step 2 of ${run.steps.length}` }).waitFor();

	await sendCommand(panel, "sign_out", {});
	await linked.getByText(consoleText.signInTitle).waitFor();
	await signIn(panel, ready);
	await linked.getByText("There is no such task").waitFor();
	await linked.getByRole("link", { name: traces.back }).click();
	// Another test may have run tasks of this member, so the list need not be empty.
	await linked.getByLabel(traces.search).waitFor();
	expect(await linked.getByRole("navigation").getByRole("link").allTextContents()).toEqual([
		pages.start,
		inboxText.title,
		pages.routines,
		mandatesText.title,
		schedulesText.title,
		triggersText.title,
		loginsText.title,
		clientsText.title,
		apiKeysText.title,
		pages.settings,
		pages.organization,
		pages.policy,
		pages.traces,
		pages.routineRuns,
		pages.audit,
	]);
	await linked.goto(new URL("/options.html#/model", linked.url()).href);
	await linked.getByText(problem.forbidden).waitFor();
	await linked.goto(new URL("/options.html#/traces?all=true", linked.url()).href);
	await linked.getByText(problem.forbidden).waitFor();
});

test("what is set in the settings holds in the open panel at once", long, async ({ ready, browser }) => {
	const { panel } = await browser.open(ready.demoUrl);
	// Settings are the user's on every browser, so nobody else may share this one.
	const { admin } = await newOrganization(ready, "Settings");
	await signIn(panel, { url: ready.url, member: admin });
	await switchToAutonomous(panel);
	const options = await openOptions(browser, "/settings");
	const density = () => panel.evaluate(() => document.documentElement.dataset["density"]);
	const textSize = () =>
		panel.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--chakra-font-sizes-body")));
	const comfortable = await textSize();
	await options.getByText(settingsText.densities.compact, { exact: true }).click();
	await expect.poll(density).toBe("compact");
	await expect.poll(textSize).toBeLessThan(comfortable);
	await options.getByText(settingsText.light, { exact: true }).click();
	await expect.poll(() => panel.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
	await options.getByText(settingsText.dark, { exact: true }).click();
	await expect.poll(() => panel.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");

	// The panel is autonomous; the setting lowers it and keeps it there.
	await options.getByText(settingsText.modes.careful.label).click();
	await panel.getByRole("button", { name: "Mode: Careful" }).waitFor();
	await options.getByText(settingsText.modeNow.careful).waitFor();
	await panel.getByRole("button", { name: /^Mode:/ }).click();
	await panel.getByRole("menuitemradio", { name: "Autonomous" }).click();
	await panel.getByText(modeText.locked).waitFor();
	await expect(sendCommand(panel, "mode_set", { mode: "autonomous" })).rejects.toThrow("MODE_LOCKED");
	await options.reload();
	await options.getByRole("radio", { name: settingsText.densities.compact, checked: true }).waitFor({ state: "attached" });
});
