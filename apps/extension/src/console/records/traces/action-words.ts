import type { ActionView } from "@webhand/contracts/agent/task-trace";
import { actionLabel } from "../../../kit/words/action-label.ts";

type Acted = Pick<ActionView, "action" | "targetName">;

/** An action as a person says it: `Click “Add to cart”`. @throws never */
export function wordsOfAction({ action, targetName }: Acted): string {
	const actionName = action.split("(", 1)[0] ?? action;
	return actionLabel({ action, actionName, ...(targetName === undefined ? {} : { target: { id: 0, role: "", name: targetName } }) });
}
