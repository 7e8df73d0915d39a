import { Mode } from "@webhand/contracts/agent/task";
import { LoginId, QuestionId, RoutineId, RoutineRunId, SessionId, TaskId, TenantId } from "@webhand/contracts/ids";
import { BrowserCall, BrowserCallId, browserCallLimits } from "@webhand/contracts/mcp-server/calls";
import { z } from "zod";
import { Attachment, attachmentLimits } from "./attachments.ts";
import { LoginPart } from "./page/messages.ts";
import { Domain, LogLine, Said, TabId, ViewState } from "./panel-state.ts";
import { PreferencePart } from "./preferences.ts";
import { StepChange } from "./recording.ts";

/** Another version means that the worker was updated under an open page. */
export const messageVersion = 1;

const envelope = { v: z.literal(messageVersion), id: z.string().min(1).max(64) };

function command<const T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) {
	return z.strictObject({ ...envelope, type: z.literal(type), ...shape });
}

const Attachments = z.array(Attachment).max(attachmentLimits.files);
const ServerUrl = z.string().min(1).max(2_048);

/** The commands of the panel; the settings page may send those of `settingsCommands` only. */
export const PanelCommand = z.discriminatedUnion("type", [
	command("run_start", {
		tabId: TabId,
		query: z.string().trim().min(1).max(10_000),
		sessionId: SessionId.optional(),
		attachments: Attachments.optional(),
	}),
	command("run_attach", { tabId: TabId, attachments: Attachments }),
	command("run_stop", { tabId: TabId, leave: z.boolean().optional() }),
	command("run_pause", { tabId: TabId }),
	command("run_resume", { tabId: TabId }),
	command("run_answer", {
		taskId: TaskId,
		questionId: QuestionId,
		approved: z.boolean().optional(),
		answer: z.string().min(1).max(4_000).optional(),
		done: z.literal(true).optional(),
		remember: z.enum(["task", "run", "routine"]).optional(),
	}),
	/** Types a login of the vault into the page that a task hands over. */
	command("login_use", { taskId: TaskId, loginId: LoginId }),
	/** Stores what the person typed there as a login of that name. */
	command("login_save", { taskId: TaskId, name: z.string().trim().min(1).max(80) }),
	/** `taskId` is null while the server has no task; the worker keeps the note until then. */
	command("run_note", { runKey: z.string(), taskId: TaskId.nullable(), text: z.string().trim().min(1).max(4_000) }),
	/** Sends at once what waits for the server. */
	command("said_send", {}),
	/** Forgets an answer or a note that the server refused. */
	command("said_drop", { id: z.string().max(64) }),
	/** Continues in this tab what the server knows of a task. */
	command("run_restore", { tabId: TabId, taskId: TaskId }),
	/** Does in this tab, and in the chat that the panel shows, what an MCP client asked for. */
	command("client_call", { tabId: TabId, sessionId: SessionId.optional(), call: BrowserCall }),
	/** Stops what these calls of MCP clients started: nobody waits for them. */
	command("client_calls_end", { ids: z.array(BrowserCallId).max(browserCallLimits.open) }),
	/** Does the rows of a run of a routine in this browser, or goes on with them. */
	command("routine_play", {
		tabId: TabId,
		runId: RoutineRunId,
		attachments: Attachments.optional(),
		/** The address of a page that the person named: the run may work on its site. */
		allowsSite: z.string().optional(),
	}),
	/** Takes a run that waits for a browser of this person, if there is one and none is done here. */
	command("routine_take", {}),
	/** Ends what this browser does of a run, its row too. */
	command("routine_leave", { runId: RoutineRunId }),
	/** Ends a task wherever it runs. */
	command("task_cancel", { taskId: TaskId }),
	command("site_grant", { domain: Domain, scope: z.enum(["task", "always"]) }),
	command("site_deny", { domain: Domain }),
	command("site_revoke", { domain: Domain }),
	command("trusted_grant", { domain: Domain, scope: z.enum(["task", "always"]) }),
	command("trusted_deny", { domain: Domain }),
	command("trusted_revoke", { domain: Domain }),
	/** Answers the page's own `confirm` or `prompt`. */
	command("page_answer", { tabId: TabId, accept: z.boolean(), text: z.string().max(4_000) }),
	command("mode_set", { mode: Mode }),
	command("sign_in", { serverUrl: ServerUrl, email: z.string().min(1).max(254), password: z.string().min(1).max(1_024) }),
	/** Opens the provider of the email's organization in a tab. */
	command("sign_in_provider", { serverUrl: ServerUrl, email: z.string().min(1).max(254) }),
	/** A code of the authenticator app, or a recovery code. */
	command("sign_in_code", { code: z.string().min(1).max(64) }),
	/** Asks for the secret of an authenticator app, again if need be. */
	command("sign_in_enrol", {}),
	command("sign_in_cancel", {}),
	command("recovery_codes_kept", {}),
	/** Stops the tasks that run, and works in another tenant. */
	command("tenant_switch", { tenantId: TenantId }),
	command("password_change", { currentPassword: z.string().min(1).max(1_024), newPassword: z.string().min(1).max(1_024) }),
	command("preferences_set", { preferences: PreferencePart }),
	command("sign_out", {}),
	/** The server refused the token of a page's call; `expiresAt` names the sign-in. */
	command("signed_out_by_server", { expiresAt: z.string().max(64), reason: z.enum(["expired", "other_server"]) }),
	command("server_set", { serverUrl: ServerUrl }),
	command("server_test", { serverUrl: ServerUrl }),
	/** Records what the person does in this tab, whose site this allows; one recording at a time. */
	command("record_start", { tabId: TabId }),
	/** Takes the last step back. */
	command("record_undo", {}),
	command("record_delete", { key: z.string().max(20) }),
	command("record_change", { key: z.string().max(20), change: StepChange }),
	/** The next press in the page shows a value to check. */
	command("record_pick", { isPicking: z.boolean() }),
	command("record_allow", { domain: Domain }),
	command("record_refuse", { domain: Domain }),
	/** Ends the listening; the steps wait for a name. */
	command("record_stop", {}),
	command("record_go_on", {}),
	/** It became a routine: what was recorded is forgotten, and a replay is offered. */
	command("record_saved", { routineId: RoutineId, name: z.string().max(80) }),
	/** Forgets the recording. */
	command("record_drop", {}),
	/** Asks for orders that fit the page in front. */
	command("page_orders", { tabId: TabId }),
	/** Reads the page in front, whose site this allows, for the lists on it. */
	command("page_text", { tabId: TabId }),
	command("state_get", { tabId: TabId.optional() }),
]);
export type PanelCommand = z.infer<typeof PanelCommand>;
export type PanelCommandType = PanelCommand["type"];

export const settingsCommands: ReadonlySet<PanelCommandType> = new Set([
	"run_stop",
	"routine_take",
	"site_revoke",
	"trusted_revoke",
	"password_change",
	"preferences_set",
	"sign_out",
	"signed_out_by_server",
	"server_set",
	"server_test",
	"state_get",
]);

/** The result of a server test. `latencyMs` of `/.well-known/jwks.json`; `insecure`: the address is refused before any call. */
export const ServerTest = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("ok"), latencyMs: z.number(), signedIn: z.boolean() }),
	z.object({ kind: z.literal("invalid") }),
	z.object({ kind: z.literal("insecure") }),
	z.object({ kind: z.literal("unreachable"), reason: z.enum(["silent", "late"]) }),
	z.object({ kind: z.literal("not_webhand"), status: z.number() }),
	z.object({ kind: z.literal("blocked"), extensionId: z.string() }),
]);
export type ServerTest = z.infer<typeof ServerTest>;

const Done = z.object({});

/** What became of an answer or a note: null when the server took it; else it waits or was refused. */
const Told = z.object({ said: Said.nullable() });

export const panelReplies = {
	run_start: z.object({ sessionId: SessionId }),
	run_attach: Done,
	run_stop: Done,
	run_pause: Done,
	run_resume: Done,
	run_answer: Told,
	login_use: z.object({ filled: z.array(LoginPart) }),
	login_save: z.object({ name: z.string() }),
	run_note: Told,
	said_send: Done,
	said_drop: Done,
	run_restore: z.object({ sessionId: SessionId }),
	client_call: Done,
	client_calls_end: Done,
	routine_play: Done,
	routine_take: Done,
	routine_leave: Done,
	task_cancel: Done,
	site_grant: Done,
	site_deny: Done,
	site_revoke: Done,
	trusted_grant: Done,
	trusted_deny: Done,
	page_answer: Done,
	trusted_revoke: Done,
	mode_set: Done,
	sign_in: Done,
	sign_in_provider: Done,
	sign_in_code: Done,
	sign_in_enrol: Done,
	sign_in_cancel: Done,
	recovery_codes_kept: Done,
	tenant_switch: Done,
	password_change: Done,
	preferences_set: Done,
	sign_out: Done,
	signed_out_by_server: Done,
	server_set: Done,
	server_test: ServerTest,
	record_start: Done,
	record_undo: Done,
	record_delete: Done,
	record_change: Done,
	record_pick: Done,
	record_allow: Done,
	record_refuse: Done,
	record_stop: Done,
	record_go_on: Done,
	record_saved: Done,
	record_drop: Done,
	page_orders: z.object({ orders: z.array(z.string()) }),
	/** `withheld`: Chrome is to be asked for these origins first. */
	page_text: z.discriminatedUnion("kind", [
		z.object({ kind: z.literal("page"), url: z.string(), title: z.string(), dom: z.string() }),
		z.object({ kind: z.literal("withheld"), origins: z.array(z.string()) }),
	]),
	state_get: ViewState,
} satisfies Record<PanelCommandType, z.ZodType>;

/** A command without its envelope. */
export type CommandInput<T extends PanelCommandType> = Omit<Extract<z.input<typeof PanelCommand>, { type: T }>, "v" | "id" | "type">;
export type CommandReply<T extends PanelCommandType> = z.infer<(typeof panelReplies)[T]>;

/**
 * The envelope of each reply. `code` is the worker's (UNKNOWN_MESSAGE, BAD_MESSAGE, RUN_ACTIVE, NO_RUN, SIGNED_OUT, TAB_GONE, BAD_SERVER, MODE_LOCKED,
 * NETWORK) or the server's, with its `details`, `requestId` and `retryAfterMs`.
 */
export const MessageReply = z.discriminatedUnion("ok", [
	z.object({ id: z.string(), ok: z.literal(true), data: z.unknown() }),
	z.object({
		id: z.string(),
		ok: z.literal(false),
		error: z.object({
			code: z.string(),
			message: z.string(),
			details: z.record(z.string(), z.unknown()).optional(),
			requestId: z.string().optional(),
			retryAfterMs: z.number().optional(),
		}),
	}),
]);
export type MessageReply = z.infer<typeof MessageReply>;

/** The port over which a panel follows the worker. */
export const panelPort = "panel";

/** The tab of a panel: the active one of its window, or `?tabId=` where the panel itself is a tab. `sessionId`: the chat that it shows. */
export const PanelPortMessage = z.discriminatedUnion("type", [
	z.strictObject({ type: z.literal("panel_watch"), windowId: z.number().int(), tabId: TabId.optional(), sessionId: SessionId.optional() }),
	z.strictObject({ type: z.literal("panel_ping") }),
]);
export type PanelPortMessage = z.infer<typeof PanelPortMessage>;

/** A realtime event of a chat as it arrives; readers skip unknown names. */
export const ArrivedEvent = z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) });
export type ArrivedEvent = z.infer<typeof ArrivedEvent>;

/**
 * The worker's messages to a panel. `view_event` carries the realtime events of its chat in order; `view_behind`: events may have been
 * missed, so messages must be read again. `view_log` adds a line, `view_log_all` is the whole log.
 */
export const WorkerPortMessage = z.discriminatedUnion("type", [
	z.object({ type: z.literal("view_state"), state: ViewState }),
	z.object({ type: z.literal("view_event"), sessionId: SessionId, ...ArrivedEvent.shape }),
	z.object({ type: z.literal("view_behind"), sessionId: SessionId }),
	z.object({ type: z.literal("view_log"), line: LogLine }),
	z.object({ type: z.literal("view_log_all"), lines: z.array(LogLine) }),
]);
export type WorkerPortMessage = z.infer<typeof WorkerPortMessage>;
