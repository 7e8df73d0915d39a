import { UserId } from "@webhand/contracts/ids";
import { describe, expect, test } from "vitest";
import type { ViewState } from "../../panel-state.ts";
import type { PanelEvent, PanelModel } from "./model.ts";
import { emptyModel } from "./model.ts";
import { reduce } from "./reducer.ts";

const after = (...events: readonly PanelEvent[]): PanelModel => events.reduce(reduce, emptyModel);
const refused = { command: "run_start", code: "RUN_ACTIVE", message: "A task runs in this tab.", fields: [] } as const;

describe("the panel's model", () => {
	test("a started sentence leaves the composer and can be recalled", () => {
		const model = after(
			{ type: "draft_changed", draft: " Buy tea " },
			{ type: "command_sent", command: "run_start" },
			{ type: "command_done", command: "run_start", query: "Buy tea" },
		);
		expect(model).toMatchObject({ draft: "", lastQuery: "Buy tea", pending: new Set() });
	});

	test("what was typed on while a sentence was on its way stays", () => {
		const model = after(
			{ type: "draft_changed", draft: "Buy tea" },
			{ type: "command_sent", command: "run_start" },
			{ type: "draft_changed", draft: "Buy tea and milk" },
			{ type: "command_done", command: "run_start", query: "Buy tea" },
		);
		expect(model.draft).toBe("Buy tea and milk");
	});

	test("what is attached for the next instruction goes with it, and stays while an earlier one is run again", () => {
		const files = [{ id: "f1", name: "cv.pdf", size: 3, type: "application/pdf" }];
		const attached = { type: "files_added", files } as PanelEvent;
		const again: PanelEvent = { type: "command_done", command: "run_start" };
		expect(after(attached, again).files).toEqual(files);
		expect(after(attached, { ...again, query: "Send my CV" }).files).toEqual([]);
	});

	test("a refused sentence keeps its text and says why, until the user types on", () => {
		const model = after(
			{ type: "draft_changed", draft: "Buy tea" },
			{ type: "command_sent", command: "run_start" },
			{ type: "command_failed", problem: refused },
		);
		expect(model).toMatchObject({ draft: "Buy tea", problem: refused, pending: new Set() });
		expect(reduce(model, { type: "draft_changed", draft: "Buy te" }).problem).toBeNull();
	});

	test("a note that was typed when its task ended leaves the composer, and is offered until it is used or another chat is shown", () => {
		const taskEnded: PanelEvent = { type: "task_ended", run: { runKey: "r", taskId: null, startedAt: 1, endedAt: 2 } };
		const ended = after({ type: "draft_changed", draft: " in green " }, taskEnded);
		expect(ended).toMatchObject({ draft: "", lateNotes: [{ text: "in green", runKey: "r", at: 2 }] });
		expect(reduce(ended, { type: "late_note_used", text: "in green" }).lateNotes).toEqual([]);
		expect(reduce(ended, { type: "chat_shown" }).lateNotes).toEqual([]);
		expect(after(taskEnded).lateNotes).toEqual([]);
	});

	test("a panel that opens later shows the whole log, then line by line", () => {
		const line = (text: string) => ({ at: 0, source: "page" as const, text });
		const model = after(
			{ type: "log_arrived", line: line("lost") },
			{ type: "log_read", lines: [line("a"), line("b")] },
			{ type: "log_arrived", line: line("c") },
		);
		expect(model.log.map(({ text }) => text)).toEqual(["a", "b", "c"]);
	});

	test("another command's problem is not wiped by typing", () => {
		const problem = { ...refused, command: "sign_in" as const };
		expect(after({ type: "command_failed", problem }, { type: "draft_changed", draft: "x" }).problem).toEqual(problem);
	});

	const user = (id: string) => ({ id: UserId.parse(`usr_${id.repeat(22)}`), email: "", name: "" });
	const stateOf = (serverUrl: string, id?: string, tenantId = "org_a") => {
		const auth = id === undefined ? { kind: "signed_out", reason: "signed_out" } : { kind: "signed_in", user: user(id), tenantId };
		return { type: "state_arrived", state: { serverUrl, auth } as ViewState } as const;
	};
	const used: readonly PanelEvent[] = [
		stateOf("https://a.example", "a"),
		{ type: "log_arrived", line: { at: 1, source: "page", text: "Reading the page" } },
		{ type: "command_done", command: "run_start", query: "Buy tea" },
		{ type: "draft_changed", draft: "Pay the" },
		{ type: "notice_closed", domain: "shop.example" },
		stateOf("https://a.example"),
	];

	test.each([
		["another user", stateOf("https://a.example", "b")],
		["a user of another server", stateOf("https://b.example", "a")],
		["the same user in another tenant", stateOf("https://a.example", "a", "org_b")],
	])("%s who signs in finds nothing of the one before", (_who, event) => {
		const model = after(...used, event);
		expect({ ...model, user: null, state: null }).toEqual({ ...emptyModel, link: "connected" });
	});

	test("the same user finds log and draft after signing in again", () => {
		expect(after(...used, stateOf("https://a.example", "a"))).toMatchObject({ log: [{ at: 1 }], draft: "Pay the", lastQuery: "Buy tea" });
	});

	test("a broken line to the worker is only told once something was shown", () => {
		expect(after({ type: "unlinked" }).link).toBe("connecting");
		expect(reduce({ ...emptyModel, state: {} as never }, { type: "unlinked" }).link).toBe("lost");
		expect(after({ type: "unlinked" }, { type: "linked" }).link).toBe("connected");
	});

	test("the log keeps its newest 500 lines", () => {
		const lines = Array.from(
			{ length: 520 },
			(_, at): PanelEvent => ({ type: "log_arrived", line: { at, source: "page", text: String(at) } }),
		);
		const { log } = after(...lines);
		expect([log.length, log[0]?.text, log.at(-1)?.text]).toEqual([500, "20", "519"]);
	});
});
