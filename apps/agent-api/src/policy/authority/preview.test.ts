import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import type { TaskId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { PastAct } from "./preview.ts";
import { judgePast } from "./preview.ts";

const past = (part: Partial<PastAct> = {}): PastAct => ({
	taskId: "t" as TaskId,
	parsed: { name: "click", id: 3 },
	gate: { class: "commit", outcome: "warn", reasons: ["submits"] },
	hosts: ["shop.example"],
	createdAt: new Date("2026-03-02T09:30:00Z"),
	...part,
});
const approved = { class: "commit", outcome: "approved", reasons: ["submits"] } as const;
const { hosts: _hosts, ...older } = past({ before: { url: "https://shop.example/cart" } });

test.for([
	["an open policy changes nothing", {}, past(), "same"],
	["what may never be done", { acts: { send: "never" } }, past(), "refused"],
	["what is to be asked for", { acts: { send: "ask" } }, past(), "asked"],
	[
		"a search sends nothing",
		{ acts: { send: "never" } },
		past({ gate: { class: "commit", outcome: "warn", reasons: ["submits"], isSearch: true } }),
		"same",
	],
	["what was asked for then is asked for again", { acts: { send: "ask" } }, past({ gate: approved }), "same"],
	["a yes of then is no yes to what is refused", { acts: { send: "never" } }, past({ gate: approved }), "refused"],
	["what a mandate allowed is asked for", { acts: { send: "ask" } }, past({ gate: { ...approved, outcome: "mandate" } }), "asked"],
	["another site", { only: ["crm.example"] }, past(), "refused"],
	["the page of a step without hosts", { only: ["crm.example"] }, older, "refused"],
	["the hour at which it was done", { hours: { days: [1], from: "08:00", to: "09:00", timeZone: "UTC" } }, past(), "refused"],
	["careful tasks ask for what was warned of", { allowsAutonomous: false }, past(), "asked"],
	["and for no fill", { allowsAutonomous: false }, past({ gate: { class: "fill", outcome: "allow", reasons: [] } }), "same"],
] as const)("%s", ([_name, policy, act, expected]) => {
	expect(judgePast(act, { ...openPolicy, ...(policy as Partial<OrgPolicy>) })).toBe(expected);
});
