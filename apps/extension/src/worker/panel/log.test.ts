import { TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { LogLine } from "../../panel-state.ts";
import { stubChrome } from "../run/testing/chrome.ts";

const stored = new Map<string, unknown>();
const area = {
	get: async (key: string) => ({ [key]: stored.get(key) }),
	set: async (items: object) => {
		for (const [key, value] of Object.entries(items)) stored.set(key, structuredClone(value));
	},
};
stubChrome({ storage: { local: area, session: area } });
const { createLog } = await import("./log.ts");
const { ownerItem } = await import("../../storage.ts");

const ownerIn = (letter: string) => ({
	serverUrl: "https://a.example",
	userId: UserId.parse(`usr_${"a".repeat(22)}`),
	tenantId: TenantId.parse(`org_${letter.repeat(22)}`),
});
const line: LogLine = { at: 1, source: "server", text: "Ordered tea" };

test("a line of one tenant that is not written yet does not come into the log of the next", async () => {
	const log = createLog(() => undefined);
	await ownerItem.set(ownerIn("a"));
	log.add(line);
	expect(await log.lines()).toHaveLength(1);
	log.add(line);
	await ownerItem.set(ownerIn("b"));
	expect(await log.lines()).toHaveLength(1);
});
