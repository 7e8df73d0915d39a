import { Box, Flex, HStack, Link, Stack, Text } from "@chakra-ui/react";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineRow, RowState } from "@webhand/contracts/routine/run";
import { isRowOver } from "@webhand/contracts/routine/run";
import { CheckList } from "../../../kit/routines/check-list.tsx";
import { RowStateBadge } from "../../../kit/routines/row-state.tsx";
import { runText } from "../../../kit/routines/words.ts";
import { formatMs } from "../../../kit/words/format.ts";
import { Words } from "../../../kit/words/quoted-words.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { runsText as text } from "../words.ts";
import { ReadLists } from "./read-lists.tsx";
import type { RunWords } from "./run-words.ts";

type Props = Pick<PageProps, "api"> &
	RunWords & {
		readonly runId: RoutineRunId;
		readonly row: RoutineRow;
		readonly share: string | undefined;
		readonly hasTraces: boolean;
		readonly isFirst: boolean;
	};

const hints: Partial<Record<RowState, string>> = runText.hint;

/** A row: its values, how it ended and why, what was read back beside what was meant, and the steps of its task. */
export function RowItem({ api, runId, row, share, hasTraces, isFirst, sentences, labels, hasLists }: Props) {
	const { index, inputs, state, reason, step, checks, healed, taskId, startedAt, endedAt } = row;
	const values = Object.entries(inputs).filter(([, value]) => value !== "");
	const endedIn = step === undefined ? undefined : sentences.get(step);
	const isLookedAt = state === "not_saved" || state === "failed" || state === "unknown" || state === "needs_person";
	return (
		<Box as="li" aria-label={text.row(index + 1)} px="4" py="3" borderTopWidth={isFirst ? "0" : "1px"} borderColor="line.soft">
			<Flex gap="3" align="flex-start" wrap={{ base: "wrap", md: "nowrap" }}>
				<Box flex="0 0 10.5rem">
					<Text color="fg.quiet" textStyle="small">
						{text.row(index + 1)}
					</Text>
					<RowStateBadge state={state} />
				</Box>
				<Stack gap="2" flex="1 1 16rem" minW="0">
					<FactList facts={values.map(([name, value]) => ({ name: labels.get(name) ?? name, value: <Value>{value}</Value> }))} />
					{hints[state] === undefined ? null : (
						<Text textStyle="small" color="fg.quiet">
							{hints[state]}
						</Text>
					)}
					{reason === undefined ? null : (
						<Text overflowWrap="anywhere" fontWeight={isLookedAt ? "medium" : "normal"}>
							<Words>{reason}</Words>
						</Text>
					)}
					{endedIn === undefined || !isLookedAt || checks.length > 0 ? null : (
						<Text textStyle="small" overflowWrap="anywhere">
							<Words>{text.endedAt(endedIn)}</Words>
						</Text>
					)}
					{checks.length === 0 ? null : <CheckList checks={checks} />}
					{healed.length === 0 ? null : (
						<Text textStyle="small" color="fg.note">
							{runText.healed(healed.length)}
						</Text>
					)}
					<HStack gap="3" wrap="wrap" textStyle="small" color="fg.quiet">
						{startedAt === undefined || endedAt === undefined ? null : (
							<Text>{text.took(formatMs(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))))}</Text>
						)}
						{taskId === undefined || !hasTraces ? null : (
							<Link
								href={`#${pathOf({ page: "traces", parts: [taskId] })}`}
								color="brand.fg"
								aria-label={`${runText.evidence}: ${text.row(index + 1)}`}
							>
								{runText.evidence}
							</Link>
						)}
					</HStack>
					{hasLists && isRowOver(state) ? <ReadLists api={api} runId={runId} index={index} share={share} /> : null}
				</Stack>
			</Flex>
		</Box>
	);
}

function Value({ children }: { readonly children: string }) {
	return (
		<Text as="bdi" overflowWrap="anywhere" lineClamp="4">
			{children}
		</Text>
	);
}
