import { Question, Warning } from "@webhand/contracts/agent/interact";
import { DecidedBy } from "@webhand/contracts/agent/step-labels";
import { FailureCategory, Mode, OrchestratorStatus, Plan, Verification } from "@webhand/contracts/agent/task";
import { Enrolment } from "@webhand/contracts/auth/second-factor";
import { SessionReply } from "@webhand/contracts/auth/sign-in";
import { QuestionId, RoutineRunId, SessionId, TaskId } from "@webhand/contracts/ids";
import { BrowserCallId } from "@webhand/contracts/mcp-server/calls";
import { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import { z } from "zod";
import { RecordingView } from "./recording.ts";

/** Chrome's tab id; 0 is valid. */
export const TabId = z.number().int().nonnegative();
/** Registrable domain of a page (`extractDomain` of packages/page). */
export const Domain = z.string().min(1).max(253);
/** Milliseconds since the epoch. */
const Time = z.number().nonnegative();

/** The sign-in. `checking` lasts until the server confirmed the stored token (spec 000 §10). */
export const AuthView = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("checking") }),
	z.object({ kind: z.literal("signed_out"), reason: z.enum(["never", "signed_out", "expired", "other_server"]) }),
	z.object({ kind: z.literal("signed_in"), ...SessionReply.shape }),
]);
export type AuthView = z.infer<typeof AuthView>;

/**
 * A sign-in through a provider did not come about: its tab was closed, took more than ten minutes, the provider refused (its tab says
 * why), or the server did with `code`.
 */
export const ProviderFailed = z.object({
	kind: z.literal("provider_failed"),
	email: z.string(),
	reason: z.enum(["closed", "late", "refused", "failed"]),
	code: z.string().optional(),
	message: z.string().optional(),
	requestId: z.string().optional(),
});
export type ProviderFailed = z.infer<typeof ProviderFailed>;

/** New recovery codes, until the user has kept them. */
export const RecoveryCodes = z.object({ kind: z.literal("recovery_codes"), codes: z.array(z.string()) });

/** A sign-in that is not complete, or what its user still has to see. Tickets stay in the worker. */
export const SigningIn = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("none") }),
	z.object({ kind: z.literal("provider"), email: z.string() }),
	ProviderFailed,
	/** `enrolment` is what a user without a second factor puts into an app; null until the server gave it. */
	z.object({ kind: z.literal("second_factor"), isEnrolled: z.boolean(), enrolment: Enrolment.nullable() }),
	RecoveryCodes,
]);
export type SigningIn = z.infer<typeof SigningIn>;

/** Why only Chrome may read a page. */
export const RestrictedKind = z.enum(["browser", "new_tab", "extension", "web_store", "file", "data", "error", "other"]);
export type RestrictedKind = z.infer<typeof RestrictedKind>;

/** The tab that the panel follows. `domain` is "" where the address has none. */
export const TabView = z.object({
	id: TabId,
	url: z.string(),
	domain: z.string(),
	title: z.string(),
	restricted: RestrictedKind.optional(),
});
export type TabView = z.infer<typeof TabView>;

/** What a page asks in a window of the browser. `site`: of the document that asks; `suggestion`: what stands in the field of a `prompt`. */
export const PageAsks = z.object({
	site: z.string(),
	type: z.enum(["confirm", "prompt", "beforeunload"]),
	message: z.string(),
	suggestion: z.string(),
});
export type PageAsks = z.infer<typeof PageAsks>;

/**
 * Why a run waits. `until`: the worker's next try.
 * `site.origins` are the patterns for `permissions.request` when Chrome withholds the site; only a user gesture may ask. `busy.code` is
 * the server's code, or NETWORK. `elsewhere`: another window wrote a step; `run_resume` takes over, `run_stop { leave: true }` leaves.
 */
export const RunWait = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("user") }),
	z.object({ kind: z.literal("site"), domain: Domain, origins: z.array(z.string()), withheld: z.boolean() }),
	z.object({ kind: z.literal("trusted"), domain: Domain }),
	z.object({ kind: z.literal("busy"), code: z.string(), message: z.string(), until: Time }),
	z.object({ kind: z.literal("offline"), message: z.string(), requestId: z.string().optional() }),
	z.object({ kind: z.literal("signed_out") }),
	z.object({ kind: z.literal("elsewhere") }),
	/** `asks`: the page's own `confirm` or `prompt`, where the panel can answer it. */
	z.object({ kind: z.literal("page_dialog"), asks: PageAsks.optional() }),
	z.object({ kind: z.literal("paused") }),
]);
export type RunWait = z.infer<typeof RunWait>;

const TargetView = z.object({ id: z.number().int(), role: z.string(), name: z.string() });

/** A further action of a step. Without `result` it was not done. */
const PartView = z.object({
	action: z.string(),
	actionName: z.string(),
	target: TargetView.optional(),
	result: z.object({ success: z.boolean(), code: z.string().optional(), message: z.string().optional() }).optional(),
});
export type PartView = z.infer<typeof PartView>;

/**
 * A step. `action` is canonical; `result` is the page's immediate answer; `verification` comes with the next reply. `more`: the further
 * actions of a batch; `result` then belongs to the last one done.
 */
export const StepView = z.object({
	stepIndex: z.number().int().nonnegative(),
	thought: z.string(),
	action: z.string(),
	actionName: z.string(),
	target: TargetView.optional(),
	more: z.array(PartView).optional(),
	state: z.enum(["acting", "done"]),
	result: z.object({ success: z.boolean(), code: z.string().optional(), message: z.string().optional() }).optional(),
	verification: Verification.optional(),
	reasoning: z
		.object({ source: z.enum(["page", "knowledge", "user", "model"]), confidence: z.number(), evidence: z.array(z.string()) })
		.optional(),
	decidedBy: DecidedBy.optional(),
	warnings: z.array(Warning),
	at: Time,
	ms: z.number().nonnegative().optional(),
});
export type StepView = z.infer<typeof StepView>;

/** An unknown figure is absent, never zero. */
export const CostView = z.object({
	taskTokens: z.number().nonnegative(),
	/** Absent where nobody told it, as for a task of another device. */
	tokenBudget: z.number().positive().optional(),
	taskUsd: z.number().nonnegative().optional(),
});
export type CostView = z.infer<typeof CostView>;

/** The call of an MCP client that a run works on. Names of clients may be equal, ids are not. `isOneStep`: it ends after its first action. */
export const RunClient = z.object({ id: McpClientId, callId: BrowserCallId, name: z.string(), isOneStep: z.boolean() });
export type RunClient = z.infer<typeof RunClient>;

/** The row of a run of a routine that a task does. `mode`: what the run's options say about questions. */
export const RunRow = z.object({ runId: RoutineRunId, rowKey: z.string(), mode: Mode });
export type RunRow = z.infer<typeof RunRow>;

/**
 * A run of a routine that this browser does. `row`, `step`: the row under way and what it does now, in words; "" between two rows.
 * `problem`: why it rests until the person goes on; `needsUser`: its row waits for the person; `site`: the domain that it waits to be allowed.
 */
export const PlayView = z.object({
	runId: RoutineRunId,
	tabId: TabId,
	row: z.string(),
	step: z.string(),
	needsUser: z.boolean(),
	site: Domain.nullable(),
	problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type PlayView = z.infer<typeof PlayView>;

/** A note of the user. `isKept`: it waits in this browser until the server has a task for it. */
export const NoteView = z.object({ text: z.string(), at: Time, isKept: z.literal(true).optional() });

/**
 * A task in a tab, as the panel shows it.
 * `taskId` is null until the first reply. `postedAt`: when the step was asked for. `isUnmarked`: the page removes the overlay. `missingInformation` belongs to `question`.
 */
export const RunView = z.object({
	runKey: z.string(),
	tabId: TabId,
	taskId: TaskId.nullable(),
	sessionId: SessionId,
	query: z.string(),
	client: RunClient.optional(),
	row: RunRow.optional(),
	state: z.enum(["running", "completed", "failed", "stopped"]),
	phase: z.enum(["look", "post", "act", "settle", "ended"]),
	postedAt: Time.nullable(),
	wait: RunWait.nullable(),
	status: OrchestratorStatus.nullable(),
	plan: Plan.nullable(),
	stepIndex: z.number().int().nonnegative().nullable(),
	maxSteps: z.number().int().positive(),
	steps: z.array(StepView),
	notes: z.array(NoteView),
	question: Question.nullable(),
	missingInformation: z.array(z.string()),
	answer: z.string().nullable(),
	failure: z.object({ category: z.union([FailureCategory, z.string()]), message: z.string(), requestId: z.string().optional() }).nullable(),
	hasOrgKnowledge: z.boolean().optional(),
	cost: CostView.nullable(),
	isUnmarked: z.boolean(),
	startedAt: Time,
	endedAt: Time.nullable(),
});
export type RunView = z.infer<typeof RunView>;

/** `checking` until this worker's first call was answered. */
export const ConnectionView = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("checking") }),
	z.object({ kind: z.literal("online") }),
	z.object({ kind: z.literal("offline"), message: z.string(), since: Time }),
]);
export type ConnectionView = z.infer<typeof ConnectionView>;

/** How events of the server arrive. `polling`: by requests, because no socket opens; null while no chat is followed. */
export const Transport = z.enum(["connected", "reconnecting", "polling"]);
export type Transport = z.infer<typeof Transport>;

/**
 * An answer or a note that the server has not taken. `waiting`: nobody could be reached, it is sent again; `refused`: for the reason in
 * `code`, and the user decides what becomes of it.
 */
export const Said = z.object({
	id: z.string(),
	taskId: TaskId,
	questionId: QuestionId.optional(),
	text: z.string(),
	at: Time,
	state: z.enum(["sending", "waiting", "refused"]),
	code: z.string().optional(),
});
export type Said = z.infer<typeof Said>;

export const SiteGrant = z.object({ domain: Domain, at: Time });
export type SiteGrant = z.infer<typeof SiteGrant>;

/** A task of another tab or chat, in one line. */
const OtherRun = z.object({
	tabId: TabId,
	taskId: TaskId.nullable(),
	sessionId: SessionId,
	query: z.string(),
	state: RunView.shape.state,
	needsUser: z.boolean(),
});
type OtherRun = z.infer<typeof OtherRun>;

/** A run in one line. */
export function otherRunOf({
	tabId,
	taskId,
	sessionId,
	query,
	state,
	wait,
}: Omit<OtherRun, "needsUser"> & Pick<RunView, "wait">): OtherRun {
	return { tabId, taskId, sessionId, query, state, needsUser: wait !== null && wait.kind !== "busy" && wait.kind !== "paused" };
}

/** Everything the panel draws. It is sent whole after each change, so a missed message loses nothing. */
/** What the organization that manages this Chrome has fixed. `hasServer`: the address; `allowedSites`: host patterns, empty for no limit. */
export const ManagedView = z.object({
	hasServer: z.boolean(),
	organizationSignIn: z.boolean(),
	allowedSites: z.array(z.string()).readonly(),
});
export type ManagedView = z.infer<typeof ManagedView>;

export const ViewState = z.object({
	auth: AuthView,
	signingIn: SigningIn,
	serverUrl: z.string(),
	managed: ManagedView,
	mode: Mode,
	tab: TabView.nullable(),
	run: RunView.nullable(),
	/** The one recording of this browser. */
	recording: RecordingView.nullable(),
	/** Tasks that ended in this tab before `run` began, oldest first. */
	earlier: z.array(RunView),
	/** Tasks in other tabs. */
	otherRuns: z.array(OtherRun),
	/** Runs of routines that this browser does. */
	plays: z.array(PlayView),
	/** The chat and task that this tab had last, also in an earlier session of the browser. */
	lastOfTab: z.object({ sessionId: SessionId, taskId: TaskId.nullable(), domain: z.string() }).nullable(),
	said: z.array(Said),
	transport: Transport.nullable(),
	grants: z.array(SiteGrant),
	/** Domains where trusted input is always allowed; null in a build without it. */
	trustedGrants: z.array(SiteGrant).nullable(),
	connection: ConnectionView,
});
export type ViewState = z.infer<typeof ViewState>;

/** A line of the live log, without page text or values: what was tried, what came of it, and the error. */
export const LogLine = z.object({
	at: Time,
	stepIndex: z.number().int().nonnegative().optional(),
	source: z.enum(["page", "worker", "server", "tool"]),
	text: z.string(),
	ms: z.number().nonnegative().optional(),
	outcome: z.enum(["done", "failed", "unknown"]).optional(),
	error: z.string().optional(),
});
export type LogLine = z.infer<typeof LogLine>;
