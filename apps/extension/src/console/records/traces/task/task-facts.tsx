import { Box, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import type { TaskView } from "@webhand/contracts/agent/task-trace";
import type { ReactNode } from "react";
import { CopyButton } from "../../../../kit/controls/copy-button.tsx";
import { formatMs, formatNumber, formatTime, formatUsd, tokensOf } from "../../../../kit/words/format.ts";
import { FactList } from "../../../kit/fact-list.tsx";
import { PersonName } from "../../../kit/list/person-name.tsx";
import { Quiet } from "../../../kit/quiet.tsx";
import type { NameOf } from "../../../org/use-names.ts";
import { pathOf } from "../../../place/place.ts";
import { StatusBadge } from "../status-badge.tsx";
import { tracesText } from "../words.ts";

type Props = { readonly task: TaskView; readonly nameOf: NameOf; readonly step: number; readonly children: ReactNode };

/** What the task was, how it ended, and what it cost; `children` are further things to do with it. */
export function TaskFacts({ task, nameOf, step, children }: Props) {
	const text = tracesText;
	const { facts } = text;
	const link = () => `${location.href.split("#", 1)[0]}#${pathOf({ page: "traces", parts: [task.taskId, String(step)] })}`;
	return (
		<Stack gap="4">
			<Heading as="h1" size="lg" tabIndex={-1} overflowWrap="anywhere" fontWeight="semibold">
				{task.query}
			</Heading>
			<FactList
				facts={[
					{ name: facts.state, value: <StatusBadge status={task.status} /> },
					{ name: facts.began, value: formatTime(task.createdAt) },
					{ name: facts.lasted, value: formatMs(Math.max(0, Date.parse(task.updatedAt) - Date.parse(task.createdAt))) },
					{ name: facts.steps, value: `${formatNumber(task.stepCount)} / ${formatNumber(task.maxSteps)}` },
					{ name: facts.tokens, value: formatNumber(tokensOf(task.usage)) },
					{ name: facts.cost, value: formatUsd(task.usage.usd) },
					{ name: facts.mode, value: text.modes[task.mode] },
					{ name: facts.user, value: <PersonName id={task.userId} nameOf={nameOf} /> },
				]}
			/>
			<Told name={text.answer} words={task.answer} color="status.completed" />
			<Told name={text.failure} words={task.failure?.message} color="status.failed" />
			<Told name={text.question} words={task.question?.text} color="status.waiting" />
			<HStack wrap="wrap">
				<CopyButton label={text.copyLink} text={link()}>
					{text.copyLink}
				</CopyButton>
				<CopyButton label={text.copyTaskId} text={task.taskId}>
					{text.copyTaskId}
				</CopyButton>
				{children}
			</HStack>
		</Stack>
	);
}

function Told({ name, words, color }: { readonly name: string; readonly words: string | undefined; readonly color: string }) {
	if (words === undefined || words === "") return null;
	return (
		<Box borderInlineStartWidth="3px" borderColor={color} ps="3">
			<Quiet>{name}</Quiet>
			<Text overflowWrap="anywhere" whiteSpace="pre-wrap">
				{words}
			</Text>
		</Box>
	);
}
