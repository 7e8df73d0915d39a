import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { Decider } from "../../../decider/port.ts";

/** The first step of a task with an address opens it, without a model; the gate judges that as it judges a model's own proposal. */
export function openingFirst(decider: Decider, { openFirst: url, taskId }: Pick<InteractRequest, "openFirst" | "taskId">): Decider {
	if (url === undefined || taskId !== undefined) return decider;
	const thought = "The task begins on this address";
	return { ...decider, decide: async () => ({ thought, action: { name: "openTab", url }, isUnplanned: true, decidedBy: "engine" }) };
}
