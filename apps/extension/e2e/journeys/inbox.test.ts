import { expect, onTestFinished } from "vitest";
import { inboxText as text } from "../../src/console/you/inbox/words.ts";
import { openWindow, startBrowser } from "../browser.ts";
import { test } from "../fixtures.ts";
import { runToEnd, runUntil, signIn, startTask, storyOf } from "../panel.ts";

test("a question of a task is answered in another browser, and the task goes on where it works", async ({
	openSession,
	shopState,
	ready,
	member,
}) => {
	const other = await startBrowser(ready.extensionDir);
	onTestFinished(other.close);
	const watching = await other.open(new URL("/", ready.demoUrl).href);
	await signIn(watching.panel, { url: ready.url, member });
	const page = await openWindow(other.context, other.worker(), new URL("/options.html#/waiting", other.worker().url()).href);
	await page.getByText(text.empty).waitFor();

	const query = 'Choose "1.5 l" as size and press "Add to cart"';
	const working = await openSession("/products/blue-kettle", "careful");
	await startTask(working.panel, query);
	const asking = await runUntil(working, (run) => run.wait?.kind === "user");
	// The page follows without a reload.
	const card = page.getByRole("region", { name: `${text.of.question}: ${query}` });
	await card
		.getByText(asking.question?.approval?.site ?? "", { exact: false })
		.first()
		.waitFor();
	await card.getByRole("button", { name: text.allowOf(query) }).click();
	const dialog = page.getByRole("alertdialog");
	await dialog.getByText(text.allowNote).waitFor();
	await dialog.getByRole("button", { name: text.allow, exact: true }).click();
	await page.getByText(text.told.allowed).waitFor();
	const run = await runToEnd(working);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ size: "1.5 l", quantity: 1 })]);
	await page.getByText(text.empty).waitFor();
});
