import type { PlanDraft } from "../../port.ts";

const mostText = 200;

/** A line of a plan, `step|why|result`; a line of other form is the step alone. @throws never */
export function planDraftOf(line: string): PlanDraft {
	const [description = "", reasoning = "", result = "", ...others] = line.split("|").map((part) => part.trim().slice(0, mostText));
	const isWhole = description !== "" && reasoning !== "" && result !== "" && others.length === 0;
	if (!isWhole) return { description: line.slice(0, mostText), toolType: "DOM" };
	return { description, toolType: "DOM", reasoning, expectedOutcome: { kind: "told", text: result } };
}
