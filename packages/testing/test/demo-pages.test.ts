import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect } from "vitest";
import { launchChromium } from "../src/chromium.ts";
import { startDemoSite } from "../src/demo-site/site.ts";

const test = base
	.extend("shop", { scope: "file" }, async ({}, { onCleanup }) => {
		const site = await startDemoSite();
		onCleanup(site.close);
		return site;
	})
	.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
		const browser = await launchChromium();
		onCleanup(() => browser.close());
		return browser;
	})
	.extend("page", async ({ browser, shop }, { onCleanup }) => {
		const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1280, height: 860 } });
		context.setDefaultTimeout(10_000);
		onCleanup(() => context.close());
		return await context.newPage();
	});

const paths = [
	"/",
	"/search?q=blue+kettle",
	"/products/blue-kettle",
	"/cart",
	"/checkout",
	"/sign-in",
	"/support",
	"/frames",
	"/components",
	"/orders/all",
	"/nowhere",
];

// The first of them starts the browser.
test.for(paths)("%s has no accessibility violation, in light and dark", { timeout: 40_000 }, async (path, { page }) => {
	await page.request.post("/products/blue-kettle", { form: { size: "1.5 l" } });
	await page.goto(path);
	// The mode that reaches into frames opens a second page for each run, which only the framed page is worth.
	const axe = () => new AxeBuilder({ page }).setLegacyMode(path !== "/frames");
	const light = await axe().analyze();
	await page.emulateMedia({ colorScheme: "dark" });
	const dark = await axe().withRules("color-contrast").analyze();
	const found = [...light.violations, ...dark.violations];
	expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
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
