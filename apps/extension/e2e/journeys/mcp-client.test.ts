import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { clientsText } from "../../src/console/you/clients/words.ts";
import { clientText } from "../../src/panel/task/words.ts";
import { openWindow } from "../browser.ts";
import { test } from "../fixtures.ts";

test("a person connects an MCP client, which has a task done and a routine played in the demo shop with their approval, and is revoked", async ({
	ready,
	openSession,
	shopState,
	onTestFinished,
}) => {
	const { panel, browser } = await openSession("/", "careful");
	const kettle = new URL("/products/blue-kettle", ready.demoUrl).href;
	const options = await openWindow(browser.context, browser.worker(), new URL("/options.html#/clients", browser.worker().url()).href);
	await options.getByText(clientsText.empty).waitFor();
	await options.getByLabel(clientsText.name, { exact: true }).fill("Claude Code");
	await options.getByRole("button", { name: clientsText.connect, exact: true }).click();
	const token = await options.getByLabel(clientsText.once.token, { exact: true }).inputValue();
	const url = await options.getByLabel(clientsText.once.address, { exact: true }).inputValue();

	const client = new Client({ name: "e2e", version: "1" });
	await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
	onTestFinished(() => client.close());
	expect((await client.listTools()).tools.map(({ name }) => name)).toContain("browser_task");
	const refused = await client.callTool({ name: "browser_read", arguments: {} });
	expect(refused).toMatchObject({ isError: true, structuredContent: { code: "SITE_NOT_ALLOWED" } });

	const progress: string[] = [];
	const task = client.callTool(
		{ name: "browser_task", arguments: { task: 'Choose "1.5 l" as size and press "Add to cart"', address: kettle } },
		{ onprogress: ({ message = "" }) => progress.push(message), timeout: 60_000 },
	);
	// Its failure is that of the assertions below.
	task.catch(() => undefined);
	await panel.getByText(clientText.usesTab("Claude Code")).waitFor();
	await panel.getByRole("button", { name: "Allow for this task" }).click();
	await panel.locator("button:enabled", { hasText: "Allow once" }).waitFor();
	expect((await shopState()).cart.lines).toEqual([]);
	await panel.getByRole("button", { name: "Allow once" }).click();
	const done = await task;
	expect(done.structuredContent, JSON.stringify(done)).toMatchObject({ status: "completed" });
	expect(progress.join("\n")).toMatch(
		/^1\. openTab.*\nWaiting for the person: Allow Webhand to work on 127\.0\.0\.1.*\n2\. .*\n[\s\S]*Waiting for the person/,
	);
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ size: "1.5 l", quantity: 1 })]);

	// What was allowed for the task ended with it.
	const after = await client.callTool({ name: "browser_read", arguments: {} });
	expect(after).toMatchObject({ isError: true, structuredContent: { code: "SITE_NOT_ALLOWED" } });

	const { tools } = await client.listTools();
	const routine = tools.find(({ name }) => name.startsWith("routine_save_an_address_"));
	const address = { name: "Ada Lovelace", street: "P.O. Box 1", postcode: "20457", city: "Hamburg", country: "Germany" };
	const saving = client.callTool({ name: routine?.name ?? "", arguments: address }, { timeout: 60_000 });
	saving.catch(() => undefined);
	// The routine begins in a tab of its own, beside which Chrome's side panel would stand.
	const isOpen = () => browser.context.pages().some((page) => page.url().endsWith("/addresses/new"));
	await expect.poll(isOpen).toBe(true);
	const tabOf = () => browser.worker().evaluate(async () => (await chrome.tabs.query({ url: "*://*/addresses/new" }))[0]?.id ?? 0);
	const beside = await openWindow(
		browser.context,
		browser.worker(),
		new URL(`/sidepanel.html?tabId=${await tabOf()}`, browser.worker().url()).href,
	);
	await beside.getByRole("button", { name: "Allow for this task" }).click();
	await beside.locator("button:enabled", { hasText: "Allow once" }).click();
	const unsaved = await saving;
	expect(unsaved, JSON.stringify(unsaved)).toMatchObject({ isError: true, structuredContent: { row: { state: "not_saved" } } });

	await options.getByRole("button", { name: clientsText.revokeOf("Claude Code") }).click();
	await options.getByRole("button", { name: clientsText.revokeConfirm }).click();
	await options.getByText(clientsText.revoked("Claude Code")).waitFor();
	await expect(client.callTool({ name: "browser_status", arguments: {} })).rejects.toThrow(/revoked/);
});
