import { expect, test } from "vitest";
import {
	ownerWithTenant,
	preferencesWithApprovals,
	preferencesWithLanguage,
	preferencesWithMail,
	preferencesWithMode,
	preferencesWithNotice,
	shelfWithApprovals,
	shelfWithLanguage,
	shelfWithMail,
	shelfWithNotice,
} from "./storage.ts";

test.for([
	[
		{ theme: "dark", density: "compact", showThinking: false },
		{ theme: "dark", density: "compact", showThinking: false, notifyOnFinish: false, mode: "autonomous" },
	],
	[
		{ notifyOnFinish: true, mode: "careful" },
		{ notifyOnFinish: true, mode: "careful" },
	],
] as const)("preferences of version 1 keep what they say and notify nobody: %j", ([before, after]) => {
	expect(preferencesWithMode(before)).toEqual(after);
});

test("preferences that are no object are dropped, not mended", () => {
	expect(() => preferencesWithMode("dark")).toThrow();
});

test("an owner of version 1 keeps user and server, and its tenant is unknown until the next sign-in", () => {
	const before = { serverUrl: "https://a.example", userId: "usr_a" };
	expect(ownerWithTenant(before)).toEqual({ ...before, tenantId: null });
	expect(ownerWithTenant(null)).toBeNull();
});

test("preferences of version 2 keep what they say, and the notice of server tools is still to be seen, in every tenant", () => {
	const before = { theme: "dark", mode: "careful" };
	const after = { ...before, serverToolsNoticeSeen: false };
	expect(preferencesWithNotice(before)).toEqual(after);
	expect(shelfWithNotice({ org_a: { noticeSeen: ["a.example"], preferences: before } })).toEqual({
		org_a: { noticeSeen: ["a.example"], preferences: after },
	});
});

test("preferences of version 3 keep what they say, and nothing passes without a question, in every tenant", () => {
	const before = { theme: "dark", serverToolsNoticeSeen: true };
	const after = { ...before, autoApproveWrites: false, autoApproveExec: false };
	expect(preferencesWithApprovals(before)).toEqual(after);
	expect(shelfWithApprovals({ org_a: { noticeSeen: [], preferences: before } })).toEqual({ org_a: { noticeSeen: [], preferences: after } });
});

test("preferences of version 4 keep what they say, and nobody gets mails, in every tenant", () => {
	const before = { theme: "dark", autoApproveWrites: true };
	const after = { ...before, mailWhenWaiting: false };
	expect(preferencesWithMail(before)).toEqual(after);
	expect(shelfWithMail({ org_a: { noticeSeen: [], preferences: before } })).toEqual({ org_a: { noticeSeen: [], preferences: after } });
});

test("preferences of version 5 keep what they say, and the browser chooses the language, in every tenant", () => {
	const before = { theme: "dark", mailWhenWaiting: true };
	const after = { ...before, language: "system" };
	expect(preferencesWithLanguage(before)).toEqual(after);
	expect(shelfWithLanguage({ org_a: { noticeSeen: [], preferences: before } })).toEqual({ org_a: { noticeSeen: [], preferences: after } });
});
