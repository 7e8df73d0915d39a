import { Box, Button, Flex, Stack, Text } from "@chakra-ui/react";
import type { TaskId } from "@webhand/contracts/ids";
import type { RoutineRow } from "@webhand/contracts/routine/run";
import { mask } from "@webhand/routines/rows/check";
import { FilmIcon } from "../../../kit/icons.tsx";
import { CheckList } from "../../../kit/routines/check-list.tsx";
import { RowStateBadge } from "../../../kit/routines/row-state.tsx";
import { Words } from "../../../kit/words/quoted-words.tsx";
import { routinesText } from "../words.ts";

type Props = { readonly row: RoutineRow; readonly onTrace: (taskId: TaskId) => void };

/** A row with its state, its values, why it ended so, and what was read back. */
export function RowItem({ row, onTrace }: Props) {
	const text = routinesText.run;
	const { index, inputs, state, reason, checks, healed, taskId } = row;
	const values = Object.values(inputs).filter((value) => value !== "" && value !== mask);
	return (
		<Box role="listitem" py="2" borderTopWidth="1px" borderColor="line.soft">
			<Flex gap="2" align="start" justify="space-between" wrap="wrap" rowGap="1">
				<Text flex="1 1 11rem" minW="0" overflowWrap="anywhere" lineClamp="3" dir="auto">
					{text.rowNumber(index + 1)}
					{values.map((value, at) => (
						// A date or an amount breaks between two lines only where it is longer than one.
						<Text key={`${at + 1}`} as="bdi" display="inline-block" maxW="full" me="1.5">
							{at === values.length - 1 ? value : `${value} ·`}
						</Text>
					))}
				</Text>
				<RowStateBadge state={state} />
			</Flex>
			<Stack gap="1" textStyle="small" mt="0.5">
				{reason === undefined ? null : (
					<Text overflowWrap="anywhere">
						<Words>{reason}</Words>
					</Text>
				)}
				{checks.length === 0 ? null : <CheckList checks={checks} />}
				{healed.length === 0 ? null : <Text color="fg.note">{text.healed(healed.length)}</Text>}
			</Stack>
			{taskId === undefined ? null : (
				<Button size="2xs" h="7" px="1.5" ms="-1.5" mt="0.5" variant="ghost" color="fg.quiet" onClick={() => onTrace(taskId)}>
					<FilmIcon boxSize="3.5" />
					{text.evidence}
				</Button>
			)}
		</Box>
	);
}
