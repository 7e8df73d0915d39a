import { isTerminal } from "@webhand/contracts/agent/task";
import type { Task } from "./task.ts";

/** The newest moments at which a task that is over by now was last written to. */
export type IdleSince = { readonly waiting: Date; readonly others: Date };

const dayMs = 86_400_000;

/**
 * Has a task been left alone for so long that it is over? An hour as a rule; an agent session that waits for a person has a day, and a
 * workspace in a person's own hands has no end.
 *
 * @throws never
 */
export function isIdle(
	{ status, door, updatedAt }: Pick<Task, "status" | "door" | "updatedAt">,
	{ now, idleMs }: { readonly now: Date; readonly idleMs: number },
): boolean {
	if (isTerminal(status) || door === "manual") return false;
	const { others, waiting } = idleSince({ now, idleMs });
	return updatedAt < (door === "agent" && status === "needs_user_input" ? waiting : others);
}

/** Since when a task must have been left alone to be over: an agent session that waits for a person, and all others. @throws never */
export function idleSince({ now, idleMs }: { readonly now: Date; readonly idleMs: number }): IdleSince {
	const before = (ms: number) => new Date(now.getTime() - ms);
	return { waiting: before(Math.max(dayMs, idleMs)), others: before(idleMs) };
}
