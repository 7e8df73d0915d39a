import { siteOfAddress } from "@webhand/page/site";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { routineText } from "../../src/kit/routines/words.ts";
import { chatText } from "../../src/panel/chat/words.ts";
import { recordText } from "../../src/panel/record/words.ts";
import { routinesText } from "../../src/panel/routines/words.ts";
import { test } from "../fixtures.ts";
import { sendCommand } from "../panel.ts";

async function beginRecording(panel: Page): Promise<void> {
	await panel.getByRole("button", { name: chatText.add }).click();
	await panel.getByRole("menuitem", { name: chatText.record }).click();
}

test("a person records what they do in the shop, and the panel shows it in words while they do it", long, async ({ openSession }) => {
	const { panel, site } = await openSession("/");
	await beginRecording(panel);
	await panel.getByText(recordText.lead).waitFor();
	await site.bringToFront();
	const field = site
		.getByRole("searchbox")
		.or(site.getByRole("textbox", { name: /search/i }))
		.first();
	await field.click();
	await site.keyboard.type("kettle");
	await site.keyboard.press("Enter");
	const steps = panel.getByRole("list", { name: recordText.steps }).getByRole("listitem");
	await expect.poll(() => steps.count()).toBe(2);
	expect((await steps.allInnerTexts()).join(" ")).toMatch(/Fill .*“kettle”[\s\S]*Press Enter/);
	await panel.getByRole("button", { name: recordText.menu(1) }).click();
	await panel.getByRole("menuitem", { name: recordText.makeInput }).click();
	await panel.getByLabel(recordText.inputLabel).fill("What to look for");
	await panel.getByRole("button", { name: recordText.save }).click();
	await panel.getByText(recordText.input("What to look for")).waitFor();
	await panel.getByRole("button", { name: recordText.finish }).click();
	await panel.getByLabel(recordText.inputName("What to look for")).fill("Words");
	await panel.getByText(/with \{Words\}/).waitFor();
	// What is done now is no part of it.
	await site.locator("main a").first().click();
	await panel.getByLabel(routineText.name, { exact: true }).fill("Look for something");
	await panel.getByRole("button", { name: recordText.saveRoutine }).click();
	await panel.getByText(recordText.saved("Look for something")).waitFor();
	// A first run is offered at once: the form of the routine asks for its input.
	await panel.getByRole("button", { name: recordText.tryIt }).click();
	await panel.getByLabel("Words").waitFor();
});

test("a recording can be discarded, and nothing of it is kept", long, async ({ openSession, browser }) => {
	const { panel, site } = await openSession("/");
	await panel.getByRole("button", { name: routinesText.title, exact: true }).click();
	await panel.getByRole("button", { name: routinesText.library.record }).first().click();
	await panel.getByText(recordText.lead).waitFor();
	await site.bringToFront();
	await site.locator("main a").first().click();
	const steps = panel.getByRole("list", { name: recordText.steps }).getByRole("listitem");
	await expect.poll(() => steps.count()).toBe(1);
	await panel.getByRole("button", { name: recordText.undo }).click();
	await expect.poll(() => steps.count()).toBe(0);
	await panel.getByRole("button", { name: recordText.finish }).click();
	await panel.getByText(recordText.reviewEmpty).waitFor();
	await panel.getByRole("button", { name: recordText.discard }).click();
	await panel.getByRole("alertdialog").getByRole("button", { name: recordText.discard }).click();
	await panel.getByRole("button", { name: chatText.add }).waitFor();
	const { recording } = await browser.worker().evaluate(() => chrome.storage.session.get("recording"));
	expect(recording).toEqual({ v: 1, value: null });
});

test("what a person did by hand once is done again with other values", async ({ openSession, shopState }) => {
	const { panel, site } = await openSession("/support");
	await sendCommand(panel, "site_grant", { domain: siteOfAddress(site.url()) ?? "", scope: "always" });
	// The library that was looked at before shows what is saved later.
	const library = panel.getByRole("button", { name: routinesText.title, exact: true });
	await library.click();
	await panel.getByLabel(routineText.search).waitFor();
	await library.click();
	await beginRecording(panel);
	await panel.getByText(recordText.lead).waitFor();
	await site.bringToFront();
	await site.getByLabel("Your name").click();
	await site.keyboard.type("Ada Lovelace");
	await site.keyboard.press("Tab");
	await site.keyboard.type("ada@example.com");
	await site.getByLabel("Topic").focus();
	await site.keyboard.type("Rep");
	await site.getByLabel("Date of purchase").focus();
	await site.keyboard.type("03142026");
	await site.getByText("Phone", { exact: true }).click();
	await site.getByLabel("Message").click();
	await site.keyboard.type("The lid of my kettle is loose");
	await site.getByRole("button", { name: "Send message" }).click();
	await expect.poll(async () => (await shopState()).supportRequests.length).toBe(1);
	await panel.getByRole("button", { name: recordText.finish }).click();
	const name = `Call support ${Date.now()}`;
	await panel.getByLabel(routineText.name, { exact: true }).fill(name);
	await panel.getByRole("button", { name: recordText.saveRoutine }).click();
	await panel.getByRole("button", { name: recordText.tryIt }).waitFor();
	await library.click();
	await panel.getByText(name).first().waitFor();
	await library.click();
	await panel.getByRole("button", { name: recordText.tryIt }).click();
	await panel.getByLabel("Your name").fill("Grace Hopper");
	await panel.getByLabel("Email").fill("ada@example.com");
	await panel.getByLabel("Topic").selectOption("Repair");
	await panel.getByLabel("Date of purchase").fill("2026-03-14");
	await panel.getByLabel("Message").fill("The kettle of Grace");
	await panel.getByRole("button", { name: routinesText.form.run, exact: true }).click();
	await expect.poll(async () => (await shopState()).supportRequests.length, { timeout: 40_000 }).toBe(2);
	const [first, second] = (await shopState()).supportRequests;
	expect(second).toEqual({ ...first, name: "Grace Hopper", message: "The kettle of Grace" });
});
