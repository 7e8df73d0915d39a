import { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RunView, StepView, ViewState } from "../../src/panel-state.ts";

/** When the task began. */
export const at = Date.parse("2026-03-02T10:00:00Z");
const user = { id: UserId.parse(`usr_${"a".repeat(22)}`), email: "ada@webhand.local", name: "Ada Lovelace" };

/** A signed-in user without a task. */
export const signedIn: ViewState = {
	auth: {
		kind: "signed_in",
		expiresAt: "2026-03-02T22:00:00Z",
		user,
		tenantId: TenantId.parse(`org_${"b".repeat(22)}`),
		tenantName: "Demo",
		tenantKind: "organization",
		roles: ["member"],
	},
	signingIn: { kind: "none" },
	serverUrl: "http://127.0.0.1:8787",
	managed: { hasServer: false, organizationSignIn: false, allowedSites: [] },
	mode: "careful",
	tab: { id: 7, url: "http://localhost:8788/", domain: "localhost", title: "Harbour Kitchen" },
	run: null,
	earlier: [],
	recording: null,
	otherRuns: [],
	plays: [],
	lastOfTab: null,
	said: [],
	transport: "connected",
	grants: [{ domain: "localhost", at }],
	trustedGrants: [{ domain: "localhost", at }],
	connection: { kind: "online" },
};

const step = (stepIndex: number, part: Pick<StepView, "thought" | "action" | "actionName"> & Partial<StepView>): StepView => ({
	stepIndex,
	state: "done",
	decidedBy: "rules",
	warnings: [],
	at: at + stepIndex * 2_000,
	...part,
});

/** The server's verdict on a successful step. */
export const worked = (stepIndex: number, ...observations: string[]): StepView["verification"] => ({
	stepIndex,
	verdict: "success",
	confidence: 0.95,
	by: "facts",
	observations,
});

/** A search that worked, a covered click, and a batch of fills. */
export const steps: readonly StepView[] = [
	step(0, {
		thought: "The page has one search box, so “blue kettle” goes there and Enter starts the search.",
		action: 'setValue(4, "blue kettle", true)',
		actionName: "setValue",
		target: { id: 4, role: "search", name: "Search products" },
		result: { success: true },
		verification: worked(0, "The address changed to /search", "“12 results for blue kettle” appeared"),
		warnings: ["RISKY_ALLOWED"],
	}),
	step(1, {
		thought: "The first result is “Blue kettle”.",
		action: "click(21)",
		actionName: "click",
		target: { id: 21, role: "a", name: "Blue kettle" },
		result: { success: false, code: "COVERED", message: "Covered by “Cookie notice”" },
		verification: {
			stepIndex: 1,
			verdict: "failure",
			confidence: 0.95,
			by: "facts",
			observations: ["Covered by “Cookie notice”", "Nothing on the page changed"],
		},
	}),
	step(2, {
		thought: "The notice has to go first.",
		action: "click(2)",
		actionName: "click",
		more: [
			{
				action: 'setValue(5, "Ada Lovelace")',
				actionName: "setValue",
				target: { id: 5, role: "text", name: "Your name" },
				result: { success: true },
			},
			{
				action: 'setValue(6, "ada@example.com")',
				actionName: "setValue",
				target: { id: 6, role: "email", name: "Email" },
				result: { success: false },
			},
			{ action: 'setValue(7, "Hello")', actionName: "setValue" },
		],
		target: { id: 2, role: "button", name: "Close the cookie notice" },
		result: { success: true },
	}),
];

/** The running task. */
export const run: RunView = {
	runKey: "r1",
	tabId: 7,
	taskId: TaskId.parse("e49abedb-f50c-45d2-bf81-62662b6a038e"),
	sessionId: SessionId.parse("59adf5f0-cddb-42dd-a20d-658ac57278fd"),
	query: 'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total',
	state: "running",
	phase: "post",
	postedAt: null,
	wait: null,
	status: "correcting",
	plan: {
		createdAt: "2026-03-02T10:00:00.000Z",
		currentStepIndex: 1,
		steps: [
			{ id: "step_0", index: 0, description: 'Search for "blue kettle"', status: "completed", toolType: "DOM" },
			{
				id: "step_1",
				index: 1,
				description: "Open the first result",
				status: "active",
				toolType: "DOM",
				reasoning: "Your instruction asks for it.",
				expectedOutcome: { kind: "any_change" },
			},
			{ id: "step_2", index: 2, description: 'Choose "1.5 l" as size', status: "pending", toolType: "DOM" },
			{ id: "step_3", index: 3, description: "Write the total into prices.csv", status: "pending", toolType: "SERVER" },
		],
	},
	stepIndex: 2,
	maxSteps: 50,
	steps: [...steps],
	notes: [{ text: "Take the cheaper one if there are two.", at: at + 3_000 }],
	question: null,
	missingInformation: [],
	answer: null,
	failure: null,
	cost: { taskTokens: 12_400, tokenBudget: 400_000, taskUsd: 0.0123 },
	isUnmarked: false,
	startedAt: at,
	endedAt: null,
};

/** The run's plan with its first steps done. */
export const doneThrough = (count: number): RunView["plan"] =>
	run.plan && { ...run.plan, steps: run.plan.steps.map((each, index) => (index < count ? { ...each, status: "completed" } : each)) };

/** The step that ends the task. */
export const last = (actionName: "finish" | "fail", thought: string) => step(3, { thought, action: `${actionName}()`, actionName });
