import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";

/** True for a server-run task: what people do by hand has no messages, and is open until they sign out. @throws never */
export function isTask({ status, messageCount }: Pick<AgentSessionRow, "status" | "messageCount">): boolean {
	return messageCount > 0 || status !== "idle";
}
