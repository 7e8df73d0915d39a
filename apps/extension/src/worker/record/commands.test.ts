import { expect, test } from "vitest";
import { newRecording } from "./commands.ts";

test("a recording keeps no secret of the address where it begins", () => {
	const url = "https://a.example/in?token=hunter22hunter22&page=2";
	const owner = { userId: "u", tenantId: "t" } as never;
	const record = newRecording({ id: 4, windowId: 1, title: "A", url }, { owner, url, domain: "a.example" });
	expect(record).toMatchObject({ tabId: 4, url: "https://a.example/in?token=…&page=2" });
	expect(JSON.stringify(record)).not.toContain("hunter22");
});
