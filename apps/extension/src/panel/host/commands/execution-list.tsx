import { Box, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { executionsRoute } from "@webhand/contracts/tools/executions";
import { formatMs, formatTime } from "../../../kit/words/format.ts";
import { RowButton } from "../../kit/row-button.tsx";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { outcomeOf, standingOf } from "../terminal/ending.ts";
import { ExecutionMark, outcomeColors } from "../terminal/execution-mark.tsx";
import { joinCommand } from "./split-command.ts";
import { commandsText } from "./words.ts";

export type ExecutionRow = ReplyOf<typeof executionsRoute>["executions"][number];
type Props = { readonly rows: readonly ExecutionRow[]; readonly onOpen: (row: ExecutionRow) => void };

/** Commands that run or ran, newest first. */
export function ExecutionList({ rows, onOpen }: Props) {
	return (
		<Box role="list" aria-label={commandsText.earlier}>
			{rows.map((row) => {
				const command = joinCommand(row.argv);
				const outcome = outcomeOf(row);
				const standing = standingOf(row);
				return (
					<Box key={row.executionId} role="listitem">
						<RowButton data-row onClick={() => onOpen(row)}>
							<Box as="span" w="4" textAlign="center" flexShrink="0">
								<ExecutionMark outcome={outcome} />
							</Box>
							<Box as="span" flex="1" minW="0">
								<Text as="span" display="block" fontFamily="mono" textStyle="small" truncate dir="ltr">
									<HiddenMarks>{command}</HiddenMarks>
								</Text>
								<Text as="span" display="block" textStyle="small" color="fg.quiet">
									<Text as="span" color={outcomeColors[outcome]}>
										{standing}
									</Text>
									{` · ${[...(row.durationMs === null ? [] : [formatMs(row.durationMs)]), formatTime(row.createdAt)].join(" · ")}`}
								</Text>
							</Box>
						</RowButton>
					</Box>
				);
			})}
		</Box>
	);
}
