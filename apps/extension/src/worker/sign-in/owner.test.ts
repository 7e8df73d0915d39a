import { TenantId, UserId } from "@webhand/contracts/ids";
import { beforeEach, expect, test } from "vitest";
import { stubStorage } from "../run/testing/chrome.ts";
import { freshRun } from "../run/testing/sample.ts";

const stored = stubStorage();
// What they import looks for Chrome when it is loaded.
const { becomeOwner, unfinishedRuns } = await import("./owner.ts");
const items = await import("../../storage.ts");

const running = freshRun({ runKey: "running", tabId: 1 });
const ended = { ...running, phase: "ended", end: "completed", endedAt: 1 } as const;

test("another user's ended tasks are forgotten; running or unreported ones wait for their owner", () => {
	const unreported = { ...ended, end: "stopped", cancel: "pending" } as const;
	const runs = { 1: running, 2: ended, "before:done": ended, "before:untold": unreported };
	expect(Object.keys(unfinishedRuns(runs))).toEqual(["1", "before:untold"]);
});

const tenant = (letter: string) => TenantId.parse(`org_${letter.repeat(22)}`);
const ada = { serverUrl: "https://a.example", userId: UserId.parse(`usr_${"a".repeat(22)}`), tenantId: tenant("a") };
const bob = { ...ada, userId: UserId.parse(`usr_${"b".repeat(22)}`) };
const become = (owner: typeof ada) => becomeOwner(owner, async () => void stored.set("files", "dropped"));

/** Fills the items as somebody does who works. */
async function work(domain: string): Promise<void> {
	await items.siteGrantsItem.set([{ domain, at: 1 }]);
	await items.draftsItem.set({ chat: `Buy tea on ${domain}` });
	await items.modeItem.set("autonomous");
	await items.preferencesItem.update((before) => ({ ...before, theme: "dark" }));
}

async function found() {
	return {
		sites: (await items.siteGrantsItem.get()).map(({ domain }) => domain),
		drafts: Object.keys(await items.draftsItem.get()).length,
		mode: await items.modeItem.get(),
		theme: (await items.preferencesItem.get()).theme,
	};
}

const nothing = { sites: [], drafts: 0, mode: "careful", theme: "system" };

beforeEach(async () => {
	stored.clear();
	await become(ada);
	await work("shop.example");
});

test("the same user in another tenant finds nothing, and after the switch back the sites and preferences again", async () => {
	await become({ ...ada, tenantId: tenant("b") });
	expect(await found()).toEqual(nothing);
	expect(stored.get("files")).toBe("dropped");
	await work("bank.example");
	await become(ada);
	expect(await found()).toEqual({ ...nothing, sites: ["shop.example"], theme: "dark" });
});

test("another user finds nothing, also of the first one's other tenants", async () => {
	await become({ ...ada, tenantId: tenant("b") });
	await become(bob);
	await become(ada);
	expect(await found()).toEqual(nothing);
});

test("the same sign-in again keeps everything", async () => {
	await become(ada);
	expect(await found()).toEqual({ sites: ["shop.example"], drafts: 1, mode: "autonomous", theme: "dark" });
});

test("an owner whose tenant nobody wrote down keeps everything; another user does not", async () => {
	await items.ownerItem.set({ ...ada, tenantId: null });
	await become(ada);
	expect((await found()).sites).toEqual(["shop.example"]);
	await items.ownerItem.set({ ...ada, tenantId: null });
	await become(bob);
	expect(await found()).toEqual(nothing);
});
