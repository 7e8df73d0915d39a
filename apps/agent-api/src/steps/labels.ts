import type { ApprovalFacts } from "@webhand/contracts/agent/interact";
import { readLoopRule, readRiskClass } from "@webhand/contracts/agent/step-labels";
import { defined } from "../defined.ts";
import type { StepRow } from "./task.ts";

/** The risk class and the loop rule of a stored step in words: rows of earlier versions hold letters and codes. */
export function readLabels({ gate, loop }: Pick<StepRow, "gate" | "loop">) {
	return {
		gate: { ...gate, class: readRiskClass(gate.class), reasons: [...gate.reasons] },
		...defined({ loop: loop && readLoopRule(loop) }),
	};
}

/** The facts of a stored approval question, with their risk class in words. */
export function readApproval(approval: ApprovalFacts | undefined): ApprovalFacts | undefined {
	return approval === undefined ? undefined : { ...approval, class: readRiskClass(approval.class) };
}
