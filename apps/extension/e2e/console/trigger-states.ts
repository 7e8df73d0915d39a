import { Trigger } from "@webhand/contracts/authority/trigger";
import { routine, routineId, versionOf } from "./sample-routine.ts";
import type { Replies } from "./scripted-api.ts";

/** What the server answers on the page of incoming webhooks, and who looks at it. */
type TriggerState = { readonly path: string; readonly as: "member" | "admin"; readonly replies: Replies };

const list = "GET /api/v1/agent/triggers";
const trigger = (id: string, more: object = {}) =>
	Trigger.parse({
		id: `trg_${id.repeat(22)}`,
		ownerId: `usr_${"a".repeat(22)}`,
		routineId,
		routineName: routine.name,
		name: "Orders of the shop",
		fields: { number: "order.id" },
		options: { mode: "careful" },
		queue: { browser: "mine" },
		url: `https://agent.example.com/api/v1/agent/triggers/trg_${id.repeat(22)}/call`,
		createdAt: "2026-11-02T10:00:00.000Z",
		...more,
	});
const secret = `whsec_${"QUJD".repeat(11)}`;
const called = trigger("a", { lastCallAt: "2026-11-29T18:04:00.000Z" });
const paused = trigger("b", { name: "اختبار", pausedAt: "2026-11-20T09:00:00.000Z", routineName: "" });
const replies: Replies = {
	[list]: { triggers: [called, paused] },
	"POST /api/v1/agent/triggers": { trigger: trigger("c", { name: "Tickets" }), secret },
	"PATCH /api/v1/agent/triggers/:triggerId": { trigger: { ...called, pausedAt: "2026-11-30T09:00:00.000Z" } },
	"POST /api/v1/agent/triggers/:triggerId/rotate": { secret },
	"DELETE /api/v1/agent/triggers/:triggerId": undefined,
	"GET /api/v1/agent/routines": { routines: [routine], nextCursor: null },
	"GET /api/v1/agent/routines/:routineId": { routine, version: versionOf(3) },
};

/** The page of incoming webhooks in its states, by the hash of the gallery's address. */
export const triggerStates: Readonly<Record<string, TriggerState>> = {
	triggers: { path: "/triggers", as: "admin", replies },
	"triggers-none": { path: "/triggers", as: "member", replies: { ...replies, [list]: { triggers: [] } } },
	"trigger-new": { path: `/triggers?routine=${routineId}`, as: "member", replies },
};
