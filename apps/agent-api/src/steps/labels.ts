import { readLoopRule, readRiskClass } from "@webhand/contracts/agent/step-labels";
import { defined } from "../defined.ts";
import type { StepRow } from "./task.ts";

/** The risk class and the loop rule of a stored step in words: rows of earlier versions hold letters and codes. */
export function readLabels({ gate, loop }: Pick<StepRow, "gate" | "loop">): Pick<StepRow, "gate" | "loop"> {
	return { gate: { ...gate, class: readRiskClass(gate.class) }, ...defined({ loop: loop && readLoopRule(loop) }) };
}
