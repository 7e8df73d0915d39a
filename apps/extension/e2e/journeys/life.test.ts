import { long } from "@webhand/testing/long";
import { expect, test } from "vitest";
import { killWorker } from "../browser.ts";
import { act, click, effectsOf, useHardPages } from "../pages/hard-pages.ts";
import { runToEnd, runUntil, storyOf } from "../panel.ts";

// A question stays open for six seconds, and a killed server holds a task for three.
const pages = useHardPages("chrome-mv3", { QUESTION_MINUTES: "0.1", LEASE_MS: "3000" });

/** A model that answers when it is told to, and says when it was asked. */
function slow(action: Parameters<typeof pages.start>[1][number]) {
	const asked = Promise.withResolvers<void>();
	const mayAnswer = Promise.withResolvers<void>();
	const move = async (page: string, prompt: string) => {
		asked.resolve();
		await mayAnswer.promise;
		return action(page, prompt);
	};
	return { move, asked: asked.promise, answer: mayAnswer.resolve };
}

test(
	"a note while the model thinks is heard and reaches the next prompt, also during the first step; one that came too late is no order",
	long,
	async () => {
		const { site, tabId } = await pages.open("renders");
		const panel = await pages.openPanel(tabId);
		const shown = { panel, tabId };
		const thinking = slow(click("Count"));
		const first = slow(act("wait(0)"));
		await pages.start(tabId, [first.move, thinking.move]);
		await first.asked;
		const note = panel.getByLabel("Add a note for the task");
		await note.fill("Count only once");
		await note.press("Enter");
		await panel.getByRole("region", { name: "Conversation" }).getByText("Sending…").waitFor();
		first.answer();
		await thinking.asked;
		await note.fill("Count in green");
		await note.press("Enter");
		const chat = panel.getByRole("region", { name: "Conversation" });
		await chat.getByText("Heard, counts from the next step").first().waitFor();
		await note.fill("This is typed too late");
		thinking.answer();
		const run = await runToEnd(shown);
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		for (const said of ["Count only once", "Count in green"])
			expect(pages.prompts().filter((prompt) => prompt.includes(said)).length).toBeGreaterThan(0);
		expect(await effectsOf(site)).toEqual(["count 1"]);
		await expect.poll(() => chat.getByText("Heard, counts from the next step").count()).toBe(0);
		await chat.getByText("Came too late").waitFor();
		expect(await panel.getByLabel("What should be done on this page?").inputValue()).toBe("");
		await chat.getByRole("button", { name: "Use as a new task" }).click();
		expect(await panel.getByLabel("What should be done on this page?").inputValue()).toBe("This is typed too late");
	},
);

test("a question that nobody answers in time is decided anew by itself, also when the worker died while it was open", long, async () => {
	const { site, tabId } = await pages.open("renders");
	const shown = { panel: pages.panel(), tabId };
	await pages.start(tabId, [act('ask("Which colour?")'), click("Count")]);
	await runUntil(shown, (run) => run.wait?.kind === "user");
	await killWorker(pages.browser().context, pages.panel());
	const run = await runToEnd(shown);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect(await effectsOf(site)).toEqual(["count 1"]);
});

test("an answer given without a network is kept, sent when it is back, and counts once; the notice goes by itself", long, async () => {
	const { site, tabId } = await pages.open("renders");
	const panel = await pages.openPanel(tabId);
	await pages.start(tabId, [act('ask("Which colour?")'), click("Count")]);
	await panel.getByLabel("Your answer").fill("green");
	await pages.browser().context.setOffline(true);
	await panel.getByRole("button", { name: "Send answer" }).click();
	await panel.getByText("No connection to the server").waitFor();
	await panel.getByText("Answer sent.").waitFor({ state: "attached" });
	await pages.browser().context.setOffline(false);
	await panel.getByText("No connection to the server").waitFor({ state: "detached" });
	const run = await runToEnd({ panel, tabId });
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	const chat = panel.getByRole("region", { name: "Conversation" });
	await expect.poll(() => chat.getByRole("article", { name: "You" }).filter({ hasText: "green" }).count()).toBe(1);
	expect(await effectsOf(site)).toEqual(["count 1"]);
});

test("the server is restarted while a step is decided: the task goes on, and each step is done once", async () => {
	const { site, tabId } = await pages.open("renders");
	const shown = { panel: pages.panel(), tabId };
	const thinking = slow(click("Count"));
	await pages.start(tabId, [click("Count"), thinking.move, click("Count")]);
	await thinking.asked;
	pages.endService("agent-api");
	thinking.answer();
	const run = await runToEnd(shown);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect(await effectsOf(site)).toEqual(["count 1", "count 2"]);
});

test("the worker is killed in the middle of an action: the action is done once, and the log is whole in a panel opened later", async () => {
	const { site, tabId } = await pages.open("renders");
	const shown = { panel: pages.panel(), tabId };
	await pages.start(tabId, [click("Count"), click("Count"), click("Count")]);
	for (const phase of ["act", "settle"] as const) {
		await runUntil(shown, (run) => run.phase === phase || run.steps.length >= 3);
		await killWorker(pages.browser().context, pages.panel());
	}
	const run = await runToEnd(shown);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await effectsOf(site)).length).toBe(run.steps.filter(({ result }) => result?.success === true).length);
	const later = await pages.openPanel(tabId);
	await later.getByRole("button", { name: /account of/ }).click();
	await later.getByRole("menuitem", { name: "Show log" }).click();
	await later.getByRole("region", { name: "Live log" }).getByText("Doing click").first().waitFor();
});
