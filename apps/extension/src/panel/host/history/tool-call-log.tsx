import { Box } from "@chakra-ui/react";
import type { StoredToolCall } from "@webhand/contracts/tools/sessions";
import { ToolCallRow } from "./tool-call-row.tsx";
import { historyText } from "./words.ts";

/** The tool calls of a session, newest first: what was called, how it ended, how long it took; arguments and result unfold. */
export function ToolCallLog({ calls }: { readonly calls: readonly StoredToolCall[] }) {
	return (
		<Box role="list" aria-label={historyText.toolCalls}>
			{calls.map((call) => (
				<ToolCallRow key={call.id} call={call} />
			))}
		</Box>
	);
}
