import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { startBrowser, storedToken } from "../browser.ts";
import { test } from "../fixtures.ts";
import { runAllowing, runToEnd, runUntil, signIn, signInHere, startTask, storyOf } from "../panel.ts";

const buy = 'Choose "1.5 l" as size and press "Add to cart"';
const order = "What should be done on this page?";
/** The demo site under another name, and so another site. */
const elsewhere = (demoUrl: string, path: string) => new URL(path, demoUrl.replace("127.0.0.1", "localhost")).href;

test("a page of the same site keeps the chat, another site brings its own, and unsent text stays with its chat", async ({
	openSession,
	ready,
}) => {
	const { site, panel, tabId } = await openSession("/");
	const query = "Read the title of this page";
	await startTask(panel, query);
	const run = await runToEnd({ panel, tabId });
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	const chat = panel.getByRole("region", { name: "Conversation" });
	await chat.getByText(query, { exact: true }).waitFor();
	await site.goto(new URL("/support", ready.demoUrl).href);
	await panel.getByLabel(order).fill("an unfinished thought");
	await site.goto(elsewhere(ready.demoUrl, "/"));
	await panel.getByText("Switched to localhost").waitFor({ state: "attached" });
	await chat.getByText("Say what to do on this page").waitFor();
	expect(await panel.getByLabel(order).inputValue()).toBe("");
	await panel.getByLabel(order).fill("Read the heading");
	await site.goto(new URL("/", ready.demoUrl).href);
	await chat.getByText(query, { exact: true }).waitFor();
	await expect.poll(() => panel.getByLabel(order).inputValue()).toBe("an unfinished thought");
	await site.goto(elsewhere(ready.demoUrl, "/support"));
	await expect.poll(() => panel.getByLabel(order).inputValue()).toBe("Read the heading");
	expect(await chat.getByText(query, { exact: true }).count()).toBe(0);
});

test(
	"a site's newest chat comes back in a new tab and in a second profile, until it is archived",
	long,
	async ({ openSession, ready, member }) => {
		const query = "Read the title of this page";
		const chatOf = (panel: Page) => panel.getByRole("region", { name: "Conversation" });
		const first = await openSession("/");
		await startTask(first.panel, query);
		const run = await runToEnd(first);
		const again = await first.browser.open(new URL("/support", ready.demoUrl).href);
		await chatOf(again.panel).getByText(query, { exact: true }).waitFor();
		await chatOf(again.panel)
			.getByText(run.answer ?? "")
			.first()
			.waitFor();
		const other = await startBrowser(ready.extensionDir);
		onTestFinished(other.close);
		const second = await other.open(new URL("/", ready.demoUrl).href);
		await signInHere(second.panel, { url: ready.url, member });
		await chatOf(second.panel).getByText(query, { exact: true }).waitFor();
		const archived = await fetch(new URL(`/api/session/${run.sessionId}`, ready.url), {
			method: "PATCH",
			headers: { authorization: `Bearer ${await storedToken(first.panel)}`, "content-type": "application/json" },
			body: JSON.stringify({ status: "archived" }),
		});
		expect(archived.status).toBe(200);
		const later = await other.open(new URL("/support", ready.demoUrl).href);
		await chatOf(later.panel).getByText("Say what to do on this page").waitFor();
	},
);

test(
	"a panel that is open on a site shows a question and Stop of a task that a second profile begins there",
	long,
	async ({ openSession, ready, member }) => {
		const other = await startBrowser(ready.extensionDir);
		onTestFinished(other.close);
		const watching = await other.open(new URL("/", ready.demoUrl).href);
		await signInHere(watching.panel, { url: ready.url, member });
		await watching.panel.getByText("Say what to do on this page").waitFor();
		const first = await openSession("/products/blue-kettle", "careful");
		await startTask(first.panel, buy);
		await runUntil(first, (run) => run.wait?.kind === "user");
		await watching.panel.getByRole("button", { name: "Answer here" }).waitFor();
		await watching.panel.getByRole("button", { name: "Stop", exact: true }).click();
		expect((await runToEnd(first)).state).toBe("stopped");
	},
);

test("an answer stays where a task ended on another site, also after an earlier task of the tab", long, async ({ openSession, ready }) => {
	const { panel, tabId } = await openSession("/");
	await startTask(panel, "Read the title of this page");
	await runToEnd({ panel, tabId });
	await panel.getByLabel(order).fill(`Open ${elsewhere(ready.demoUrl, "/support")} and read the title of this page`);
	await panel.getByRole("button", { name: "Start", exact: true }).click();
	await panel.getByRole("button", { name: "Allow for this task" }).click();
	await panel.getByRole("button", { name: "Allow for this task" }).click();
	const run = await runToEnd({ panel, tabId });
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	const answer = panel.getByRole("note", { name: "Answer" }).last();
	await answer.waitFor();
	await new Promise((resolve) => setTimeout(resolve, 1_500));
	expect(await answer.isVisible()).toBe(true);
});

test("a task that waits in another chat of the same tab is led to by its bar", long, async ({ openSession }) => {
	const { panel } = await openSession("/products/blue-kettle");
	await panel.getByLabel(order).fill(buy);
	await panel.getByRole("button", { name: "Start", exact: true }).click();
	const asked = panel.getByRole("button", { name: "Allow for this task" });
	await asked.waitFor();
	await panel.getByRole("button", { name: "New chat" }).click();
	await asked.waitFor({ state: "detached" });
	await panel.getByRole("region", { name: "Other tasks" }).getByRole("button", { name: "Show its chat" }).click();
	await asked.waitFor();
});

test(
	"a chat is renamed in the list, keeps the prefix of its site, is found by its name and by its words, and is exported whole",
	long,
	async ({ openSession }) => {
		const { panel, tabId } = await openSession("/");
		await startTask(panel, "Read the title of this page");
		await runToEnd({ panel, tabId });
		await panel.getByRole("button", { name: "Show chats" }).click();
		const list = panel.getByRole("list", { name: "Chats" });
		await list.getByText("Read the title of this page").first().waitFor();
		await list.locator("[data-row][aria-current]").press("F2");
		const name = `Kettle watch ${tabId}`;
		await panel.getByRole("textbox", { name: "Name" }).fill(name);
		await panel.getByRole("button", { name: "Rename", exact: true }).click();
		await list.getByText(name).waitFor();
		await panel.getByLabel("Search chats").fill(name);
		await expect.poll(() => list.locator("[data-row]").count()).toBe(1);
		expect(await list.locator("[data-row]").getAttribute("aria-current")).toBe("true");
		await list.getByText("127.0.0.1", { exact: true }).waitFor();
		await panel.getByRole("button", { name: "Close chats" }).click();
		await panel.getByRole("button", { name: "Export" }).click();
		const saved = panel.waitForEvent("download");
		await panel.getByRole("menuitem", { name: "As JSON" }).click();
		const file = await saved;
		expect(file.suggestedFilename()).toBe(`127.0.0.1-Kettle-watch-${tabId}.json`);
		const exported = JSON.parse(await readFile(await file.path(), "utf8"));
		expect(exported).toMatchObject({ schema: "webhand-chat", version: 1, chat: { title: `127.0.0.1: ${name}` } });
		expect(exported.messages[0]).toMatchObject({ role: "user", content: "Read the title of this page", sequenceNumber: 0 });
	},
);

test(
	"without a server and a kept list nothing is invented; a list that an older version kept shows each chat with its site",
	long,
	async ({ openSession }) => {
		const { panel } = await openSession("/");
		// The panel's own calls fail as without a network.
		await panel.route("**/api/session?**", (route) => route.abort());
		await panel.evaluate(() => chrome.storage.local.remove("sessionCache"));
		await panel.getByRole("button", { name: "Show chats" }).click();
		await panel.getByText("Your chats could not be loaded").waitFor();
		expect(await panel.getByText("No chats yet").count()).toBe(0);
		await panel.getByRole("button", { name: "Close chats" }).click();
		await panel.evaluate(async () => {
			const row = { title: "Old talk", createdAt: 1, updatedAt: Date.now(), url: "https://www.shop.example.co.uk/x" };
			const sessions = [{ sessionId: crypto.randomUUID(), ...row }, { broken: true }];
			await chrome.storage.local.set({ sessionCache: { v: 1, value: { at: Date.now(), sessions } } });
		});
		await panel.getByRole("button", { name: "Show chats" }).click();
		const list = panel.getByRole("list", { name: "Chats" });
		await list.getByText("Old talk").waitFor();
		await list.getByText("example.co.uk", { exact: true }).waitFor();
		expect(await list.locator("[data-row]").count()).toBe(1);
	},
);

test("after the browser was closed its task is offered, goes on with its question, and each action is done once", async ({
	ready,
	member,
}) => {
	const profile = await mkdtemp(join(tmpdir(), "webhand-kept-"));
	onTestFinished(() => rm(profile, { recursive: true, force: true }));
	const place = new URL("/products/blue-kettle", ready.demoUrl).href;
	const before = await startBrowser(ready.extensionDir, { profile });
	const opened = await before.open(place);
	await signIn(opened.panel, { url: ready.url, member });
	await startTask(opened.panel, buy);
	const asking = await runUntil(opened, (run) => run.wait?.kind === "user");
	await before.close();

	const after = await startBrowser(ready.extensionDir, { profile });
	onTestFinished(after.close);
	const { panel, tabId, site } = await after.open(place);
	const sent: string[] = [];
	site.on("request", (request) => (request.method() === "POST" ? sent.push(request.url()) : undefined));
	// What was chosen in the closed page is chosen again by the person.
	await site.getByLabel("Size").selectOption("1.5 l");
	await panel.getByRole("dialog").getByText(buy).waitFor();
	await panel.getByRole("button", { name: "Continue here" }).click();
	await panel.getByLabel("You", { exact: true }).getByText(buy, { exact: true }).waitFor();
	await panel.getByRole("button", { name: "Allow once" }).click();
	await panel.getByRole("button", { name: "Allow for this task" }).click();
	// The page is another document now, so what was allowed is asked for it again.
	const run = await runAllowing({ panel, tabId });
	expect(run, storyOf(run)).toMatchObject({ state: "completed", taskId: asking.taskId });
	expect(sent).toHaveLength(1);
});

test("a second profile shows a chat, answers its question and stops its task", long, async ({ openSession, ready, member, shopState }) => {
	const first = await openSession("/products/blue-kettle", "careful");
	await startTask(first.panel, buy);
	const asking = await runUntil(first, (run) => run.wait?.kind === "user");
	const browser = await startBrowser(ready.extensionDir);
	onTestFinished(browser.close);
	const second = await browser.open(new URL("/", ready.demoUrl).href);
	await signIn(second.panel, { url: ready.url, member });
	const openChat = async () => {
		await second.panel.getByRole("button", { name: "Show chats" }).click();
		await second.panel.getByRole("list", { name: "Chats" }).locator("[data-row]").filter({ hasText: "Choose" }).first().click();
	};
	await openChat();
	await second.panel.getByText("This browser does not carry it out").first().waitFor({ state: "attached" });
	await second.panel.getByRole("button", { name: "Answer here" }).click();
	await second.panel.getByRole("button", { name: "Allow once" }).click();
	const run = await runToEnd(first);
	expect(run, storyOf(run)).toMatchObject({ state: "completed", taskId: asking.taskId });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ size: "1.5 l", quantity: 1 })]);
	await second.panel
		.getByText(run.answer ?? "Done")
		.first()
		.waitFor();

	await startTask(first.panel, 'Press "Add to cart"');
	await runUntil(first, ({ wait, taskId }) => wait?.kind === "user" && taskId !== asking.taskId);
	await second.panel.getByRole("button", { name: "Stop", exact: true }).click();
	const stopped = await runToEnd(first);
	expect(stopped, storyOf(stopped)).toMatchObject({ state: "stopped" });
	expect((await shopState()).cart.lines).toHaveLength(1);
});
