import { expect } from "vitest";
import { test, violationsOf } from "./demo-page.ts";

// It starts the browser; the other pages are in ../faults.
test("the checkout has no accessibility violation, in light and dark", { timeout: 40_000 }, async ({ page }) => {
	expect(await violationsOf(page, "/checkout")).toEqual([]);
});

test("the demo task can be done with the keyboard alone", async ({ page }) => {
	await page.goto("/");
	await page.getByRole("searchbox").focus();
	await page.keyboard.type("blue kettle");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "Blue kettle", exact: true }).focus();
	await page.keyboard.press("Enter");
	await page.getByLabel("Size").focus();
	await page.keyboard.type("1.5");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "Cart (1)" }).focus();
	await page.keyboard.press("Enter");
	await expect.poll(() => page.locator(".total").textContent()).toMatch(/^Total: \d+\.\d\d €$/);
});

test("the support form shows its errors in place and thanks without leaving the page", async ({ page }) => {
	await page.goto("/support");
	await page.getByRole("button", { name: "Send message" }).click();
	await expect.poll(() => page.getByLabel("Your name").getAttribute("aria-describedby")).toBe("name-error");
	expect(await page.locator(".error:visible").count()).toBe(6);
	await page.getByLabel("Your name").fill("Ada");
	await page.getByLabel("Email", { exact: true }).first().fill("ada@example.com");
	await page.getByLabel("Topic").selectOption("Return");
	await page.getByLabel("Date of purchase").fill("2026-02-03");
	await page.getByLabel("Phone").check();
	await page.getByLabel("Message").fill("It is too small for us.");
	await page.getByRole("button", { name: "Send message" }).click();
	await page.getByText("Thank you, Ada. We will answer by phone.").waitFor();
	expect(await page.locator(".error:visible").count()).toBe(0);
});

test("frames of both origins and both kinds of shadow roots keep what is entered", async ({ page, shop }) => {
	await page.goto("/frames");
	const gift = page.frameLocator('iframe[title="Gift message"]');
	await gift.getByLabel("Message on the card").fill("Happy birthday");
	await gift.getByRole("button", { name: "Save message" }).click();
	await gift.getByText("Saved: Happy birthday").waitFor();
	const newsletter = page.frameLocator('iframe[title="Newsletter"]');
	await newsletter.getByLabel("Monthly").check();
	await newsletter.getByRole("button", { name: "Subscribe" }).click();
	await newsletter.getByText("Saved: Monthly").waitFor();
	expect(new Set(page.frames().map((frame) => new URL(frame.url()).hostname))).toEqual(new Set(["127.0.0.1", "localhost"]));

	await page.goto("/components");
	await page.getByRole("button", { name: "More guests" }).click();
	await page.getByRole("button", { name: "Save guests" }).click();
	await page.getByText("Saved: 3").waitFor();
	await page.getByRole("button", { name: "Save guests" }).focus();
	await page.keyboard.press("Tab");
	await page.keyboard.press("ArrowDown");
	await page.getByText("Saved: Striped paper").waitFor();
	const choices = [...shop.visitors.values()].map((visitor) => visitor.choices);
	expect(choices).toContainEqual({ gift: "Happy birthday", newsletter: "Monthly", guests: "3", wrap: "Striped paper" });
});

test("the long list shows any of its 10,000 orders and keeps few in the page", async ({ page }) => {
	await page.goto("/orders/all");
	await page.getByText("H-90000").waitFor();
	await page.locator(".list").evaluate((list) => list.scrollTo(0, list.scrollHeight));
	await page.getByText("H-80001").waitFor();
	expect(await page.locator(".list li").count()).toBeLessThanOrEqual(25);
});
