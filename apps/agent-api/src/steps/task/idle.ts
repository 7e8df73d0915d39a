import { isTerminal } from "@webhand/contracts/agent/task";
import type { Task } from "./task.ts";

const dayMs = 86_400_000;

/**
 * Has a task been left alone for so long that it is over? An hour as a rule; an agent session that waits for a person has a day, and a
 * workspace in a person's own hands has no end.
 *
 * @throws never
 * @source spec 003 "State Management"; engine.md §5
 */
export function isIdle(
	{ status, door, updatedAt }: Pick<Task, "status" | "door" | "updatedAt">,
	{ now, idleMs }: { readonly now: Date; readonly idleMs: number },
): boolean {
	if (isTerminal(status) || door === "manual") return false;
	const limitMs = door === "agent" && status === "needs_user_input" ? Math.max(dayMs, idleMs) : idleMs;
	return now.getTime() - updatedAt.getTime() > limitMs;
}
