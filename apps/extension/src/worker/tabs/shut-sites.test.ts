import { openPolicy } from "@webhand/contracts/authority/policy";
import { expect, test, vi } from "vitest";
import type { SignedInApi } from "../../signed-in-api.ts";
import { stubChrome } from "../run/testing/chrome.ts";

stubChrome({});
const { createShutSites } = await import("./shut-sites.ts");
const managed = async () => ({ serverUrl: "", hasServer: false, organizationSignIn: false, allowedSites: [], isUnread: false });

test("sites of the organization are asked for once a second, and the last answer counts while nobody answers", async () => {
	let [at, asked, never, isAway, isSilent] = [0, 0, ["bank.example", "*.pay.example"], false, false];
	const call = async (_route: unknown, { signal }: { signal?: AbortSignal } = {}) => {
		asked += 1;
		if (isAway) throw new Error("away");
		if (isSilent) await (signal?.aborted === true ? Promise.reject(signal.reason) : new Promise(() => undefined));
		return { policy: { ...openPolicy, never }, rev: 1 };
	};
	const shutSites = createShutSites({ api: { call: call as unknown as SignedInApi["call"] }, now: () => at, managed });
	const isShut = async (url: string) => (await shutSites())(url);
	const urls = ["https://bank.example:8443/x", "https://eu.pay.example/", "https://pay.example/", "about:blank", "no address"];
	expect(await Promise.all(urls.map((url) => isShut(url)))).toEqual([true, true, false, false, false]);
	const before = asked;
	expect([await isShut("https://bank.example/"), asked]).toEqual([true, before]);
	[at, never] = [1_001, []];
	expect(await isShut("https://bank.example/")).toBe(false);
	[at, never, isAway] = [2_002, ["bank.example"], true];
	expect(await isShut("https://bank.example/")).toBe(false);
	[isAway, isSilent] = [false, true];
	vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
	expect(await isShut("https://bank.example/")).toBe(false);
});
