import { call } from "@webhand/client/call";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import { auditRoute } from "@webhand/contracts/audit";
import { changeAccountRoute } from "@webhand/contracts/auth/people";
import { sessionRoute } from "@webhand/contracts/auth/sign-in";
import { OrgId } from "@webhand/contracts/ids";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { panelReplies } from "../../src/messages.ts";
import { chatText, logText } from "../../src/panel/chat/words.ts";
import { accountText, tenantsText } from "../../src/panel/sign-in/words.ts";
import { storedToken } from "../browser.ts";
import { test } from "../fixtures.ts";
import { demoTask, runToEnd, runUntil, sendCommand, showLog, signIn, startTask, storyOf, switchToAutonomous } from "../panel.ts";
import { as, invite, login, newEmail } from "../people.ts";

const name = "Mary Shelley";
const account = accountText.menu(name, "MS");

async function switchTo(panel: Page, tenant: string): Promise<void> {
	await panel.getByRole("button", { name: account }).click();
	await panel.getByRole("menuitemradio", { name: tenant }).click();
}

async function grantsOf(panel: Page, tabId: number): Promise<readonly string[]> {
	return panelReplies.state_get.parse(await sendCommand(panel, "state_get", { tabId })).grants.map(({ domain }) => domain);
}

test(
	"somebody who was invited works in two tenants that know nothing of each other, until the operator disables the account",
	long,
	async ({ ready, browser }) => {
		const email = newEmail("mary");
		const member = { email, password: `${crypto.randomUUID()} kettle` };
		const { site, panel, tabId } = await browser.open(await invite(ready, ready.admin, { email }));
		await site.getByLabel("Your name").fill(name);
		await site.getByLabel("New password", { exact: true }).fill(member.password);
		await site.getByLabel("New password again").fill(member.password);
		await site.getByLabel("New password again").press("Enter");
		await site.getByRole("heading", { name: "All set" }).waitFor();
		await site.goto(new URL("/products/blue-kettle", ready.demoUrl).href);
		await signIn(panel, { url: ready.url, member });

		await startTask(panel, "Read the page title");
		const first = await runToEnd({ panel, tabId });
		expect(first, storyOf(first)).toMatchObject({ state: "completed" });
		await sendCommand(panel, "site_grant", { domain: new URL(ready.demoUrl).host, scope: "always" });

		// A task that is under way belongs to the tenant that is left.
		const composer = panel.getByLabel("What should be done on this page?");
		await switchToAutonomous(panel);
		await composer.fill(demoTask);
		await panel.getByRole("button", { name: "Start", exact: true }).click();
		// Until then the panel shows the task before, which is over.
		const shownOrder = async () => panelReplies.state_get.parse(await sendCommand(panel, "state_get", { tabId })).run?.query;
		await expect.poll(shownOrder).toBe(demoTask);
		const { taskId } = await runUntil({ panel, tabId }, (run) => run.query === demoTask && run.taskId !== null);
		if (taskId === null) throw new Error("the task has no id");
		await sendCommand(panel, "run_pause", { tabId });
		await panel.getByLabel("Add a note for the task").fill("in blue");
		const old = await login(ready, member);
		await sendCommand(panel, "preferences_set", { preferences: { density: "compact" } });
		await switchTo(panel, name);
		const dialog = panel.getByRole("alertdialog");
		await dialog.getByText(tenantsText.switchStops(old.tenantName, 1)).waitFor();
		await dialog.getByText(demoTask).waitFor();
		await dialog.getByRole("button", { name: tenantsText.switchConfirm }).click();

		await panel.getByText(chatText.emptyTitle).waitFor();
		await panel.getByRole("button", { name: "Mode: Careful" }).waitFor();
		expect(await composer.inputValue()).toBe("");
		expect(await grantsOf(panel, tabId)).toEqual([]);
		await showLog(panel);
		await panel.getByText(logText.empty).waitFor();
		await expect.poll(() => panel.evaluate(() => document.documentElement.dataset["density"])).toBe("comfortable");
		expect(panelReplies.state_get.parse(await sendCommand(panel, "state_get", { tabId }))).toMatchObject({ run: null, earlier: [] });

		await switchTo(panel, old.tenantName);
		await panel.getByText("Read the page title").first().waitFor();
		await expect.poll(() => grantsOf(panel, tabId)).toEqual([new URL(ready.demoUrl).host]);
		await expect.poll(() => panel.evaluate(() => document.documentElement.dataset["density"])).toBe("compact");
		const token = await storedToken(panel);
		const { task } = await call(as(ready.url, token), taskRoute, { params: { taskId }, query: {} });
		expect(task.status).toBe("cancelled");

		const admin = await login(ready, ready.admin);
		const audit = { params: { orgId: OrgId.parse(admin.tenantId) }, query: { person: email, action: "login" } } as const;
		const { rows } = await call(as(ready.url, admin.accessToken), auditRoute, audit);
		expect(rows.map(({ actor, outcome }) => [actor?.name, outcome])).toContainEqual([name, "ok"]);

		const { accessToken } = await login(ready, ready.operator);
		const change = { params: { id: old.user.id }, body: { status: "disabled" } } as const;
		await call(as(ready.url, accessToken), changeAccountRoute, change);
		await expect(call(as(ready.url, token), sessionRoute)).rejects.toMatchObject({ status: 401 });
		// The panel is told without a press.
		await panel.getByLabel("Password").waitFor();
		await panel.getByLabel("Email").fill(member.email);
		await panel.getByLabel("Password").fill(member.password);
		await panel.getByRole("button", { name: "Sign in", exact: true }).click();
		await panel.getByText(accountText.disabled).waitFor();
	},
);
