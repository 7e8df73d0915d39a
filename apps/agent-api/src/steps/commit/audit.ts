import type { Mode } from "@webhand/contracts/agent/task";
import type { Resumed } from "../../approval/resume.ts";
import type { StepRow } from "../task.ts";
import type { StepAuditNote } from "./rows.ts";

/** A step as far as the audit cares. `before` and `mode`: what the user allowed until now, and from now on. */
export type AuditableStep = {
	readonly before: Mode;
	readonly mode: Mode;
	readonly gate: StepRow["gate"];
	readonly resumed: Pick<Resumed, "kind"> & { readonly isInvalidated?: boolean };
};

const unnoted: ReadonlySet<StepRow["gate"]["class"]> = new Set(["observe", "navigate", "fill"]);

/**
 * The audit notes of a step: a raised mode, a denied or invalidated approval, and the gate's decision on anything beyond looking,
 * navigating and filling in.
 *
 * @throws never
 */
export function auditNotesOf({ before, mode, gate, resumed }: AuditableStep): readonly StepAuditNote[] {
	const note = (action: StepAuditNote["action"], outcome: string, facts: StepAuditNote["facts"]) => ({ action, outcome, facts });
	const answered = resumed.kind === "denied" ? "denied" : resumed.isInvalidated === true ? "void" : null;
	return [
		...(before === "careful" && mode === "autonomous" ? [note("mode.raise", "ok", { from: before, to: mode })] : []),
		...(answered === null ? [] : [note("gate", answered, { mode })]),
		...(unnoted.has(gate.class) ? [] : [note("gate", gate.outcome, { class: gate.class, reasons: gate.reasons, mode })]),
	];
}
