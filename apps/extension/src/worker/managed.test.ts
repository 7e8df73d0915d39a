import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { openPolicy } from "@webhand/contracts/authority/policy";
import { beforeEach, expect, test, vi } from "vitest";
import type { SignedInApi } from "../signed-in-api.ts";
import type { AccountDeps } from "./panel/account-commands.ts";
import { stubStorage } from "./run/testing/chrome.ts";

const stored = stubStorage();
// What they import looks for Chrome when it is loaded.
const { followManaged, isAllowedSite, readManaged } = await import("./managed.ts");
const { authItem, serverUrlItem } = await import("../storage.ts");
const { createAccountHandlers } = await import("./panel/account-commands.ts");
const { setServer } = await import("./server/account.ts");
const { createShutSites } = await import("./tabs/shut-sites.ts");

beforeEach(() => stored.clear());

const fix = (policy: object) => void stored.set("managed", policy);

test("without a policy nothing is fixed", async () => {
	expect(await readManaged()).toEqual({ serverUrl: "", hasServer: false, organizationSignIn: false, allowedSites: [], isUnread: false });
});

test("the policy has the three values of its schema, and an address that is none fixes nothing", async () => {
	fix({ serverUrl: "https://agent.corp.example/", organizationSignIn: true, allowedSites: ["crm.corp.example"] });
	const managed = { hasServer: true, organizationSignIn: true, allowedSites: ["crm.corp.example"], isUnread: false };
	expect(await readManaged()).toEqual({ serverUrl: "https://agent.corp.example", ...managed });
	fix({ serverUrl: "http://agent.corp.example" });
	expect((await readManaged()).serverUrl).toBe("");
	const schema = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "public", "managed_schema.json"), "utf8"));
	expect(Object.keys(schema.properties)).toEqual(["serverUrl", "organizationSignIn", "allowedSites"]);
});

test.each([
	[[], "any.example", true],
	[["crm.corp.example"], "crm.corp.example", true],
	[["crm.corp.example"], "corp.example", false],
	[["*.corp.example"], "crm.corp.example", true],
	[["*.corp.example"], "corp.example.evil.example", false],
] as const)("with %j Webhand works on %s: %s", (allowedSites, host, isAllowed) => {
	expect(isAllowedSite({ allowedSites, isUnread: false }, host)).toBe(isAllowed);
});

test("no page of another site is read, whatever the server says; an empty frame is judged by what holds it", async () => {
	fix({ allowedSites: ["*.corp.example"] });
	const api = { call: async () => ({ policy: { ...openPolicy, never: ["pay.corp.example"] }, rev: 1 }) } as unknown as SignedInApi;
	const isShut = await createShutSites({ api, now: Date.now, managed: readManaged })();
	const urls = ["https://crm.corp.example/", "https://shop.example/", "https://pay.corp.example/", "about:blank"];
	expect(urls.map(isShut)).toEqual([false, true, true, false]);
});

test("the address of the policy is taken at once, and ends the sign-in at another one", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://old.example", ...loginRoute.example.reply } as never);
	fix({ serverUrl: "https://agent.corp.example" });
	followManaged(({ serverUrl }) => void setServer(serverUrl));
	await expect.poll(() => serverUrlItem.get()).toBe("https://agent.corp.example");
	expect(await authItem.get()).toEqual({ kind: "none", reason: "other_server" });
});

test("nobody changes a fixed address, and no password is sent where the organization's page is the only way in", async () => {
	fix({ serverUrl: "https://agent.corp.example", organizationSignIn: true });
	const handlers = createAccountHandlers({ pauseAll: async () => undefined } as unknown as AccountDeps);
	await handlers.server_set({ type: "server_set", serverUrl: "https://evil.example" } as never);
	expect(await serverUrlItem.get()).toBe("https://agent.corp.example");
	const input = { type: "sign_in", serverUrl: "https://evil.example", email: "a@corp.example", password: "hidden" };
	await expect(handlers.sign_in(input as never)).rejects.toMatchObject({ code: "PROVIDER_SIGN_IN_REQUIRED" });
});

test("while Chrome does not tell the policy nothing is open; its last answer counts after that", async () => {
	vi.resetModules();
	const fresh = await import("./managed.ts");
	const { createAccountHandlers: handlersOf } = await import("./panel/account-commands.ts");
	stored.set("managed", new Error("The policy cannot be read"));
	expect(isAllowedSite(await fresh.readManaged(), "any.example")).toBe(false);
	const input = { type: "sign_in", serverUrl: "https://evil.example", email: "a@corp.example", password: "hidden" };
	await expect(handlersOf({} as AccountDeps).sign_in(input as never)).rejects.toMatchObject({ code: "POLICY_UNREAD" });

	const told: string[] = [];
	fresh.followManaged(({ serverUrl, isUnread }) => told.push(isUnread ? "unread" : serverUrl));
	await expect.poll(() => told).toEqual(["unread"]);
	fix({ serverUrl: "https://agent.corp.example", allowedSites: ["*.corp.example"] });
	await expect.poll(() => told).toEqual(["unread", "https://agent.corp.example"]);

	stored.set("managed", new Error("The policy cannot be read"));
	const last = await fresh.readManaged();
	expect(["crm.corp.example", "shop.example"].map((host) => isAllowedSite(last, host))).toEqual([true, false]);
});

test("what is only shown does not wait until Chrome has read its policies", async () => {
	vi.resetModules();
	const fresh = await import("./managed.ts");
	const told = Promise.withResolvers<object>();
	stored.set("managed", told.promise);
	expect(await fresh.readShownManaged()).toMatchObject({ isUnread: true });
	const read = fresh.readManaged();
	told.resolve({ allowedSites: ["crm.corp.example"] });
	expect(await read).toMatchObject({ isUnread: false, allowedSites: ["crm.corp.example"] });
	expect(await fresh.readShownManaged()).toEqual(await read);
});
