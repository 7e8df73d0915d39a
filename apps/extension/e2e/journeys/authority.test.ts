import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "@webhand/client/call";
import { auditRoute } from "@webhand/contracts/audit";
import { addRunnerRoute } from "@webhand/contracts/auth/runners";
import { mandatesRoute } from "@webhand/contracts/authority/mandate";
import { WebhookMessage } from "@webhand/contracts/authority/webhooks";
import { OrgId } from "@webhand/contracts/ids";
import { runRowsRoute, runsRoute } from "@webhand/contracts/routine/run";
import { siteOfAddress } from "@webhand/page/site";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import { startProcess } from "@webhand/testing/processes";
import type { Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { z } from "zod";
import { policyText } from "../../src/console/org/policy/words.ts";
import { webhooksText } from "../../src/console/org/webhooks/words.ts";
import { routinesText as consoleRoutines } from "../../src/console/routines/words.ts";
import { schedulesText } from "../../src/console/schedules/words.ts";
import { inboxText } from "../../src/console/you/inbox/words.ts";
import { mandateText } from "../../src/kit/mandates/words.ts";
import { routineText } from "../../src/kit/routines/words.ts";
import { chatText } from "../../src/panel/chat/words.ts";
import { recordText } from "../../src/panel/record/words.ts";
import { routinesText } from "../../src/panel/routines/words.ts";
import { openWindow, startBrowser } from "../browser.ts";
import { test } from "../fixtures.ts";
import { sendCommand, signIn } from "../panel.ts";
import type { Credentials } from "../people.ts";
import { as, login, newEmail, newMember, newOrganization } from "../people.ts";
import type { Ready as Stack } from "../stack.ts";
import { sheet } from "../views.ts";

const Shop = z.object({ visitors: z.array(z.object({ supportRequests: z.array(z.record(z.string(), z.string())) })) });
/** Tells what this test sent from what others did. */
const email = newEmail("refunds");
const name = "Refund";
const columns = ["Your name", "Email", "Topic", "Date of purchase", "Reply by", "Message"];
const people = [
	["Grace Hopper", "20.00 €"],
	["Alan Turing", "60.00 €"],
	["Mary Jackson", "30.00 €"],
] as const;
const wishOf = (amount: string) => `Please pay back ${amount} for the kettle`;
const rows = people.map(([person, amount]) => [person, email, "Return", "2026-03-14", "Phone", wishOf(amount)]);
/** From the moment that the schedule is filled in until it is saved. */
const fillsInMs = 40_000;

test("a routine that a member let act up to 50 € runs by the clock on a runner, asks for 60 €, and its end reaches a webhook and the audit", {
	timeout: 420_000,
	...long,
}, async ({ ready: stack }) => {
	const hook = await startReceiver(inject("hookPort"));
	const { admin } = await newOrganization(stack, "Night shift");
	const ready = { ...stack, admin };
	const member = await newMember(ready, admin);
	const { hostname } = new URL(ready.demoUrl);

	const secret = await setUp(ready, { hostname, hookUrl: hook.url });
	const label = "night";
	await makeRoutine(ready, { member, label });
	await startRunner(ready, label);
	const api = as(ready.url, (await login(ready, member)).accessToken);
	const newest = async () => (await call(api, runsRoute, { query: {} })).runs[0];
	await expect.poll(newest, { timeout: 120_000, interval: 500 }).toMatchObject({ name, startedBy: { kind: "schedule" } });
	const run = await newest();
	if (run === undefined) throw new Error("No run was started");
	const states = async () => (await call(api, runRowsRoute, { params: { runId: run.id }, query: {} })).rows.map(({ state }) => state);
	await expect.poll(states, { timeout: 90_000, interval: 500 }).toEqual(["done_unchecked", "needs_person", expect.any(String)]);
	await hook.told("run.waiting");

	await answer(ready, member);
	await expect.poll(states, { timeout: 90_000, interval: 500 }).toEqual(people.map(() => "done_unchecked"));
	const { visitors } = Shop.parse(await (await fetch(new URL("/state", ready.demoUrl))).json());
	const sent = visitors.flatMap(({ supportRequests }) =>
		supportRequests.filter((request) => request["email"] === email).map(({ message }) => message),
	);
	expect(sent.toSorted()).toEqual(["10.00 €", ...people.map(([, amount]) => amount)].map(wishOf).toSorted());
	const { mandates } = await call(api, mandatesRoute, { query: {} });
	expect(mandates).toEqual([expect.objectContaining({ used: 2, uses: 20, spent: 50, state: "standing" })]);

	const finished = await hook.told("run.finished");
	expect(finished.message.data.run).toMatchObject({ id: run.id, rowCount: people.length, counts: { done_unchecked: people.length } });
	const key = Buffer.from(secret.replace("whsec_", ""), "base64");
	const signature = createHmac("sha256", key).update(`${finished.id}.${finished.at}.${finished.body}`).digest("base64");
	expect(finished.signature).toBe(`v1,${signature}`);
	await readAudit(ready);
});

/** The admin's part: the policy, and who is told. @returns the secret of the webhook */
async function setUp(ready: Stack, { hostname, hookUrl }: { readonly hostname: string; readonly hookUrl: string }): Promise<string> {
	const { page, close } = await openConsole(ready, ready.admin, "/policy");
	await page.getByLabel(policyText.only).fill(hostname);
	await page.getByLabel(policyText.kinds.deletion).selectOption("never");
	await page.getByRole("button", { name: policyText.save }).first().click();
	const dialog = page.getByRole("alertdialog");
	await dialog.getByText(policyText.sentences.only(hostname)).waitFor();
	await dialog.getByRole("button", { name: policyText.save }).click();
	await page.getByText(policyText.saved(1)).waitFor();
	await picture(page, "policy");
	await goTo(page, "/webhooks");
	await page.getByLabel(webhooksText.url).fill(hookUrl);
	await page.getByRole("button", { name: webhooksText.add, exact: true }).click();
	const secret = await page.getByLabel(webhooksText.secret, { exact: true }).inputValue();
	await page.getByRole("button", { name: webhooksText.hide }).click();
	await picture(page, "webhooks");
	await close();
	return secret;
}

/** The member's part: what is done once by hand, what it may do alone, and when. */
async function makeRoutine(ready: Stack, { member, label }: { readonly member: Credentials; readonly label: string }): Promise<void> {
	const browser = await startBrowser(ready.extensionDir);
	onTestFinished(browser.close);
	const { site, panel } = await browser.open(new URL("/support", ready.demoUrl).href);
	await signIn(panel, { url: ready.url, member });
	await sendCommand(panel, "site_grant", { domain: siteOfAddress(site.url()) ?? "", scope: "always" });
	await panel.getByRole("button", { name: chatText.add }).click();
	await panel.getByRole("menuitem", { name: chatText.record }).click();
	await panel.getByText(recordText.lead).waitFor();
	await site.bringToFront();
	await site.getByLabel("Your name").click();
	await site.keyboard.type("Ada Lovelace");
	await site.keyboard.press("Tab");
	await site.keyboard.type(email);
	await site.getByLabel("Topic").focus();
	await site.keyboard.type("Ret");
	await site.getByLabel("Date of purchase").focus();
	await site.keyboard.type("03142026");
	await site.getByText("Phone", { exact: true }).click();
	await site.getByLabel("Message").click();
	await site.keyboard.type(wishOf("10.00 €"));
	await site.getByRole("button", { name: "Send message" }).click();
	await site.getByText("Thank you, Ada Lovelace", { exact: false }).waitFor();
	await panel.getByRole("button", { name: recordText.finish }).click();
	await panel.getByLabel(routineText.name, { exact: true }).fill(name);
	await picture(panel, "recording");
	await panel.getByRole("button", { name: recordText.saveRoutine }).click();
	await panel.getByText(recordText.saved(name)).waitFor();

	const { worker, context } = browser;
	const page = await openWindow(context, worker(), new URL("/options.html#/routines", worker().url()).href);
	await page.getByRole("link", { name, exact: true }).click();
	await page.getByRole("button", { name: mandateText.open }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("list", { name: mandateText.may }).getByText("Send message", { exact: false }).waitFor();
	await dialog.getByText(mandateText.hasAmount, { exact: true }).click();
	await dialog.getByLabel(mandateText.perUse).fill("50");
	await picture(page, "mandate");
	await dialog.getByRole("button", { name: mandateText.grant, exact: true }).click();
	await page.getByText(mandateText.granted).waitFor();

	await page.getByRole("link", { name: consoleRoutines.byTheClock }).click();
	await page.getByLabel(schedulesText.browser).selectOption("runner");
	await page.getByLabel(schedulesText.labels).fill(label);
	await page.getByLabel(schedulesText.mode, { exact: true }).selectOption("autonomous");
	await page.getByRole("button", { name: schedulesText.useList }).click();
	await page.getByRole("textbox", { name: routinesText.list.paste }).fill([columns, ...rows].map((row) => row.join("\t")).join("\n"));
	await page.getByRole("button", { name: routinesText.list.read }).click();
	await page.getByRole("button", { name: schedulesText.takeList(rows.length) }).click();
	const due = new Date(Date.now() + fillsInMs + 60_000);
	await page.getByLabel(schedulesText.presets.label, { exact: true }).selectOption("cron");
	await page
		.getByLabel(schedulesText.cron, { exact: true })
		.fill(`${due.getUTCMinutes()} ${due.getUTCHours()} ${due.getUTCDate()} ${due.getUTCMonth() + 1} *`);
	await page.getByLabel(schedulesText.timeZone, { exact: true }).fill("UTC");
	await picture(page, "schedule-form");
	await page.getByRole("button", { name: schedulesText.save }).click();
	await page.getByText(schedulesText.created).waitFor();
	await picture(page, "schedule");
	await browser.close();
}

/** The same person in a profile of another computer. */
async function answer(ready: Stack, member: Credentials): Promise<void> {
	const { page, close } = await openConsole(ready, member, "/waiting");
	const card = page.getByRole("region", { name: new RegExp(`^${inboxText.of.question}: `) });
	await card.getByText("60.00 €", { exact: false }).first().waitFor();
	await card.getByText(inboxText.row(2, rows.length)).waitFor();
	await picture(page, "inbox");
	await card.getByRole("button", { name: /^Allow once: / }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: inboxText.allow, exact: true }).click();
	await page.getByText(inboxText.told.allowed).waitFor();
	await goTo(page, "/mandates");
	await page.getByRole("row").filter({ hasText: name }).waitFor();
	await picture(page, "mandates");
	await close();
}

/** Each deed of the story, newest first, as the admin reads it. */
async function readAudit(ready: Stack): Promise<void> {
	const admin = await login(ready, ready.admin);
	const params = { orgId: OrgId.parse(admin.tenantId) };
	const { rows: entries } = await call(as(ready.url, admin.accessToken), auditRoute, { params, query: { limit: 200 } });
	const actions = entries.map(({ action }) => action).toReversed();
	const told = ["policy.change", "webhook.add", "mandate.grant", "schedule.create", "run.take", "mandate.use", "mandate.use"];
	expect(actions.filter((action) => told.includes(action))).toEqual(told);
	const { page, close } = await openConsole(ready, ready.admin, "/audit");
	await page.getByRole("row").filter({ hasText: "acted without asking" }).first().waitFor();
	await picture(page, "audit");
	await close();
}

async function openConsole(ready: Stack, person: Credentials, path: string) {
	const browser = await startBrowser(ready.extensionDir);
	onTestFinished(browser.close);
	const { panel } = await browser.open(new URL("/", ready.demoUrl).href);
	await signIn(panel, { url: ready.url, member: person });
	const { worker, context, close } = browser;
	return { page: await openWindow(context, worker(), new URL(`/options.html#${path}`, worker().url()).href), close };
}

const goTo = (page: Page, path: string) => page.evaluate((hash) => location.assign(`#${hash}`), path);

/** A page light and dark, for a person to look at. */
async function picture(page: Page, view: string): Promise<void> {
	for (const colorScheme of ["dark", "light"] as const) {
		await page.emulateMedia({ colorScheme });
		await page.screenshot({ path: join(sheet, `story-authority-${view}-${colorScheme}.png`), fullPage: true });
	}
}

async function startRunner(ready: Stack, label: string): Promise<void> {
	const admin = await login(ready, ready.admin);
	const params = { orgId: OrgId.parse(admin.tenantId) };
	const body = { name: "Night", labels: [label], capacity: 1 };
	const { code } = await call(as(ready.url, admin.accessToken), addRunnerRoute, { params, body });
	const profile = await mkdtemp(join(tmpdir(), "webhand-runner-"));
	onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
	const runner = await startProcess({
		name: "runner",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join(repositoryRoot, "apps", "runner", "src", "main.ts")],
		cwd: repositoryRoot,
		env: {
			RUNNER_SERVER_URL: ready.url,
			RUNNER_PROFILE_DIR: profile,
			RUNNER_EXTENSION_DIR: ready.extensionDir,
			RUNNER_CODE: code,
			CHROMIUM_BIN: findProgram("chromium"),
			HOME: profile,
		},
	});
	onTestFinished(async () => void (await runner.stop(5_000)));
	await runner.printed(/Enrolled: signed in as Night/, 120_000);
}

type Told = {
	readonly message: WebhookMessage;
	readonly body: string;
	readonly id: string;
	readonly at: string;
	readonly signature: string;
};

/** A system that is told of runs. */
async function startReceiver(port: number) {
	const told: Told[] = [];
	const server = createServer(async (request, reply) => {
		const pieces: Buffer[] = [];
		for await (const piece of request) pieces.push(piece as Buffer);
		const body = Buffer.concat(pieces).toString("utf8");
		const header = (part: string) => String(request.headers[`webhook-${part}`]);
		told.push({
			message: WebhookMessage.parse(JSON.parse(body)),
			body,
			id: header("id"),
			at: header("timestamp"),
			signature: header("signature"),
		});
		reply.writeHead(204).end();
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => void server.close());
	return {
		url: `http://127.0.0.1:${port}/hook`,
		told: async (type: WebhookMessage["type"]): Promise<Told> => {
			const find = () => told.find(({ message }) => message.type === type);
			await expect.poll(find).toBeDefined();
			return find() as Told;
		},
	};
}
