import { Badge } from "@chakra-ui/react";
import type { PlanStep } from "@webhand/contracts/agent/task";
import { HostIcon } from "../../kit/icons.tsx";
import { taskText } from "./words.ts";

/** Marks what runs on the server host, wholly or in part. */
export function OnServer({ tool }: { readonly tool: Exclude<PlanStep["toolType"], "DOM"> }) {
	return (
		<Badge size="sm" variant="surface" ms="1.5" title={taskText.onServer[tool]}>
			<HostIcon boxSize="3" />
			{tool}
		</Badge>
	);
}
