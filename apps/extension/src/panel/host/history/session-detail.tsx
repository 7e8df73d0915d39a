import { Box, Button, Flex, Heading, HStack, IconButton, Text } from "@chakra-ui/react";
import type { SessionId } from "@webhand/contracts/ids";
import type { AgentSessionRow, StoredToolCall } from "@webhand/contracts/tools/sessions";
import { agentSessionRoute } from "@webhand/contracts/tools/sessions";
import { BackIcon } from "../../../kit/icons.tsx";
import { useLoaded, useSubmit } from "../../../kit/load/queries.ts";
import { Empty } from "../../../kit/states.tsx";
import { formatTime } from "../../../kit/words/format.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { changesText } from "../changes/words.ts";
import { DiffViewer } from "../diff/diff-viewer.tsx";
import { SmallHead } from "../kit/small-head.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { isTask } from "../tasks/is-task.ts";
import { toolsText } from "../words.ts";
import { ToolCallRow } from "./tool-call-row.tsx";
import { historyText } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly id: SessionId;
	readonly visit: number;
	readonly workspaceName: (id: string | null) => string;
	readonly onBack: () => void;
	/** Opens a task as a conversation. */
	readonly onTask: (session: Pick<AgentSessionRow, "id" | "workspaceId">) => void;
};

/** A session: what was called, and what was changed. */
export function SessionDetail({ api, id, visit, workspaceName, onBack, onTask }: Props) {
	const text = historyText;
	// Each visit reads it again.
	const session = useLoaded(["session", id, visit], (signal) => api.call(agentSessionRoute, { params: { id }, query: {}, signal }));
	const { value, replace } = session;
	const {
		submit: older,
		isBusy: isLoadingOlder,
		problem,
	} = useSubmit(async () => {
		const oldest = value?.toolCalls.map(({ timestamp }) => timestamp).sort()[0];
		if (value === null || oldest === undefined) return;
		const { toolCalls, hasMoreBefore } = await api.call(agentSessionRoute, { params: { id }, query: { before: oldest } });
		const known = new Set(value.toolCalls.map((call) => call.id));
		replace({ ...value, hasMoreBefore, toolCalls: [...toolCalls.filter((call) => !known.has(call.id)), ...value.toolCalls] });
	});
	const title = value?.title || value?.task || text.untitled;
	return (
		<Flex as="article" aria-label={title} direction="column" flex="1" minH="0">
			<HStack px="1.5" py="1.5" gap="1" borderBottomWidth="1px" borderColor="line.soft" flexShrink="0">
				<IconButton size="2xs" boxSize="7" variant="ghost" aria-label={text.back} title={text.back} autoFocus onClick={onBack}>
					<BackIcon />
				</IconButton>
				<Box flex="1" minW="0">
					<Heading as="h3" textStyle="body" fontWeight="semibold" truncate dir="auto">
						{title}
					</Heading>
					{value === null ? null : (
						<Text textStyle="small" color="fg.quiet" truncate>
							{[workspaceName(value.workspaceId), text.status[value.status], formatTime(value.createdAt)]
								.filter((part) => part !== "")
								.join(" · ")}
						</Text>
					)}
				</Box>
				{value === null || !isTask({ status: value.status, messageCount: value.messages.length }) ? null : (
					<Button size="2xs" variant="outline" borderColor="line.strong" onClick={() => onTask(value)}>
						{text.openTask}
					</Button>
				)}
				<Button size="2xs" variant="ghost" loading={session.isLoading} aria-label={toolsText.reload} onClick={session.retry}>
					{toolsText.reload}
				</Button>
			</HStack>
			<Box flex="1" minH="0" overflowY="auto" pb="3">
				<ToolLoad loaded={session}>
					{({ toolCalls, diffs, hasMoreBefore }) => (
						<>
							{diffs.length === 0 ? null : (
								<>
									<SmallHead title={`${text.changes} (${changesText.diff.files(diffs.length)})`} />
									<Flex direction="column" gap="2" px="gutter" pb="2">
										{diffs.map((diff, index) => (
											<DiffViewer key={`${diff.path} ${index + 1}`} diff={diff} isOpen={false} />
										))}
									</Flex>
								</>
							)}
							<SmallHead title={text.toolCalls} />
							{toolCalls.length === 0 ? <Empty title={text.noCalls} /> : <ToolCallLog calls={newestFirst(toolCalls)} />}
							<Box px="gutter">
								<ToolProblem problem={problem} />
								{hasMoreBefore ? (
									<Button
										size="xs"
										variant="ghost"
										w="full"
										loading={isLoadingOlder}
										aria-label={text.olderCalls}
										onClick={() => void older()}
									>
										{text.olderCalls}
									</Button>
								) : null}
							</Box>
						</>
					)}
				</ToolLoad>
			</Box>
		</Flex>
	);
}

function newestFirst<Call extends { readonly timestamp: string }>(calls: readonly Call[]): Call[] {
	return [...calls].sort((one, other) => other.timestamp.localeCompare(one.timestamp));
}

/** The tool calls of a session, newest first: what was called, how it ended, how long it took; arguments and result unfold. */
function ToolCallLog({ calls }: { readonly calls: readonly StoredToolCall[] }) {
	return (
		<Box role="list" aria-label={historyText.toolCalls}>
			{calls.map((call) => (
				<ToolCallRow key={call.id} call={call} />
			))}
		</Box>
	);
}
