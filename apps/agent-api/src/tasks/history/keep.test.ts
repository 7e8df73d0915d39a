import { randomBytes } from "node:crypto";
import { createLogger } from "@webhand/service-kit/logs";
import { expect, test } from "vitest";
import { liveTask } from "../../../test/sample.ts";
import { createTenantCount } from "../../shared/tenant-count.ts";
import type { TracedStep } from "./keep.ts";
import { createPageKeeper, packPage, unpackPage } from "./keep.ts";

const { _id: taskId, tenantId } = liveTask();
const step = (limits: TracedStep["identity"]["limits"]): TracedStep => ({
	identity: { tenantId, limits },
	taskId,
	stepIndex: 0,
	text: "page",
});
/** A store that only takes pages, of a tenant that is far from its limit. */
const deps = (putPage: Parameters<typeof createPageKeeper>[0]["pages"]["putPage"]) => ({
	pages: { putPage, dropOldestPages: () => Promise.reject(new Error("no page is too many")) },
	count: createTenantCount(
		async () => 0,
		() => 0,
	),
	log,
	now: () => new Date(0),
});
const lines: string[] = [];
const log = createLogger({ service: "agent-api", level: "info", target: { write: (line) => lines.push(line) } });

test("a page is packed whole where it fits into 60 KB, and cut at its end where it does not", async () => {
	const plain = await packPage("tea ".repeat(100_000));
	expect([plain.truncated, (await unpackPage(plain.gzip)).length]).toEqual([false, 400_000]);
	const dense = randomBytes(150_000).toString("base64");
	const packed = await packPage(dense);
	expect([packed.truncated, packed.gzip.length <= 61_440]).toEqual([true, true]);
	expect(dense.startsWith(await unpackPage(packed.gzip))).toBe(true);
});

test("a page is kept only where the tenant switched traces on", async () => {
	const kept: number[] = [];
	const keeper = createPageKeeper(deps(async () => void kept.push(1)));
	for (const limits of [{}, { traces: false }, { traces: true }]) keeper.keep(step(limits));
	await keeper.close();
	expect(kept).toHaveLength(1);
});

test.for([
	["page text as it is", '@page 1\n@url https://shop.example/\n\n@view\n<password 5 "Password" filled>', "filled>"],
	["of HTML what was read, without what secret fields hold", '<p>Tea</p><form><input id=5 type=password value="canary"></form>', "Tea"],
	["nor what is hidden", "<p>Tea</p><input type=hidden value=canary><!-- canary --><script>canary</script>", "Tea"],
	["of HTML behind a brace no more", "{{ title }}<p>Tea</p><input type=hidden value=canary>", "Tea"],
	["a snapshot as it is", '{ "url": "https://shop.example/", "visibleText": "Tea" }', "visibleText", true],
] as const)("of a page is kept %s", async ([_name, text, shown, isSnapshot = false]) => {
	const kept: Buffer[] = [];
	const keeper = createPageKeeper(deps(async (_tenant, _step, page) => void kept.push(page.gzip)));
	keeper.keep({ ...step({ traces: true }), text, isSnapshot });
	await keeper.close();
	const stored = await unpackPage(kept[0] ?? Buffer.of());
	expect(stored).toContain(shown);
	expect(stored).not.toContain("canary");
});

test("a page that cannot be kept is logged without its text, and harms nobody", async () => {
	const keeper = createPageKeeper(deps(() => Promise.reject(new Error("no room"))));
	keeper.keep({ ...step({ traces: true }), text: "canary" });
	await keeper.close();
	expect(lines.join("")).toContain("was not kept");
	expect(lines.join("")).not.toContain("canary");
});
