import { Badge } from "@chakra-ui/react";
import type { RowState } from "@webhand/contracts/routine/run";
import { rowLook } from "./looks.ts";
import { runText } from "./words.ts";

const hints: Partial<Record<RowState, string>> = runText.hint;

/** The state of a row, or of `count` rows: a word with its sign, in a frame that differs for each kind of end. */
export function RowStateBadge({ state, count }: { readonly state: RowState; readonly count?: number }) {
	const { Icon, color, bg, border, style } = rowLook[state];
	return (
		<Badge
			size="sm"
			variant="plain"
			flexShrink="0"
			color={color}
			bg={bg}
			borderWidth="1px"
			borderStyle={style}
			borderColor={border}
			fontVariantNumeric="tabular-nums"
			title={hints[state]}
		>
			<Icon boxSize="3" strokeWidth="3" />
			{count === undefined ? runText.row[state] : runText.countOf(runText.row[state], count)}
		</Badge>
	);
}
