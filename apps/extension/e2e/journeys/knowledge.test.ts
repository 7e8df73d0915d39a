import { call } from "@webhand/client/call";
import { interactRoute } from "@webhand/contracts/agent/interact";
import { howToRoute, stepKnowledgeRoute } from "@webhand/contracts/agent/task-knowledge";
import type { DocumentId } from "@webhand/contracts/knowledge/documents";
import { addDocumentRoute, documentRoute, removeDocumentRoute } from "@webhand/contracts/knowledge/documents";
import { allowDomainRoute } from "@webhand/contracts/knowledge/domains";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { idOf } from "../pages/hard-pages.ts";
import { actionsOf, runToEnd, sendCommand, storyOf, switchToAutonomous } from "../panel.ts";
import type { Credentials } from "../people.ts";
import { as, login, newOrganization } from "../people.ts";
import type { Question } from "../scripted.ts";
import { agrees, useScripted } from "../scripted.ts";

const canary = "CANARY-41c9";
const handbook = `# Ordering\n\n## Kettles\n\nFor the kitchens the size 1.5 l is ordered, never another one. ${canary} is the reason.\n`;
const task = "Choose the size of kettle that we order";
const product = "/products/blue-kettle";
const knowledgeIn = (prompt: string) => /^Relevant company knowledge:\n<knowledge [^>]+>\n([\s\S]*?)\n<\/knowledge/m.exec(prompt)?.[1];

/** The knowledge in the prompt of each decision of a test, and what happens while the model thinks about a decision. */
let decisions: { readonly knowledge: string | undefined }[] = [];
let whileThinking: readonly (() => Promise<void>)[] = [];
const uploaded = new Set<DocumentId>();

/** Chooses the size that the handbook names, or the smallest one where nobody says anything; then it is done. */
async function think({ kind, prompt, page }: Question): Promise<string> {
	if (kind !== "decide") return agrees[kind];
	const knowledge = knowledgeIn(prompt);
	const index = decisions.push({ knowledge }) - 1;
	await whileThinking[index]?.();
	if (index > 0) return 'finish("The size is chosen.")';
	const size = /size (\S+ l) is ordered/.exec(knowledge ?? "")?.[1] ?? "1.0 l";
	return `select(${idOf(page, "Size")}, ${JSON.stringify(size)})`;
}

const stage = useScripted({ answer: think, first: ({ demoUrl }) => `${demoUrl}${product}`, replicas: 2 });

afterEach(async () => {
	decisions = [];
	whileThinking = [];
	for (const id of uploaded) await remove(id);
});

/** The routes as somebody calls them over HTTP, past the recorder. */
async function signedIn(who: Credentials) {
	const { ready } = stage();
	const { accessToken } = await login(ready, who);
	return as(ready.url, accessToken);
}

/** Uploads the handbook for the demo shop, allows its domain, and waits until it can be searched. */
async function uploadHandbook(): Promise<DocumentId> {
	const { ready } = stage();
	const admin = await signedIn(ready.admin);
	const body = { title: `Handbook ${crypto.randomUUID()}`, domain: "127.0.0.1", format: "markdown", content: handbook } as const;
	const { document } = await call(admin, addDocumentRoute, { body: { ...body, scope: "org" } });
	await call(admin, allowDomainRoute, { body: { pattern: "127.0.0.1", includeSubdomains: false } });
	const stateOf = async () => (await call(admin, documentRoute, { params: { id: document.id }, query: { scope: "org" } })).document;
	uploaded.add(document.id);
	await expect.poll(stateOf).toMatchObject({ status: "ready", covered: true });
	return document.id;
}

async function remove(id: DocumentId): Promise<void> {
	uploaded.delete(id);
	await call(await signedIn(stage().ready.admin), removeDocumentRoute, { params: { id }, query: { scope: "org" } });
}

/** Opens a page of the shop and has the task done there. */
async function play(url: string) {
	const { browser, panel } = stage();
	const site = await browser.context.newPage();
	await site.goto(url);
	const tabId = await browser.tabIdOf(site);
	await sendCommand(panel, "run_start", { tabId, query: task });
	const run = await runToEnd({ panel, tabId });
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	return { site, run };
}

/** Everything that the extension and the pages hold: its storage, what the panel shows, the page. */
async function everythingKept(panel: Page, site: Page): Promise<string> {
	const storage = await panel.evaluate(async () =>
		JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null), { ...localStorage }]),
	);
	return [storage, await panel.content(), await site.content()].join("\n");
}

test("an admin's handbook decides the next task of a member, and not a byte of it reaches panel, worker or page", async () => {
	const { ready, panel, recorder } = stage();
	const id = await uploadHandbook();
	await switchToAutonomous(panel);
	const { site, run } = await play(`${ready.demoUrl}${product}`);
	expect(actionsOf(run)[0]).toContain('"1.5 l"');
	expect(await site.getByLabel("Size").inputValue()).toBe("1.5 l");
	expect(run.hasOrgKnowledge).toBe(true);
	expect(decisions[0]?.knowledge).toContain(canary);

	const admin = await signedIn(ready.admin);
	const params = { taskId: run.taskId as never, stepIndex: 0 };
	const { used, hasOrgKnowledge } = await call(admin, stepKnowledgeRoute, { params });
	expect([used.map(({ documentId, scope }) => [documentId, scope]), hasOrgKnowledge]).toEqual([[[id, "org"]], true]);
	await expect(call(await signedIn(ready.member), stepKnowledgeRoute, { params })).rejects.toMatchObject({ code: "FORBIDDEN" });

	const howTo = await call(admin, howToRoute, { params: { taskId: params.taskId } });
	expect(howTo).toMatchObject({ domain: "127.0.0.1", pathPrefix: product, steps: { told: 1, left: 0 } });
	expect(howTo.content).toContain("1. Choose “1.5 l” in “Size”.");

	// The recording holds the replies of the task and the events of its chat: it would hold the handbook's words, too.
	await expect.poll(() => recorder.received()).toContain("pusher_internal:subscription_succeeded");
	const received = recorder.received();
	expect(received).toContain('"hasOrgKnowledge":true');
	const all = `${received}\n${await everythingKept(panel, site)}`;
	for (const secret of [canary, id, ...used.map(({ chunkId }) => chunkId)]) expect(all).not.toContain(secret);
});

/** The first step of a task on the product's page, asked over HTTP. */
async function firstStep(user: Awaited<ReturnType<typeof signedIn>>) {
	const url = `${stage().ready.demoUrl}${product}`;
	const dom = `@page 1\n@url ${url}\n@title Kettle\n@epoch e1\n\n@view\n<select 3 "Size" options="1.0 l | 1.5 l">`;
	return (await call(user, interactRoute, { body: { url, query: task, dom } })).data;
}

test("another organization's agent does not see it on the same page", async () => {
	const { ready } = stage();
	await uploadHandbook();
	const { admin } = await newOrganization(ready, "Strangers Ltd");
	const data = await firstStep(await signedIn(admin));
	expect(data).toMatchObject({ action: 'select(3, "1.0 l")', hasOrgKnowledge: false });
	expect(decisions).toEqual([{ knowledge: undefined }]);
});

test("a document that is removed while a step is decided is absent from the next one", long, async () => {
	const { ready } = stage();
	const id = await uploadHandbook();
	whileThinking = [() => remove(id)];
	const { run } = await play(`${ready.demoUrl}${product}`);
	expect(actionsOf(run)[0]).toContain('"1.5 l"');
	expect(decisions.map(({ knowledge }) => knowledge?.includes(canary))).toEqual([true, undefined]);
	expect(run.hasOrgKnowledge).toBe(false);
});

test("a document that is removed at one replica is absent from the next step at each", async () => {
	const member = await signedIn(stage().ready.member);
	const id = await uploadHandbook();
	// Requests go to the replicas in turn.
	const fourSteps = async () => {
		const known: unknown[] = [];
		for (let step = 0; step < 4; step += 1) {
			decisions = [];
			const { hasOrgKnowledge } = await firstStep(member);
			known.push([hasOrgKnowledge, decisions[0]?.knowledge !== undefined]);
		}
		return known;
	};
	expect(await fourSteps()).toEqual(Array.from({ length: 4 }, () => [true, true]));
	await remove(id);
	expect(await fourSteps()).toEqual(Array.from({ length: 4 }, () => [false, false]));
});

test("on a page of another domain the panel says that there is no knowledge, and the task is done all the same", long, async () => {
	const { ready, browser, panel } = stage();
	await uploadHandbook();
	const elsewhere = new URL(product, ready.demoUrl);
	elsewhere.hostname = "localhost";
	await sendCommand(panel, "site_grant", { domain: elsewhere.host, scope: "always" });
	const opened = await browser.open(elsewhere.href);
	const notice = opened.panel.getByText("There isn’t any knowledge present for this website");
	// The panel says it while the task is under way.
	whileThinking = [async () => undefined, () => notice.waitFor()];
	await sendCommand(opened.panel, "run_start", { tabId: opened.tabId, query: task });
	const run = await runToEnd(opened);
	expect(run, storyOf(run)).toMatchObject({ state: "completed", hasOrgKnowledge: false });
	expect(actionsOf(run)[0]).toContain('"1.0 l"');
	expect(decisions.map(({ knowledge }) => knowledge)).toEqual([undefined, undefined]);
});
