import { browserCallLimits } from "@webhand/contracts/mcp-server/calls";
import type { CallReport, CallStep } from "@webhand/contracts/mcp-server/reports";
import type { StepView } from "../../panel-state.ts";
import type { RunRecord } from "../../run-record.ts";
import { clientWords } from "./words.ts";

/** How a run stands, for the MCP client that asked for it. @throws never */
export function callReportOf(record: RunRecord): CallReport {
	const { taskId, sessionId, end, answer, failure } = record;
	const steps = record.steps.slice(-browserCallLimits.steps).map(stepOf);
	const place = { taskId, sessionId, steps };
	if (end === null) return { state: "running", ...place, waitsFor: waitsFor(record) };
	const told = failure === null ? null : { category: failure.category.slice(0, 100), message: failure.message.slice(0, 4_000) };
	return { state: "ended", ...place, outcome: end, answer, failure: told };
}

function stepOf({ stepIndex: index, thought, action, result, state }: StepView): CallStep {
	if (state === "acting" || result === undefined) return { index, thought, action };
	const { success, message } = result;
	return { index, thought, action, result: { success, ...(message === undefined ? {} : { message: message.slice(0, 2_000) }) } };
}

/** What only the user can do, in words; null while the run goes on by itself. */
function waitsFor({ wait, question }: RunRecord): string | null {
	if (wait === null) return null;
	switch (wait.kind) {
		case "busy":
			return null;
		case "user":
			return (question?.text ?? clientWords.waits.user).slice(0, 1_000);
		case "site":
		case "trusted":
			return clientWords.waits[wait.kind](wait.domain);
		default:
			return clientWords.waits[wait.kind];
	}
}
