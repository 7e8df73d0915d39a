import type { ActionView } from "@webhand/contracts/agent/task-trace";

/** Steps that hold a text in thought, action, target, observations, gate or loop rule; case ignored, "" finds all. @throws never */
export function matchingSteps(actions: readonly ActionView[], text: string): readonly ActionView[] {
	const wanted = text.trim().toLowerCase();
	return wanted === "" ? actions : actions.filter((action) => wordsOf(action).toLowerCase().includes(wanted));
}

function wordsOf({ thought, action, targetName, more = [], verification, gate, loop, status }: ActionView): string {
	const parts = more.flatMap((part) => [part.action, part.targetName]);
	const words = [thought, action, targetName, ...parts, ...(verification?.observations ?? []), verification?.verdict];
	return [...words, gate.class, gate.outcome, ...gate.reasons, loop, status].filter((word) => word !== undefined).join("\n");
}
