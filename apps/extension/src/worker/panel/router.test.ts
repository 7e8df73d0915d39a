import { ApiError } from "@webhand/client/api-error";
import { expect, test } from "vitest";
import type { PanelCommandType } from "../../messages.ts";
import { panelReplies } from "../../messages.ts";
import { MessageError } from "./message-error.ts";
import type { Handlers, RouterDeps } from "./router.ts";
import { answerMessage } from "./router.ts";

const own = { id: "ours", origin: "chrome-extension://ours" };
const panel = { id: "ours", origin: own.origin, url: `${own.origin}/sidepanel.html` };
const settings = { id: "ours", origin: own.origin, url: `${own.origin}/options.html` };
const page = { id: "ours", origin: "https://shop.example", frameId: 0, tab: { id: 3 } };
const stranger = { id: "theirs", origin: "chrome-extension://theirs", url: "chrome-extension://theirs/sidepanel.html" };

function routerOf(handle: (type: PanelCommandType) => Promise<unknown> = async () => ({ done: true })) {
	const seen = { refused: 0, notices: [] as string[], handled: [] as string[] };
	const types = Object.keys(panelReplies) as PanelCommandType[];
	const handlers = Object.fromEntries(
		types.map((type) => [
			type,
			() => {
				seen.handled.push(type);
				return handle(type);
			},
		]),
	) as unknown as Handlers;
	const deps: RouterDeps = {
		own,
		handlers,
		onNotice: (notice, { tabId }) => seen.notices.push(`${notice.type} ${tabId}`),
		refused: () => {
			seen.refused += 1;
		},
	};
	return { deps, seen };
}

const message = (type: string, body: object = {}) => ({ v: 1, id: "m1", type, ...body });

test("a command of the panel is handled and answered under its id", async () => {
	const { deps, seen } = routerOf();
	expect(await answerMessage(deps, message("mode_set", { mode: "autonomous" }), panel)).toEqual({
		id: "m1",
		ok: true,
		data: { done: true },
	});
	expect(seen.handled).toEqual(["mode_set"]);
});

test.each<[name: string, raw: unknown, code: string]>([
	["an unknown type", message("self_destruct"), "UNKNOWN_MESSAGE"],
	["another version", { ...message("sign_out"), v: 2 }, "UNKNOWN_MESSAGE"],
	["a wrong field", message("mode_set", { mode: "reckless" }), "BAD_MESSAGE"],
	["a field too many", message("sign_out", { also: 1 }), "BAD_MESSAGE"],
	["no envelope", "sign_out", "BAD_MESSAGE"],
	["a sentence of 10,001 characters", message("run_start", { tabId: 1, query: "x".repeat(10_001) }), "BAD_MESSAGE"],
])("%s is refused without being handled", async (...[, raw, code]) => {
	const { deps, seen } = routerOf();
	expect(await answerMessage(deps, raw, panel)).toMatchObject({ ok: false, error: { code } });
	expect(seen.handled).toEqual([]);
});

test("the settings may stop a task, not start one", async () => {
	const { deps, seen } = routerOf();
	expect(await answerMessage(deps, message("run_stop", { tabId: 1 }), settings)).toMatchObject({ ok: true });
	expect(await answerMessage(deps, message("run_start", { tabId: 1, query: "go" }), settings)).toMatchObject({
		ok: false,
		error: { code: "UNKNOWN_MESSAGE" },
	});
	expect(seen.handled).toEqual(["run_stop"]);
});

test("a page gets no answer, whatever it sends; only a click on the overlay is heard", async () => {
	const { deps, seen } = routerOf();
	expect(await answerMessage(deps, message("mode_set", { mode: "autonomous" }), page)).toBeNull();
	expect(await answerMessage(deps, message("site_grant", { domain: "shop.example", scope: "always" }), page)).toBeNull();
	expect(await answerMessage(deps, { type: "overlay_stop" }, page)).toBeNull();
	expect(seen).toEqual({ refused: 2, notices: ["overlay_stop 3"], handled: [] });
});

test("another extension gets no answer to any command of the panel", async () => {
	const { deps, seen } = routerOf();
	for (const type of Object.keys(panelReplies)) expect(await answerMessage(deps, message(type), stranger)).toBeNull();
	expect(seen.handled).toEqual([]);
	expect(seen.refused).toBe(Object.keys(panelReplies).length);
});

test.each<[name: string, thrown: unknown, error: object]>([
	[
		"a refusal of the server",
		new ApiError({ status: 429, code: "RATE_LIMIT", message: "m", requestId: "r", retryAfterMs: 9 }),
		{ code: "RATE_LIMIT", message: "m", requestId: "r", retryAfterMs: 9 },
	],
	["a refusal of the worker", new MessageError("NO_RUN", "No task"), { code: "NO_RUN", message: "No task" }],
])("%s reaches the panel as it is", async (...[, thrown, error]) => {
	const { deps } = routerOf(() => Promise.reject(thrown));
	expect(await answerMessage(deps, message("sign_out"), panel)).toEqual({ id: "m1", ok: false, error });
});
