import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { expect, test } from "vitest";
import { stubStorage } from "../run/testing/chrome.ts";

const url = "https://a.example/in?token=hunter22hunter22&page=2";
stubStorage({ tabs: { get: async (id: number) => ({ id, windowId: 1, url, title: "A" }) } });
// What they import looks for Chrome when it is loaded.
const { createRecordHandlers, newRecording } = await import("./commands.ts");
const { authItem, recordingItem } = await import("../../storage.ts");

test("a recording keeps no secret of the address where it begins", () => {
	const owner = { userId: "u", tenantId: "t" } as never;
	const record = newRecording({ id: 4, windowId: 1, title: "A", url }, { owner, url, domain: "a.example" });
	expect(record).toMatchObject({ tabId: 4, url: "https://a.example/in?token=…&page=2" });
	expect(JSON.stringify(record)).not.toContain("hunter22");
});

test("nothing is recorded on a site that the organization never touches", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	const looked: number[] = [];
	const start = (shut: string) =>
		createRecordHandlers({
			recordings: { look: async (tabId: number) => void looked.push(tabId) } as never,
			runs: { list: async () => [] },
			shutSites: async () => (address) => new URL(address).hostname === shut,
		}).record_start({ type: "record_start", tabId: 4 } as never);
	await expect(start("a.example")).rejects.toMatchObject({ message: "Your organization does not allow a.example." });
	expect([await recordingItem.get(), looked]).toEqual([null, []]);
	await start("b.example");
	expect(looked).toEqual([4]);
});
