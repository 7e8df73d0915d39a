import { attachmentLimits } from "../../attachments.ts";
import type { PanelCommandType } from "../../messages.ts";
import type { ViewState } from "../../panel-state.ts";
import type { PanelEvent, PanelModel } from "./model.ts";
import { emptyModel } from "./model.ts";
import { ownerKeyOf } from "./owner.ts";

const maxLogLines = 500;

/**
 * The panel's state after an event. Repeated events change only the log.
 *
 * @throws never
 */
export function reduce(model: PanelModel, event: PanelEvent): PanelModel {
	switch (event.type) {
		case "linked":
			return { ...model, link: "connected" };
		case "unlinked":
			return { ...model, link: model.state === null ? "connecting" : "lost" };
		case "state_arrived":
			return { ...forUser(model, event.state), link: "connected", state: event.state };
		case "log_arrived":
			return { ...model, log: [...model.log, event.line].slice(-maxLogLines) };
		case "log_read":
			return { ...model, log: event.lines.slice(-maxLogLines) };
		case "task_ended": {
			// As an order it would be started by the next press of the button.
			const text = model.draft.trim();
			const { runKey, taskId, startedAt, endedAt } = event.run;
			return text === ""
				? model
				: { ...model, draft: "", lateNotes: [...model.lateNotes, { text, runKey, taskId, at: endedAt ?? startedAt }] };
		}
		case "chat_shown":
			return { ...model, lateNotes: [], problem: null };
		case "late_note_used":
			return { ...model, lateNotes: model.lateNotes.filter(({ text }) => text !== event.text) };
		case "draft_changed":
			return { ...model, draft: event.draft, problem: withoutProblemOf(model, ["run_start", "run_note"]) };
		case "files_added":
			return {
				...model,
				files: [...model.files, ...event.files].slice(-attachmentLimits.files),
				problem: withoutProblemOf(model, ["run_attach"]),
			};
		case "file_removed":
			return { ...model, files: model.files.filter(({ id }) => id !== event.id) };
		case "command_sent":
			return { ...model, pending: new Set([...model.pending, event.command]), problem: withoutProblemOf(model, [event.command]) };
		case "command_done":
			return settle(model, event.command, event.query);
		case "command_failed":
			return { ...model, pending: without(model.pending, event.problem.command), problem: event.problem };
		case "autonomous_asked":
			return { ...model, isAskingAutonomous: true };
		case "autonomous_closed":
			return { ...model, isAskingAutonomous: false };
		case "log_toggled":
			return { ...model, isLogOpen: !model.isLogOpen };
		case "notice_closed":
			return { ...model, noticesSeen: new Set([...model.noticesSeen, event.domain]) };
	}
}

/** Another user or tenant finds an empty panel, the same one finds it unchanged. */
function forUser(model: PanelModel, state: ViewState): PanelModel {
	const user = ownerKeyOf(state);
	if (user === null) return model;
	if (model.user === null || model.user === user) return { ...model, user };
	return { ...emptyModel, pending: model.pending, user };
}

function settle(model: PanelModel, command: PanelCommandType, query: string | undefined): PanelModel {
	const pending = without(model.pending, command);
	// The text leaves the composer once it arrived, unless the user typed on.
	const files = (command === "run_start" && query !== undefined) || command === "run_attach" ? [] : model.files;
	if (query === undefined) return { ...model, pending, files };
	return { ...model, pending, files, lastQuery: query, draft: model.draft.trim() === query ? "" : model.draft };
}

function without(pending: ReadonlySet<PanelCommandType>, command: PanelCommandType): ReadonlySet<PanelCommandType> {
	return new Set([...pending].filter((other) => other !== command));
}

function withoutProblemOf(model: PanelModel, commands: readonly PanelCommandType[]): PanelModel["problem"] {
	return model.problem && commands.includes(model.problem.command) ? null : model.problem;
}
