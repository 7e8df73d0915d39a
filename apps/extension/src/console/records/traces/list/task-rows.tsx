import { Box, Button, Flex, Link, List, Text } from "@chakra-ui/react";
import type { TaskSummary } from "@webhand/contracts/agent/task-trace";
import { formatTime, formatUsd, tokensOf } from "../../../../kit/words/format.ts";
import { PersonName } from "../../../kit/list/person-name.tsx";
import type { NameOf } from "../../../org/use-names.ts";
import { pathOf } from "../../../place/place.ts";
import { StatusBadge } from "../status-badge.tsx";
import { tracesText } from "../words.ts";

type Props = {
	readonly tasks: readonly TaskSummary[];
	/** Tasks of several users: each row names its user, who filters the list. */
	readonly users?: { readonly nameOf: NameOf; readonly onUser: (userId: string) => void };
};

const text = tracesText;

/** The tasks as rows: state, instruction, time, steps and cost. */
export function TaskRows({ tasks, users }: Props) {
	return (
		<List.Root aria-label={text.listLabel} variant="plain" bg="bg.card" borderWidth="1px" borderColor="line.soft" borderRadius="lg">
			{tasks.map((task, index) => (
				<List.Item key={task.taskId} display="block" px="4" py="3" borderTopWidth={index === 0 ? "0" : "1px"} borderColor="line.soft">
					<Flex gap="3" align="flex-start" wrap={{ base: "wrap", md: "nowrap" }}>
						<Box flex="0 0 10.5rem">
							<StatusBadge status={task.status} />
						</Box>
						<Box flex="1 1 16rem" minW="0">
							<Link
								href={`#${pathOf({ page: "traces", parts: [task.taskId] })}`}
								color="fg"
								fontWeight="medium"
								overflowWrap="anywhere"
								lineClamp={3}
								title={task.query}
							>
								{task.query}
							</Link>
							<Flex gap="3" wrap="wrap" color="fg.quiet" fontSize="xs" mt="0.5">
								<Text>{formatTime(task.createdAt)}</Text>
								<Text>{text.steps(task.stepCount)}</Text>
								{task.usage.calls === 0 ? null : (
									<Text>
										{text.tokens(tokensOf(task.usage))} · {formatUsd(task.usage.usd)}
									</Text>
								)}
							</Flex>
						</Box>
						{users === undefined ? null : (
							<Button size="xs" variant="ghost" fontWeight="normal" flex="0 0 auto" onClick={() => users.onUser(task.userId)}>
								<PersonName id={task.userId} nameOf={users.nameOf} />
							</Button>
						)}
					</Flex>
				</List.Item>
			))}
		</List.Root>
	);
}
