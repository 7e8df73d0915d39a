import { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { nothingSpent } from "../src/policy/progress/budget.ts";
import { makePlan } from "../src/policy/progress/plan.ts";
import type { OpenQuestion, StepRow, Task } from "../src/shared/task.ts";
import { freshCounters } from "../src/shared/task.ts";

const at = new Date("2026-01-30T10:00:00.000Z");
const user = UserId.parse(`usr_${"a".repeat(22)}`);
const id = "e49abedb-f50c-45d2-bf81-62662b6a038e";

/** A task that lives, for table tests. */
export function liveTask(facts: Partial<Task> = {}): Task {
	return {
		_id: TaskId.parse(id),
		tenantId: TenantId.parse(user),
		userId: user,
		sessionId: SessionId.parse(id),
		door: "interact",
		query: "Buy tea",
		mode: "autonomous",
		status: "executing",
		stepCount: 1,
		maxSteps: 50,
		plan: makePlan([], "Buy tea", at),
		hasPlan: true,
		counters: freshCounters,
		memory: "",
		deciderState: null,
		question: null,
		notes: [],
		denied: [],
		reflections: [],
		spent: nothingSpent,
		origins: ["shop.example"],
		tainted: false,
		allowsSearches: false,
		ownFills: [],
		rev: 1,
		createdAt: at,
		updatedAt: at,
		expireAt: at,
		...facts,
	};
}

/** A click that was proven or not, for table tests. */
export function actionRow({
	stepIndex,
	verdict,
	key,
}: {
	readonly stepIndex: number;
	readonly verdict: "success" | "failure";
	readonly key: string;
}): StepRow {
	const task = liveTask();
	return {
		tenantId: task.tenantId,
		userId: task.userId,
		taskId: task._id,
		stepIndex,
		thought: "I click",
		action: "click(1)",
		parsed: { name: "click", id: 1 },
		status: "executing",
		by: "decider",
		expect: { kind: "any_change" },
		isExplicit: false,
		before: null,
		keys: { action: key, page: key, base: key, numbers: "" },
		planIndex: 0,
		gate: { class: "fill", outcome: "allow", reasons: [] },
		verification: { stepIndex, verdict, confidence: 0.9, by: "facts", observations: [] },
		isProven: false,
		isSealed: false,
		ms: {},
		createdAt: at,
		expireAt: at,
	};
}

/** An approval that is asked for, for table tests. */
export function openApproval(facts: Partial<OpenQuestion> = {}): OpenQuestion {
	return {
		id: `que_${"q".repeat(22)}` as OpenQuestion["id"],
		kind: "approval",
		text: "May I click “Pay”?",
		expiresAt: "2026-01-30T10:30:00.000Z",
		stepIndex: 0,
		...facts,
	};
}
