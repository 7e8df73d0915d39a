import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { changesText } from "../../src/panel/host/changes/words.ts";
import { filesText } from "../../src/panel/host/files/words.ts";
import { historyText } from "../../src/panel/host/history/words.ts";
import { toolsText } from "../../src/panel/host/words.ts";
import { text } from "../../src/panel/words.ts";
import { test } from "../fixtures.ts";
import { signIn } from "../panel.ts";

const patch = `--- a/src/price.js
+++ b/src/price.js
@@ -1,5 +1,5 @@
-/** Writes cents as euros: 1999 becomes "19.99 €". */
+/** Writes cents as euros: 1999 becomes "€ 19.99". */
 export function formatPrice(cents) {
 	if (!Number.isInteger(cents)) throw new TypeError("cents must be a whole number");
-	return \`\${(cents / 100).toFixed(2)} €\`;
+	return \`€ \${(cents / 100).toFixed(2)}\`;
 }
`;
/** The end of the line that the patch adds. */
const added = /return `€ .*toFixed/;
const message = "Write the euro before the amount";

test("a file of the demo workspace is looked at, a patch is shown, applied and committed, and all of it is found again after a reload", async ({
	browser,
	ready,
	member,
}) => {
	const { panel } = await browser.open(ready.demoUrl);
	const press = (name: string | RegExp) => panel.getByRole("button", { name, exact: typeof name === "string" }).click();
	const toTab = (name: string) => panel.getByRole("tab", { name, exact: true }).click();
	const row = (name: string | RegExp) => panel.locator("[data-row]", { hasText: name }).first();
	await signIn(panel, { url: ready.url, member });

	await press(text.serverTools);
	await panel.getByText("Actions run on the server host.").waitFor();
	await panel.getByText(toolsText.availability.word.online, { exact: true }).waitFor();
	await panel.getByText(toolsText.notice.title).waitFor();
	await press(toolsText.notice.ok);
	await panel.getByText(toolsText.notice.title).waitFor({ state: "hidden" });
	await press(toolsText.workspace.choose);
	await panel.getByRole("menuitemradio", { name: /^demo/ }).click();

	await row("src").click();
	await row("price.js").click();
	await panel.getByText("export function formatPrice(cents)").waitFor();

	await toTab(toolsText.tabs.patch);
	await panel.getByRole("textbox", { name: changesText.patch.label }).fill(patch);
	await press(changesText.patch.preview);
	await panel.getByText(changesText.patch.title).waitFor();
	const shown = panel.getByRole("article", { name: "src/price.js" });
	await shown.getByText(added).waitFor();
	expect(await shown.getByRole("rowheader", { name: changesText.diff.added(4) }).count()).toBe(1);
	await press(changesText.patch.apply);
	await panel.getByText(changesText.patch.applied(1)).waitFor();

	await press(changesText.patch.toChanges);
	await press(changesText.git.stageOf("src/price.js"));
	await panel.getByRole("textbox", { name: changesText.git.message }).fill(message);
	await press(changesText.git.commit);
	await panel.getByText(/^Committed 1 file as [0-9a-f]{8}\.$/).waitFor();
	await panel.getByText(changesText.git.cleanHint).waitFor();
	await panel.getByRole("list", { name: changesText.git.log }).getByText(message).waitFor();

	await panel.reload();
	await press(text.serverTools);
	await panel.getByRole("tab", { name: toolsText.tabs.files }).waitFor();
	expect(await panel.getByText(toolsText.notice.title).count()).toBe(0);
	await toTab(toolsText.tabs.history);
	await row("demo").click();
	const log = panel.getByRole("list", { name: historyText.toolCalls });
	for (const name of ["fs.list", "fs.read", "fs.apply_patch", "git.status", "git.add", "git.commit"])
		await log.getByText(historyText.nameOf(name, false), { exact: true }).first().waitFor();
	await log.getByText(message).first().waitFor();
	await panel.getByRole("article", { name: "src/price.js" }).getByRole("button").click();
	await panel.getByText(added).waitFor();
});

test("an edit is saved over nothing that was not seen, and a search opens the file at its line", long, async ({ browser, ready }) => {
	const { panel } = await browser.open(ready.demoUrl);
	const press = (name: string | RegExp) => panel.getByRole("button", { name, exact: typeof name === "string" }).click();
	const row = (name: string | RegExp) => panel.locator("[data-row]", { hasText: name }).first();
	const field = panel.getByRole("textbox", { name: filesText.edit.label("README.md") });
	await signIn(panel, { url: ready.url, member: ready.admin });
	await press(text.serverTools);
	await press(toolsText.workspace.choose);
	await panel.getByRole("menuitemradio", { name: /^demo/ }).click();

	await row("README.md").click();
	await press(filesText.file.edit);
	await field.fill("# Cart\n\nMine.\n");

	// Somebody else writes the same file meanwhile.
	const other = await browser.open(ready.demoUrl);
	await other.panel.getByRole("button", { name: text.serverTools }).click();
	await other.panel.locator("[data-row]", { hasText: "README.md" }).click();
	await other.panel.getByRole("button", { name: filesText.file.edit, exact: true }).click();
	await other.panel.getByRole("textbox", { name: filesText.edit.label("README.md") }).fill("# Cart\n\nTheirs.\n");
	await other.panel.getByRole("button", { name: filesText.edit.review }).click();
	await other.panel.getByRole("button", { name: filesText.edit.save }).click();
	await other.panel.getByText(filesText.edit.saved("README.md")).waitFor();

	await press(filesText.edit.review);
	await panel.getByText(filesText.edit.conflictTitle).waitFor();
	expect(await panel.getByText("Theirs.", { exact: true }).count()).toBeGreaterThanOrEqual(2);
	await press(filesText.edit.back);
	expect(await field.inputValue()).toBe("# Cart\n\nMine.\n");
	await press(filesText.edit.review);
	await press(filesText.edit.keepMine);
	await panel.getByText(filesText.edit.saved("README.md")).waitFor();
	await press(filesText.edit.done);
	await panel.getByText("Mine.", { exact: true }).waitFor();

	await press(filesText.file.back);
	await panel.getByRole("searchbox").fill("counts each item");
	await panel.keyboard.press("Enter");
	await panel.getByText(filesText.search.found(1, 1)).waitFor();
	await row("counts each item").click();
	await panel.getByRole("article", { name: "cart.test.js" }).getByText("the total counts each item").waitFor();
});

test("the keyboard alone goes into a folder, into a file, and back to the row where it was", long, async ({ browser, ready, member }) => {
	const { panel } = await browser.open(ready.demoUrl);
	await signIn(panel, { url: ready.url, member });
	await panel.getByRole("button", { name: text.serverTools }).click();
	await panel.getByRole("button", { name: toolsText.workspace.choose }).click();
	await panel.getByRole("menuitemradio", { name: /^demo/ }).click();
	const focusedRow = (name: string) => panel.locator("[data-row]:focus", { hasText: name }).waitFor();

	await panel.locator("[data-row]", { hasText: "src" }).focus();
	await panel.keyboard.press("ArrowRight");
	await focusedRow("cart.js");
	await panel.keyboard.press("ArrowDown");
	await panel.keyboard.press("Enter");
	await panel.getByText("export function formatPrice(cents)").waitFor();
	await panel.keyboard.press("Enter");
	await focusedRow("price.js");
	await panel.keyboard.press("ArrowLeft");
	await focusedRow("src");
});
