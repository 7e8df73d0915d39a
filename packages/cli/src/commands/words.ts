import type { RoutineEvent } from "../routine/types.ts";
import type { TaskEvent } from "../task/types.ts";
import { linesOf } from "./questions.ts";
import type { Style } from "./terminal.ts";
import { printable } from "./terminal.ts";

/** A line of progress, and how it is shown. */
export type Line = readonly [text: string, style?: Style];

/**
 * What a person reads of a task. Of a step its tool and its control alone: what is typed may be a secret of the order, and the thought names it.
 *
 * @throws never
 */
export function taskLines(event: TaskEvent): readonly Line[] {
	switch (event.type) {
		case "start":
			return [[`task ${event.taskId}`, "dim"]];
		case "step": {
			const { id } = event.arguments;
			const words = [`${event.index + 1}  ${event.tool}`, typeof id === "string" ? id : "", event.control ?? ""];
			return [[printable(words.filter((word) => word !== "").join("  "))]];
		}
		case "acted":
			return event.ok ? [] : [[`   ${printable(event.error ?? "it failed")}`, "yellow"]];
		case "trouble":
			return [[printable(event.message), "yellow"]];
		case "question":
			return linesOf(event.question).map((line) => [line, "yellow"]);
		case "answered":
			return [];
		case "end": {
			const { status, reason, question } = event.result;
			if (status === "done") return [["done", "green"]];
			if (status === "failed") return [[`failed: ${printable(reason?.message ?? "")}`, "red"]];
			return [[`a person is needed, and the task was cancelled: ${printable(question?.text ?? "")}`, "red"]];
		}
	}
}

/** What a person reads of a run; its rows go to stdout. @throws never */
export function routineLines(event: RoutineEvent): readonly Line[] {
	switch (event.type) {
		case "start": {
			const who = event.browser === "runner" ? "a runner of the organization does it" : "the browser of the key's owner does it";
			return [[`run ${event.runId}: ${event.rowCount} ${event.rowCount === 1 ? "row" : "rows"}, ${who}`, "dim"]];
		}
		case "progress": {
			const counts = Object.entries(event.counts).map(([state, count]) => `${count} ${state}`);
			const line: Line = [`${event.state}: ${event.over} of ${event.rowCount}${counts.length === 0 ? "" : ` (${counts.join(", ")})`}`];
			return event.notice === undefined ? [line] : [line, [printable(event.notice), "yellow"]];
		}
		case "row":
			return [];
		case "end": {
			const { status, reason = "" } = event.result;
			if (status === "done") return [["done", "green"]];
			return [[`${status === "failed" ? "failed" : "a person is needed"}: ${printable(reason)}`, "red"]];
		}
	}
}
