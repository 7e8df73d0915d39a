import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { restoreText } from "../../src/panel/chats/words.ts";
import { approvalsText } from "../../src/panel/host/approvals/words.ts";
import { commandsText } from "../../src/panel/host/commands/words.ts";
import { tasksText } from "../../src/panel/host/tasks/words.ts";
import { terminalText } from "../../src/panel/host/terminal/words.ts";
import { toolsText } from "../../src/panel/host/words.ts";
import { text } from "../../src/panel/words.ts";
import type { ExtensionBrowser } from "../browser.ts";
import { test } from "../fixtures.ts";
import { signIn } from "../panel.ts";
import type { Ready } from "../stack.ts";

async function openTab(browser: ExtensionBrowser, user: Pick<Ready, "url" | "demoUrl" | "member">, workspace: string, tab: string) {
	const { panel } = await browser.open(user.demoUrl);
	await signIn(panel, user);
	await panel.getByRole("button", { name: text.serverTools }).click();
	await panel.getByRole("button", { name: toolsText.workspace.choose }).click();
	await panel.getByRole("menuitemradio", { name: workspace }).click();
	await panel.getByRole("tab", { name: tab, exact: true }).click();
	const press = (name: string | RegExp) => panel.getByRole("button", { name, exact: typeof name === "string" }).click();
	return { panel, press };
}

test(
	"the tests of a workspace run with live output, a command that goes on is stopped, and one without a rule is refused",
	long,
	async ({ browser, ready, workspace }) => {
		const { panel, press } = await openTab(browser, ready, workspace, toolsText.tabs.commands);
		const field = panel.getByRole("textbox", { name: commandsText.label });
		const output = panel.getByRole("log");
		const run = async (line: string) => {
			await field.fill(line);
			await panel.keyboard.press("Enter");
		};
		await run("npm test");
		await panel.getByText(/^Succeeded · /).waitFor();
		await output.getByText(/pass 1/).waitFor();
		await press(terminalText.back);
		await panel.getByRole("list", { name: commandsText.earlier }).getByText(terminalText.succeeded).waitFor();

		await run("node watch.js");
		await output.getByText("Watching").waitFor();
		await panel.getByText(terminalText.state.running).waitFor();
		await press(terminalText.stop);
		await panel.getByText(/^Stopped by signal SIGTERM · /).waitFor();
		await press(terminalText.back);

		await run("curl https://example.org");
		await panel.getByText(/No rule allows/).waitFor();
		expect(await panel.getByRole("list", { name: commandsText.earlier }).getByRole("listitem").count()).toBe(2);
	},
);

test("a task on the server edits a file after its change was approved, runs the tests, commits, and is found again after a reload", async ({
	browser,
	ready,
	member,
	workspace,
}) => {
	const { panel, press } = await openTab(browser, { ...ready, member }, workspace, toolsText.tabs.tasks);
	const question = panel.getByRole("alertdialog");
	const commandOf = (word: string) =>
		question.getByRole("list", { name: approvalsText.command }).getByText(word, { exact: true }).waitFor();
	await panel
		.getByRole("textbox", { name: tasksText.question(workspace) })
		.fill(
			'replace "19.99 €" with "19,99 €" in src/price.js, run npm test, stage src/price.js and commit with message "Write prices with a comma"',
		);
	await panel.keyboard.press("Enter");
	await question
		.getByRole("article", { name: "src/price.js" })
		.getByText(/19,99 €/)
		.waitFor();
	await press(approvalsText.approve);
	await commandOf("npm");

	await panel.reload();
	await panel.getByRole("dialog").getByRole("button", { name: restoreText.server.open }).click();
	await commandOf("npm");
	await press(approvalsText.approve);
	// Staging and the commit ask too.
	for (const effect of ["Stages 1 path: src/price.js", "Commits what is staged"]) {
		await question.getByText(effect).waitFor();
		await press(approvalsText.approve);
	}
	await panel.getByText(tasksText.ended.complete, { exact: true }).first().waitFor();
	await panel.getByRole("button", { name: /^Run a command/ }).click();
	await press("Show its output");
	await panel.getByText(/^Succeeded · /).waitFor();
});
