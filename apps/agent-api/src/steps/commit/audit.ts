import type { Mode } from "@webhand/contracts/agent/task";
import type { Resumed } from "../../approval/resume.ts";
import type { StepRow } from "../task.ts";
import type { StepNote } from "./rows.ts";

/** A step as far as an audit cares. `before` and `mode`: what the person allowed until now, and from now on. */
export type NotableStep = {
	readonly before: Mode;
	readonly mode: Mode;
	readonly gate: StepRow["gate"];
	readonly resumed: Pick<Resumed, "kind"> & { readonly isInvalidated?: boolean };
};

const plain: ReadonlySet<StepRow["gate"]["class"]> = new Set(["observe", "navigate", "fill"]);

/**
 * The notes of a step: a mode that was raised, a no of the person, an approval that came to nothing, and what the gate said of an action
 * that is more than looking, going and filling in.
 *
 * @throws never
 */
export function notesOf({ before, mode, gate, resumed }: NotableStep): readonly StepNote[] {
	const answered = resumed.kind === "denied" ? "denied" : resumed.isInvalidated === true ? "void" : null;
	return [
		...(before === "careful" && mode === "autonomous"
			? [{ action: "mode.raise" as const, outcome: "ok", facts: { from: before, to: mode } }]
			: []),
		...(answered === null ? [] : [{ action: "gate" as const, outcome: answered, facts: { mode } }]),
		...(plain.has(gate.class)
			? []
			: [{ action: "gate" as const, outcome: gate.outcome, facts: { class: gate.class, reasons: gate.reasons, mode } }]),
	];
}
