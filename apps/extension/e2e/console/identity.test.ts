import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hostText } from "../../src/console/host/words.ts";
import { policyText } from "../../src/console/org/policy/words.ts";
import { webhooksText } from "../../src/console/org/webhooks/words.ts";
import { organizationText } from "../../src/console/org/words.ts";
import { auditText } from "../../src/console/records/audit/words.ts";
import { mandatesText } from "../../src/console/routines/mandates/words.ts";
import { schedulesText } from "../../src/console/schedules/words.ts";
import { triggersText } from "../../src/console/triggers/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { apiKeysText } from "../../src/console/you/api-keys/words.ts";
import { clientsText } from "../../src/console/you/clients/words.ts";
import { inboxText } from "../../src/console/you/inbox/words.ts";
import { loginsText } from "../../src/console/you/logins/words.ts";
import { statesText } from "../../src/kit/words/state-words.ts";
import { useViews } from "../views.ts";
import { wideInvite } from "./identity-states.ts";

const views = useViews("console");
const { members, invites, own, provider } = organizationText;
const { people, keys, limits, organizations } = hostText;

describe("the pages of identity", () => {
	let page: Page;
	const show = async (name: string) => {
		await page.goto(`${views().url}#${name}`);
		await page.reload();
		await page.getByRole("heading", { level: 1 }).first().waitFor();
		await told();
	};
	const told = async () => (await page.evaluate("told.splice(0)")) as [string, Readonly<Record<string, unknown>>][];
	const choose = async (row: string, action: string) => {
		await page.getByRole("button", { name: row, exact: true }).click();
		await page.getByRole("menuitem", { name: action, exact: true }).click();
		await page.getByRole("alertdialog").waitFor();
	};
	const dialog = () => page.getByRole("alertdialog");
	const dialogBox = () => page.getByRole("dialog");
	const confirm = (label: string) => dialog().getByRole("button", { name: label, exact: true }).click();

	beforeAll(async () => {
		const context = await views().browser.newContext({ viewport: { width: 1_024, height: 800 }, acceptDownloads: true });
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		page = await context.newPage();
	});

	test("name the person before a change, do nothing on Escape, and show what the server answered", async () => {
		await show("members");
		const row = page.getByRole("row").filter({ hasText: "Bob" });
		await choose(members.actionsFor("Bob"), members.toAdmin);
		await dialog().getByText(members.toAdminTitle("Bob")).waitFor();
		await page.keyboard.press("Escape");
		await dialog().waitFor({ state: "hidden" });
		expect(await told()).toEqual([]);
		expect(await row.textContent()).toContain(organizationText.roles.member);
		await choose(members.actionsFor("Bob"), members.toAdmin);
		await confirm(members.confirm.admin);
		await page.getByText(members.done.admin("Bob")).waitFor();
		expect(await told()).toEqual([
			[
				"PATCH /api/v1/orgs/:orgId/members/:userId",
				{ params: { orgId: `org_${"b".repeat(22)}`, userId: `usr_${"b".repeat(22)}` }, body: { role: "admin" } },
			],
		]);
	});

	test("show a change although the list is being read again meanwhile", async () => {
		await show("members-search-behind");
		const row = page.getByRole("row").filter({ hasText: "Bob" });
		await row.getByText(organizationText.roles.member, { exact: true }).waitFor();
		await page.getByLabel(members.search).fill("bob");
		await expect.poll(async () => (await told()).map(([, { query }]) => query)).toContainEqual({ q: "bob" });
		await choose(members.actionsFor("Bob"), members.toAdmin);
		await confirm(members.confirm.admin);
		await page.getByText(members.done.admin("Bob")).waitFor();
		await row.getByText(organizationText.roles.admin, { exact: true }).waitFor();
	});

	test("say in words why the last admin stays, and leave the row as it is", async () => {
		await show("members");
		await choose(members.actionsFor("Ada Lovelace"), members.toMember);
		await confirm(members.confirm.member);
		await dialog()
			.getByText(consoleText.problem.refusals["LAST_ADMIN"] ?? "")
			.waitFor();
		await page.keyboard.press("Escape");
		const row = page.getByRole("row").filter({ hasText: "ada@example.com" });
		expect(await row.textContent()).toContain(organizationText.roles.admin);
	});

	test("show fifty rows at a time and ask the server for more when they are wanted", async () => {
		await show("members-many");
		const first = () => page.getByRole("row").nth(1).textContent();
		const next = page.getByRole("button", { name: consoleText.table.next });
		await page.getByText(consoleText.table.page(1, 50, 120)).waitFor();
		await next.click();
		await page.getByText(consoleText.table.page(51, 100, 120)).waitFor();
		expect(await first()).toContain("person-051@example.com");
		await next.click();
		await page.getByText(consoleText.table.page(101, 120, 120)).waitFor();
		expect(await next.isDisabled()).toBe(true);
		await page.getByRole("button", { name: consoleText.table.previous }).click();
		await page.getByText(consoleText.table.page(51, 100, 120)).waitFor();
		expect((await told()).map(([, { query }]) => query)).toEqual([{ cursor: "50" }, { cursor: "100" }]);
	});

	test("show the link of an invite once, copy it, and say that no mail is sent", async () => {
		await show("invites");
		await page.getByLabel(invites.email, { exact: true }).fill("carol@example.com");
		await page.getByLabel(invites.role, { exact: true }).selectOption({ label: organizationText.roles.admin });
		await page.getByRole("button", { name: invites.send }).click();
		await page.getByText("Webhand sends no mail: copy this link").waitFor();
		const link = await page.getByLabel(consoleText.onceLink.label, { exact: true }).inputValue();
		await page.getByRole("button", { name: consoleText.onceLink.copy }).click();
		await page.getByRole("button", { name: statesText.copied }).waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
		await page.getByRole("button", { name: consoleText.onceLink.hide }).click();
		expect(await page.getByText(link).count()).toBe(0);
		expect((await told())[0]).toEqual([
			"POST /api/v1/orgs/:orgId/invites",
			{ params: { orgId: `org_${"b".repeat(22)}` }, body: { email: "carol@example.com", role: "admin" } },
		]);
	});

	test("show invites in a window of 1,024 pixels with emails in one line and nothing to scroll to", async () => {
		await show("invites");
		const heightOf = async (email: string) => (await page.getByText(email, { exact: true }).first().boundingBox())?.height;
		await page.getByText(wideInvite, { exact: true }).waitFor();
		expect(await heightOf(wideInvite)).toBe(await heightOf("bob@example.com"));
		const table = page.getByRole("region", { name: invites.caption });
		const beside = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
		expect(beside).toBe(0);
	});

	test("say what a change of the settings leads to, and show the server's messages at the fields", async () => {
		await show("organization");
		await page.getByLabel(own.name, { exact: true }).fill("");
		await page.getByRole("button", { name: own.save, exact: true }).click();
		await page.getByText(own.wanted.name).waitFor();
		expect(await dialog().count()).toBe(0);
		await page.getByLabel(own.name, { exact: true }).fill("Demo");
		await page.getByLabel(own.retentionDays).fill("30");
		await page.getByText(own.secondFactor, { exact: true }).click();
		await page.getByRole("button", { name: own.save, exact: true }).click();
		for (const effect of [own.effects.shorter(30), own.effects.secondFactorOn]) await dialog().getByText(effect).waitFor();
		await confirm(own.save);
		await page.getByText("must be at most 365").waitFor();
		expect(await page.getByLabel(own.retentionDays).getAttribute("aria-invalid")).toBe("true");
		expect(await page.getByLabel(own.retentionDays).inputValue()).toBe("30");
		expect((await told()).at(-1)?.[1]["body"]).toEqual({ retentionDays: 30, secondFactor: "required" });
	});

	test("keep the stored secret of a provider, and tell at the issuer that it is silent", async () => {
		await show("sign-on");
		await page.getByText(provider.secretKept).waitFor();
		await page.getByLabel(provider.domains).fill("example.com, example.net");
		await page.getByRole("button", { name: provider.save, exact: true }).click();
		await confirm(provider.save);
		await page.getByText("The provider does not answer. Check the issuer.").waitFor();
		expect(await page.getByLabel(provider.issuer).getAttribute("aria-invalid")).toBe("true");
		expect((await told()).at(-1)?.[1]["body"]).toEqual({
			issuer: "https://login.example.com",
			clientId: "webhand",
			domains: ["example.com", "example.net"],
		});
	});

	test("test a provider, and say what to compare where it does not take the client", async () => {
		await show("sign-on");
		await page.getByRole("button", { name: provider.test, exact: true }).click();
		await page.getByText(provider.clients.accepted(84)).waitFor();
		await show("sign-on-refused");
		await page.getByRole("button", { name: provider.test, exact: true }).click();
		await page.getByText(provider.clients.refused()).waitFor();
		await show("sign-on-none");
		await page.getByRole("heading", { name: provider.choose }).waitFor();
		expect(await page.getByRole("button", { name: provider.test, exact: true }).count()).toBe(0);
	});

	test("name what is lost with a key and with an account", async () => {
		await show("keys");
		await page.getByRole("button", { name: keys.rotate }).click();
		await confirm(keys.rotateConfirm);
		await dialog().getByText("A new key was published already and signs within ten minutes.").waitFor();
		await dialog().getByRole("button", { name: consoleText.cancel }).click();
		await page.getByRole("button", { name: keys.retireOf("2026-03-01-k7Qw2") }).click();
		await dialog().getByText(keys.retireTitle("2026-03-01-k7Qw2")).waitFor();
		await dialog().getByText(keys.retireEffect).waitFor();
		await confirm(keys.retireConfirm);
		await page.getByText(keys.retired("2026-03-01-k7Qw2")).waitFor();
		await show("people");
		await choose(people.actionsFor("Ada Lovelace"), people.unmakeOperator);
		await confirm(people.confirm.unmakeOperator);
		await dialog()
			.getByText(consoleText.problem.refusals["LAST_OPERATOR"] ?? "")
			.waitFor();
	});

	test("refuse a limit outside its bounds at the field, and name what changes", async () => {
		await show("organization-detail");
		await page.getByLabel(limits.names.sockets).fill("100,001");
		await page.getByRole("button", { name: limits.save }).click();
		await page.getByText(limits.problem(1, 100_000)).waitFor();
		await page.getByLabel(limits.names.sockets).fill("");
		await page.getByLabel(limits.names.storageMb).fill("");
		await page.getByRole("button", { name: limits.save }).click();
		await dialog()
			.getByText(limits.change(limits.names.storageMb, 2_048, 1_024))
			.waitFor();
		await confirm(limits.save);
		await page.getByText(limits.saved("Demo")).waitFor();
		expect((await told())[0]?.[1]["body"]).toEqual({ stepsPerMinute: 600 });
		await page.getByRole("button", { name: organizations.suspend }).click();
		await confirm(organizations.suspendConfirm);
		await page.getByText(organizations.suspended("Demo")).waitFor();
	});

	test("filter the audit by its address, by a click on a person, and lead to the trace of a task", async () => {
		await show("audit");
		const link = page.getByRole("row").filter({ hasText: "read a task trace" }).getByRole("link");
		expect(await link.getAttribute("href")).toMatch(/^#\/traces\/e49abedb-/);
		await page.getByLabel(auditText.action, { exact: true }).selectOption({ label: auditText.actions.login });
		const ofBob = page.getByRole("row").filter({ hasText: "Ada Lovelace made Bob an admin" });
		await ofBob.getByRole("button", { name: auditText.onlyPerson("Ada Lovelace") }).click();
		await page.getByRole("button", { name: auditText.csv }).click();
		await page.getByRole("alert").getByText(consoleText.problem.offline).waitFor();
		const calls = await told();
		expect(calls.filter(([what]) => what === "go").at(-1)).toEqual(["go", "/audit?person=ada%40example.com&action=login"]);
		expect(calls.at(-1)).toMatchObject(["GET /api/v1/orgs/:orgId/audit.csv", { query: { person: "ada@example.com", action: "login" } }]);
	});

	test("tell the audit in sentences, and keep ids behind a click", async () => {
		await show("audit");
		const table = page.getByRole("table");
		await table.getByText("was asked whether a task may do something that costs money").waitFor();
		await table.getByText("its label speaks of paying, buying or ordering").waitFor();
		expect(await table.textContent()).not.toMatch(/usr_|inv_|pay_word|commit_protected/);
		const row = page.getByRole("row").filter({ hasText: "Ada Lovelace made Bob an admin" });
		await row.getByRole("button", { name: auditText.details }).click();
		expect(await dialogBox().getByLabel(auditText.facts.target, { exact: true }).inputValue()).toMatch(/^usr_b/);
		await page.keyboard.press("Escape");
		await dialogBox().waitFor({ state: "hidden" });
	});

	test("show a person's own space no page of an organization, and a member no page of admins", async () => {
		const links = () => page.getByRole("navigation").getByRole("link").allTextContents();
		const { pages } = consoleText;
		await show("members-own-space");
		await page.getByText(consoleText.ownSpace).waitFor();
		expect(await links()).toEqual([
			pages.start,
			inboxText.title,
			pages.routines,
			mandatesText.title,
			schedulesText.title,
			triggersText.title,
			loginsText.title,
			clientsText.title,
			apiKeysText.title,
			pages.settings,
			pages.model,
			pages.policy,
			webhooksText.title,
			pages.workspaces,
			pages.domains,
			pages.documents,
			pages.inspector,
			pages.traces,
			pages.routineRuns,
			pages.usage,
			pages.audit,
		]);
		await show("organization-member");
		await page.getByRole("button", { name: own.leave("Demo") }).waitFor();
		expect(await page.getByRole("button", { name: own.save, exact: true }).count()).toBe(0);
		expect(await links()).toEqual([
			pages.start,
			inboxText.title,
			pages.routines,
			mandatesText.title,
			schedulesText.title,
			triggersText.title,
			loginsText.title,
			clientsText.title,
			apiKeysText.title,
			pages.settings,
			pages.organization,
			pages.policy,
			pages.traces,
			pages.routineRuns,
			pages.audit,
		]);
	});

	test("a policy is put in force once its sentences are confirmed; what is wrong stands at its field, and nothing typed is lost", async () => {
		await show("policy");
		await page.getByText("It may never: pay, order or buy · delete.").waitFor();
		const only = page.getByLabel(policyText.only);
		await only.fill("crm.example.com\nhttps://x");
		await page.getByRole("button", { name: policyText.save, exact: true }).click();
		await page.getByText("“https://x” must be a host").waitFor();
		expect(await only.inputValue()).toBe("crm.example.com\nhttps://x");
		await only.fill("crm.example.com");
		await page.getByLabel(policyText.kinds.upload).selectOption({ label: policyText.rules.never });
		await page.getByLabel(policyText.hasHours).uncheck({ force: true });
		await page.getByLabel(policyText.rowsADay).fill("600");
		await page.getByRole("button", { name: policyText.save, exact: true }).click();
		const asked = page.getByRole("alertdialog");
		for (const said of ["Webhand acts only on crm.example.com.", "It may never: pay, order or buy · delete · upload a file."]) {
			await asked.getByText(said).waitFor();
		}
		await asked.getByText("Of 340 acts in the last 7 days it would have refused 12 and asked for 40 more.").waitFor();
		await asked.getByText("Order ten kettles and send the confirmation to Bob (8 refused)").waitFor();
		await told();
		await asked.getByRole("button", { name: policyText.save, exact: true }).click();
		await page.getByText(policyText.saved(4)).waitFor();
		expect(await told()).toContainEqual([
			"PUT /api/v1/agent/policy",
			{
				body: {
					rev: 3,
					policy: {
						allowsAutonomous: false,
						only: ["crm.example.com"],
						never: ["bank.example"],
						acts: { payment: "never", deletion: "never", send: "ask", upload: "never" },
						publish: "admins",
						rowsADay: 600,
						spend: {
							person: { usd: 20 },
							people: [{ userId: `usr_${"c".repeat(22)}`, usd: 80 }],
							organization: { usd: 900, tokens: 5_000_000 },
						},
					},
				},
			},
		]);
	});

	test("what the operator set, and what each version changed, stand beside the policy", async () => {
		await show("policy");
		await page.getByRole("region", { name: policyText.byOperator }).getByText("Nothing on the server host is read or changed.").waitFor();
		const versions = page.getByRole("region", { name: policyText.versions });
		await versions.getByText("Each person starts 100 rows of routines a day at most.").waitFor();
		await show("installation-policy");
		await page.getByLabel(policyText.hasServerHost).waitFor();
	});

	test("an admin who was too late is told, and keeps what was typed", async () => {
		await show("policy-none");
		await page.getByText(policyText.never).waitFor();
		await page.getByLabel(policyText.neverSites).fill("bank.example");
		await page.getByRole("button", { name: policyText.save, exact: true }).click();
		await page.getByRole("alertdialog").getByRole("button", { name: policyText.save, exact: true }).click();
		await page.getByText(policyText.changedMeanwhile).waitFor();
		expect(await page.getByLabel(policyText.neverSites).inputValue()).toBe("bank.example");
		await show("policy-member");
		await page.getByText("It may never: pay, order or buy · delete.").waitFor();
		expect(await page.getByRole("button", { name: policyText.save, exact: true }).count()).toBe(0);
	});
});
