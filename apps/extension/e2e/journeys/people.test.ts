import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { hostText } from "../../src/console/host/words.ts";
import { organizationText } from "../../src/console/org/words.ts";
import { auditText } from "../../src/console/records/audit/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { openWindow } from "../browser.ts";
import { test } from "../fixtures.ts";
import { sendCommand, signIn } from "../panel.ts";

const { members, invites, own, provider, roles } = organizationText;
const { people, organizations, limits, keys } = hostText;

const post = (url: string, body: unknown) =>
	fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

test("an admin invites somebody, who accepts and gets a role, and the audit tells it; an operator disables the account", async ({
	browser,
	ready,
}) => {
	const stamp = Date.now().toString(36);
	const invited = { email: `carol-${stamp}@example.com`, name: `Carol ${stamp}`, password: `violet harbour ${stamp} kettle` };
	const { panel } = await browser.open(ready.demoUrl);
	await signIn(panel, { url: ready.url, member: ready.admin });
	const options = await openWindow(browser.context, browser.worker(), new URL("/options.html#/invites", browser.worker().url()).href);
	const navigation = options.getByRole("navigation");
	const dialog = options.getByRole("alertdialog");
	const confirm = (label: string) => dialog.getByRole("button", { name: label, exact: true }).click();
	const choose = async (page: Page, row: string, action: string) => {
		await page.getByRole("button", { name: row, exact: true }).click();
		await page.getByRole("menuitem", { name: action, exact: true }).click();
	};

	await options.getByLabel(invites.email, { exact: true }).fill("nobody");
	await options.getByRole("button", { name: invites.send }).click();
	await expect.poll(() => options.getByLabel(invites.email, { exact: true }).getAttribute("aria-invalid")).toBe("true");
	await options.getByLabel(invites.email, { exact: true }).fill(invited.email);
	await options.getByRole("button", { name: invites.send }).click();
	await options.getByText(invites.linkTitle(invited.email)).waitFor();
	const link = await options.getByLabel(consoleText.onceLink.label, { exact: true }).inputValue();
	expect(new URL(link).origin).toBe(ready.url);
	await options.getByRole("row").filter({ hasText: invited.email }).getByText(invites.statuses.open).waitFor();

	const token = new URL(link).pathname.split("/").at(-1);
	const accepted = await post(`${ready.url}/api/v1/auth/invites/accept`, { token, name: invited.name, password: invited.password });
	expect(accepted.status, await accepted.clone().text()).toBe(201);

	await navigation.getByRole("link", { name: consoleText.pages.members }).click();
	await options.getByLabel(members.search).fill(invited.email);
	const row = options.getByRole("row").filter({ hasText: invited.email });
	await row.getByText(roles.member, { exact: true }).waitFor();
	await choose(options, members.actionsFor(invited.name), members.toAdmin);
	await dialog.getByText(members.toAdminTitle(invited.name)).waitFor();
	await confirm(members.confirm.admin);
	await options.getByText(members.done.admin(invited.name)).waitFor();
	await row.getByText(roles.admin, { exact: true }).waitFor();

	await navigation.getByRole("link", { name: consoleText.pages.organization, exact: true }).click();
	await options.getByLabel(own.retentionDays).fill("366");
	await options.getByRole("button", { name: own.save, exact: true }).click();
	await expect.poll(() => options.getByLabel(own.retentionDays).getAttribute("aria-invalid")).toBe("true");
	await options.getByLabel(own.retentionDays).fill("90");
	await options.getByText(own.passwordSignIn, { exact: true }).click();
	await options.getByRole("button", { name: own.save, exact: true }).click();
	await confirm(own.save);
	await options.getByText(consoleText.problem.refusals["NO_PROVIDER"] ?? "").waitFor();
	await navigation.getByRole("link", { name: consoleText.pages.signOn, exact: true }).click();
	await options.getByLabel(provider.issuer).fill("http://127.0.0.1:1");
	await options.getByLabel(provider.clientId).fill("webhand");
	await options.getByText(provider.noSecret).click();
	await options.getByRole("button", { name: provider.save, exact: true }).click();
	await confirm(provider.save);
	await options.getByText("The provider does not answer. Check the issuer.").waitFor();
	expect(await options.getByLabel(provider.redirectUri, { exact: true }).inputValue()).toContain(ready.url);

	await navigation.getByRole("link", { name: consoleText.pages.audit, exact: true }).click();
	const ofMember = options.getByRole("row").filter({ hasText: `made ${invited.name} ` });
	await ofMember.first().waitFor();
	await options.getByLabel(auditText.person).fill(invited.email);
	await options
		.getByRole("row")
		.filter({ hasText: `${invited.name} joined as` })
		.waitFor();
	await expect.poll(() => ofMember.count()).toBe(0);
	const download = options.waitForEvent("download");
	await options.getByRole("button", { name: auditText.csv }).click();
	const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
	expect(lines.length).toBe(await options.getByRole("row").count());
	expect(lines.at(-1)).toContain(invited.email);

	await sendCommand(panel, "sign_out", {});
	await options.getByText(consoleText.signInTitle).waitFor();
	await signIn(panel, { url: ready.url, member: ready.operator });
	await navigation.getByRole("link", { name: consoleText.pages.people, exact: true }).click();
	await options.getByLabel(people.search).fill(invited.email);
	await options.getByText(people.count(1)).waitFor();
	await choose(options, people.actionsFor(invited.name), people.disable);
	await dialog.getByText(people.disableTitle(invited.name)).waitFor();
	await confirm(people.confirm.disable);
	await options.getByRole("row").filter({ hasText: invited.email }).getByText(people.statuses.disabled).waitFor();
	const { email, password } = invited;
	expect((await post(`${ready.url}/api/v1/auth/login`, { email, password })).status).toBe(403);
	await choose(options, people.actionsFor(invited.name), people.reset);
	await confirm(people.confirm.reset);
	await options.getByText(people.linkTitle(invited.email)).waitFor();

	await navigation.getByRole("link", { name: consoleText.pages.organizations }).click();
	await options.getByLabel(organizations.name, { exact: true }).fill(`Harbour ${stamp}`);
	await options.getByRole("button", { name: organizations.add, exact: true }).click();
	await options.getByRole("heading", { level: 1, name: `Harbour ${stamp}` }).waitFor();
	await options.getByLabel(limits.names.stepsPerMinute).fill("600");
	await options.getByRole("button", { name: limits.save }).click();
	await dialog.getByText(limits.change(limits.names.stepsPerMinute, 2_400, 600)).waitFor();
	await confirm(limits.save);
	await options.getByText(limits.saved(`Harbour ${stamp}`)).waitFor();
	await navigation.getByRole("link", { name: consoleText.pages.keys }).click();
	await options
		.getByRole("button", { name: new RegExp(`^${keys.retire.replace("…", "")}`) })
		.first()
		.waitFor();
});
