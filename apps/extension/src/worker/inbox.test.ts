import type { Waiting } from "@webhand/contracts/agent/waiting";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { beforeEach, expect, test } from "vitest";
import type { SignedInApi } from "../signed-in-api.ts";
import { stubStorage } from "./run/testing/chrome.ts";

const badges: string[] = [];
const told: { readonly id: string; readonly message: string }[] = [];
const alarms = new Set<string>();
stubStorage({
	action: { setBadgeText: async ({ text }: { text: string }) => void badges.push(text), setBadgeBackgroundColor: async () => undefined },
	notifications: { create: async (id: string, { message }: { message: string }) => void told.push({ id, message }) },
	alarms: {
		get: async (name: string) => (alarms.has(name) ? { name } : undefined),
		create: async (name: string) => void alarms.add(name),
		clear: async (name: string) => alarms.delete(name),
	},
});
const { createInbox } = await import("./inbox.ts");
const { authItem, preferencesItem } = await import("../storage.ts");
const { defaultPreferences } = await import("../preferences.ts");

let waiting: Waiting[] = [];
const entry = (id: string, title: string): Waiting => ({
	kind: "heal",
	id,
	title,
	since: "2026-11-29T10:00:00.000Z",
	routineId: "r" as never,
	version: 2,
});
const pageOf = async (_: unknown, { query: { cursor = "0", limit } }: { query: { cursor?: string; limit: number } }) => {
	const to = Number(cursor) + limit;
	return { waiting: waiting.slice(Number(cursor), to), count: waiting.length, nextCursor: to < waiting.length ? String(to) : null };
};
const api = { call: pageOf } as unknown as SignedInApi;
const signIn = { kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never;

beforeEach(async () => {
	waiting = [];
	badges.length = 0;
	told.length = 0;
	await preferencesItem.set({ ...defaultPreferences, notifyOnFinish: true });
	await authItem.set(signIn);
});

test("the icon counts what waits, and each entry is told once, together with others that are new", async () => {
	const { look } = createInbox({ api, isPanelOpen: () => false });
	waiting = [entry("a", "File an invoice")];
	await look();
	await look();
	waiting = [entry("c", "Third"), entry("b", "Second"), ...waiting];
	await look();
	waiting = [];
	await look();
	expect(badges).toEqual(["1", "1", "3", ""]);
	expect(told.map(({ message }) => message)).toEqual(["File an invoice", "Third, and 1 more"]);
});

test("an entry behind the first page is not told again once it moves up", async () => {
	const { look } = createInbox({ api, isPanelOpen: () => false });
	waiting = Array.from({ length: 130 }, (_, at) => entry(`e${at}`, `Entry ${at}`));
	await look();
	waiting = waiting.slice(60);
	await look();
	expect(told.map(({ message }) => message)).toEqual(["Entry 0, and 129 more"]);
});

test("an open panel tells by itself, and a person who wants no notifications gets none", async () => {
	waiting = [entry("a", "File an invoice")];
	await createInbox({ api, isPanelOpen: () => true }).look();
	await preferencesItem.set({ ...defaultPreferences, notifyOnFinish: false });
	waiting = [entry("b", "Second")];
	await createInbox({ api, isPanelOpen: () => false }).look();
	expect([badges, told]).toEqual([["1", "1"], []]);
});

test("signed out nothing is asked any more, and the icon shows nothing", async () => {
	const { look } = createInbox({ api, isPanelOpen: () => false });
	await look();
	expect(alarms.size).toBe(1);
	await authItem.set({ kind: "none", reason: "signed_out" });
	await look();
	expect([alarms.size, badges.at(-1)]).toEqual([0, ""]);
});
