import { Question, Warning } from "@webhand/contracts/agent/interact";
import { FailureCategory, Mode, OrchestratorStatus, Plan, Verification } from "@webhand/contracts/agent/task";
import { SessionReply } from "@webhand/contracts/auth/sign-in";
import { SessionId, TaskId } from "@webhand/contracts/ids";
import { z } from "zod";

/** Chrome's own id of a tab; 0 is a valid id. */
export const TabId = z.number().int().nonnegative();
/** Registrable domain of a page (`extractDomain` of packages/page). */
export const Domain = z.string().min(1).max(253);
/** Milliseconds since the epoch. */
const Time = z.number().nonnegative();

/** Who uses the extension. `checking` lasts until the server confirmed the stored token at start (000 §10). */
export const AuthView = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("checking") }),
	z.object({ kind: z.literal("signed_out"), reason: z.enum(["never", "signed_out", "expired", "other_server"]) }),
	z.object({ kind: z.literal("signed_in"), ...SessionReply.shape }),
]);
export type AuthView = z.infer<typeof AuthView>;

/** Why nobody but Chrome may read a page; each has a sentence of its own in RestrictedPage. */
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

/**
 * Why a run does not go on by itself. `until` is when the worker tries again.
 *
 * `site.origins` are the patterns for `permissions.request` when Chrome withholds the site (`withheld`); the panel asks for them in the click
 * itself, since only a user gesture may. `busy.code` is the server's code, or NETWORK. `elsewhere`: another window wrote a step of this task:
 * `run_resume` takes over, `run_stop { leave: true }` leaves it alone.
 */
export const RunWait = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("user") }),
	z.object({ kind: z.literal("site"), domain: Domain, origins: z.array(z.string()), withheld: z.boolean() }),
	z.object({ kind: z.literal("trusted"), domain: Domain }),
	z.object({ kind: z.literal("busy"), code: z.string(), message: z.string(), until: Time }),
	z.object({ kind: z.literal("offline"), message: z.string(), requestId: z.string().optional() }),
	z.object({ kind: z.literal("signed_out") }),
	z.object({ kind: z.literal("elsewhere") }),
	z.object({ kind: z.literal("page_dialog") }),
	z.object({ kind: z.literal("paused") }),
]);
export type RunWait = z.infer<typeof RunWait>;

/** The control an action is aimed at, as the page names it. */
const TargetView = z.object({ id: z.number().int(), role: z.string(), name: z.string() });

/** One more action of the same step. Without `result` it has not been done: not yet, or not at all once the step is `done`. */
const PartView = z.object({
	action: z.string(),
	actionName: z.string(),
	target: TargetView.optional(),
	result: z.object({ success: z.boolean(), code: z.string().optional(), message: z.string().optional() }).optional(),
});
export type PartView = z.infer<typeof PartView>;

/**
 * One step. `action` is canonical (engine.md §3). `result` is what the page did at once; `verification` is the server's judgement, known with
 * the next step: its `verdict` gives ✅ or ❌, its `observations` the proof. `acting` while the page is being worked on. `more`: what a batch does after
 * `action`, in order; `result` is then that of the part it came to.
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
	warnings: z.array(Warning),
	at: Time,
	ms: z.number().nonnegative().optional(),
});
export type StepView = z.infer<typeof StepView>;

/** What has been spent; unknown figures are absent, never zero. */
export const CostView = z.object({
	taskTokens: z.number().nonnegative(),
	tokenBudget: z.number().positive(),
	taskUsd: z.number().nonnegative().optional(),
});
export type CostView = z.infer<typeof CostView>;

/**
 * A task in a tab: all that ChatTurns, PlanWidget, TaskHeader, counters, prompts and TaskCompletedCard show of it.
 *
 * `taskId` is null until the server answered the first step. `phase` is what the worker does now ("Thinking…" is `post`); `state` is the word
 * in TaskHeader; `isUnmarked`: the page takes the mark away, so the person sees the agent here alone. `missingInformation` belongs to `question`. `ended.message` is the sentence of a stop that the server did not word.
 */
export const RunView = z.object({
	runKey: z.string(),
	tabId: TabId,
	taskId: TaskId.nullable(),
	sessionId: SessionId,
	query: z.string(),
	state: z.enum(["running", "completed", "failed", "stopped"]),
	phase: z.enum(["look", "post", "act", "settle", "ended"]),
	wait: RunWait.nullable(),
	status: OrchestratorStatus.nullable(),
	plan: Plan.nullable(),
	stepIndex: z.number().int().nonnegative().nullable(),
	maxSteps: z.number().int().positive(),
	steps: z.array(StepView),
	notes: z.array(z.object({ text: z.string(), at: Time })),
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

/** Can the server be reached? `checking` until the first call of this worker answered. */
export const ConnectionView = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("checking") }),
	z.object({ kind: z.literal("online") }),
	z.object({ kind: z.literal("offline"), message: z.string(), since: Time }),
]);
export type ConnectionView = z.infer<typeof ConnectionView>;

/** A domain that the person allowed for good. */
export const SiteGrant = z.object({ domain: Domain, at: Time });
export type SiteGrant = z.infer<typeof SiteGrant>;

/** Everything the panel draws; sent whole after each change, so a panel that missed one misses nothing. */
export const ViewState = z.object({
	auth: AuthView,
	serverUrl: z.string(),
	mode: Mode,
	tab: TabView.nullable(),
	run: RunView.nullable(),
	/** Tasks that ended in this tab before `run` began, oldest first. */
	earlier: z.array(RunView),
	/** Tasks in other tabs: what RunningBar lists. */
	otherRuns: z.array(z.object({ tabId: TabId, query: z.string(), state: RunView.shape.state, needsUser: z.boolean() })),
	grants: z.array(SiteGrant),
	/** Domains where real input is allowed for good; null in a build that has none. */
	trustedGrants: z.array(SiteGrant).nullable(),
	connection: ConnectionView,
});
export type ViewState = z.infer<typeof ViewState>;

/** A line of the live log; `text` is a sentence without page text or values. */
export const LogLine = z.object({
	at: Time,
	stepIndex: z.number().int().nonnegative().optional(),
	source: z.enum(["page", "worker", "server", "tool"]),
	text: z.string(),
	ms: z.number().nonnegative().optional(),
});
export type LogLine = z.infer<typeof LogLine>;
