import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import { describe, expect, test } from "vitest";
import { runToEnd, runUntil, sendCommand, storyOf } from "../panel.ts";
import { act, click, effectsOf, fill, folder, hover, idOf, useHardPages } from "./hard-pages.ts";

const pages = useHardPages("chrome-mv3-trusted");

const manifestOf = async (build: string): Promise<{ readonly permissions: readonly string[] }> =>
	JSON.parse(await readFile(join(repositoryRoot, "apps/extension/.output", build, "manifest.json"), "utf8"));

test("the builds differ in one permission alone, and the standard one does not name it", async () => {
	const [standard, trusted] = await Promise.all([manifestOf("chrome-mv3"), manifestOf("chrome-mv3-trusted")]);
	expect(standard.permissions).not.toContain("debugger");
	expect(trusted).toEqual({ ...standard, permissions: [...standard.permissions, "debugger"] });
});

test("Chrome warns at install of what the README explains, and of nothing more", async () => {
	const [standard, trusted] = await Promise.all([warningsOf("chrome-mv3"), warningsOf("chrome-mv3-trusted")]);
	expect(standard).toEqual(["Read and change all your data on all websites", "View and manage your tab groups"]);
	expect(trusted).toEqual(["Access the page debugger backend", ...standard]);
	const readme = await readFile(join(repositoryRoot, "apps/extension/README.md"), "utf8");
	for (const warning of trusted) expect(readme.replaceAll(/\s+/g, " ")).toContain(warning);
});

describe("a page that accepts trusted events only", () => {
	test("is worked in by real input, once the user allows it in the panel", async () => {
		const { site, tabId } = await pages.open("gate");
		const panel = await pages.openPanel(tabId);
		await pages.start(tabId, [click("Go on"), click("Go on"), fill("Code word", "tea")]);
		await panel.getByRole("button", { name: "Allow for this task" }).click();
		const run = await runToEnd({ panel, tabId });
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(await effectsOf(site)).toEqual(["trusted click", "trusted tea"]);
	});

	test("is left alone where the user says no, and the step says so", async () => {
		const { site, tabId } = await pages.open("gate");
		await pages.start(tabId, [click("Go on"), click("Go on"), act("wait(0)")]);
		const shown = { panel: pages.panel(), tabId };
		await runUntil(shown, ({ wait }) => wait?.kind === "trusted");
		await sendCommand(pages.panel(), "trusted_deny", { domain: new URL(pages.url("")).host });
		const run = await runToEnd(shown).catch((error: unknown) => error);
		expect(run).toMatchObject({
			steps: expect.arrayContaining([expect.objectContaining({ result: expect.objectContaining({ code: "TRUSTED_INPUT_NEEDED" }) })]),
		});
		expect(await effectsOf(site)).toEqual([]);
		expect(await isFree(tabId)).toBe(true);
	});

	test("is worked in also in a frame of another site, and in a page that is zoomed", long, async () => {
		await sendCommand(pages.panel(), "trusted_grant", { domain: new URL(pages.url("")).host, scope: "always" });
		await pages.zoom(1.25);
		const { site, run } = await pages.play("gated", [
			click("Go on"),
			fill("Code word", "tea"),
			(page) => `press(${idOf(page, "Code word")}, "F2")`,
		]);
		await pages.zoom(1);
		await sendCommand(pages.panel(), "trusted_revoke", { domain: new URL(pages.url("")).host });
		const inside = site.frames().find((frame) => frame.url().endsWith(`${folder}gate`));
		expect(await inside?.evaluate("effects"), storyOf(run)).toEqual(["trusted click", "trusted tea", "trusted key"]);
	});

	test("asks by its own windows in the panel, and the server learns what was asked and answered", long, async () => {
		await sendCommand(pages.panel(), "trusted_grant", { domain: new URL(pages.url("")).host, scope: "always" });
		const { site, tabId } = await pages.open("gate");
		// Without a listener Playwright itself would answer.
		site.on("dialog", () => undefined);
		await site.evaluate(() => {
			document.querySelector("button")?.addEventListener("click", ({ isTrusted }) => {
				if (isTrusted && confirm("Really go on?")) Object.assign(globalThis, { given: prompt("For whom?", "Ann") });
			});
		});
		const panel = await pages.openPanel(tabId);
		const prompts: string[] = [];
		const end = (_page: string, prompt: string) => {
			prompts.push(prompt);
			return "finish()";
		};
		await pages.start(tabId, [click("Go on"), end]);
		// Chrome shows no window of a tab in the background.
		await site.bringToFront();
		const asked = (text: string) => panel.getByLabel(`The page ${new URL(pages.url("")).host} asks`).filter({ hasText: text });
		await asked("Really go on?").getByRole("button", { name: "OK" }).click();
		await asked("For whom?").getByRole("textbox").fill("Bob Miller");
		await asked("For whom?").getByRole("button", { name: "OK" }).click();
		const run = await runToEnd({ panel, tabId });
		await sendCommand(pages.panel(), "trusted_revoke", { domain: new URL(pages.url("")).host });
		const said = ['page_dialog confirm accepted "Really go on?" (client)', 'page_dialog prompt accepted "For whom?" (client)'];
		expect(run.steps[0]?.verification?.observations, storyOf(run)).toEqual(expect.arrayContaining(said));
		for (const line of said) expect(prompts[0]).toContain(line);
		expect(prompts[0]).not.toContain("Bob Miller");
		expect(await site.evaluate("given")).toBe("Bob Miller");
	});

	test("gets no real key for a frame elsewhere, where it takes the focus away from that", async () => {
		await sendCommand(pages.panel(), "trusted_grant", { domain: new URL(pages.url("")).host, scope: "always" });
		const { site, tabId } = await pages.open("gated");
		await site.evaluate(() => {
			const trap = document.body.appendChild(document.createElement("input"));
			const heard: unknown[] = [];
			Object.assign(globalThis, { heard });
			trap.addEventListener("keydown", ({ key }) => heard.push(key));
			addEventListener("blur", () => setTimeout(() => trap.focus()));
		});
		await pages.start(tabId, [(page) => `press(${idOf(page, "Code word")}, "F2")`]);
		const run = await runToEnd({ panel: pages.panel(), tabId }).catch((error: unknown) => error);
		await sendCommand(pages.panel(), "trusted_revoke", { domain: new URL(pages.url("")).host });
		expect(await site.evaluate("heard")).toEqual([]);
		// On a slow machine the key may reach its own field before the page takes the focus away.
		const inside = site.frames().find((frame) => frame.url().endsWith(`${folder}gate`));
		const isRefused = JSON.stringify(run).includes('"NOT_TAKEN"');
		const isHeard = (await inside?.evaluate<readonly string[]>("effects"))?.includes("trusted key");
		expect([isRefused, isHeard], JSON.stringify(run)).toContain(true);
	});

	test("shows a menu to the pointer alone", async () => {
		await sendCommand(pages.panel(), "trusted_grant", { domain: new URL(pages.url("")).host, scope: "always" });
		const { effects } = await pages.play("menu", [hover("Departments"), click("Kettles")]);
		expect(await effects()).toEqual(["kettles"]);
		await sendCommand(pages.panel(), "trusted_revoke", { domain: new URL(pages.url("")).host });
	});
});

async function warningsOf(build: string): Promise<readonly string[]> {
	const manifest = JSON.stringify(await manifestOf(build));
	return pages.panel().evaluate((text) => chrome.management.getPermissionWarningsByManifest(text), manifest);
}

/** A tab that the extension is attached to cannot be attached to again. */
async function isFree(tabId: number): Promise<boolean> {
	return pages.panel().evaluate(async (id) => {
		const target = { tabId: id };
		return chrome.debugger.attach(target, "1.3").then(
			() => chrome.debugger.detach(target).then(() => true),
			() => false,
		);
	}, tabId);
}
