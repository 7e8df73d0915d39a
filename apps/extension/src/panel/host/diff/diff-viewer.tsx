import { Box, HStack, Stack, Text } from "@chakra-ui/react";
import { useState } from "react";
import { ChevronIcon } from "../../../kit/icons.tsx";
import { RowButton } from "../../kit/row-button.tsx";
import { changesText } from "../changes/words.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { DiffLines } from "./diff-lines.tsx";
import type { ShownDiff } from "./diff-rows.ts";

type Props = {
	readonly diff: ShownDiff;
	readonly isOpen?: boolean;
	/** A fact beside the counts. */
	readonly note?: string | undefined;
};

/** The change of one file: its name and counts, and its lines unfolded. */
export function DiffViewer({ diff, isOpen: isOpenAtFirst = true, note }: Props) {
	const text = changesText.diff;
	const [isOpen, setIsOpen] = useState(isOpenAtFirst);
	const { path, type, linesAdded, linesRemoved } = diff;
	return (
		<Box as="article" aria-label={path} borderWidth="1px" borderColor="line.soft" rounded="lg" overflow="hidden" bg="bg.card">
			<RowButton px="2" py="1.5" gap="1.5" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
				<ChevronIcon boxSize="3.5" color="fg.quiet" transform={isOpen ? "none" : "rotate(-90deg)"} />
				<Box as="span" flex="1" minW="0">
					<Text as="span" display="block" fontWeight="medium" overflowWrap="anywhere">
						<HiddenMarks>{path}</HiddenMarks>
					</Text>
					<Text as="span" display="block" textStyle="small" color="fg.quiet">
						{note === undefined ? text.type[type] : `${text.type[type]} · ${note}`}
					</Text>
				</Box>
				<HStack
					as="span"
					gap="1.5"
					textStyle="small"
					fontVariantNumeric="tabular-nums"
					flexShrink="0"
					aria-label={text.counts(linesAdded, linesRemoved)}
					role="img"
				>
					<Text as="span" color="status.completed">
						+{linesAdded}
					</Text>
					<Text as="span" color="status.failed">
						−{linesRemoved}
					</Text>
				</HStack>
			</RowButton>
			{isOpen ? (
				<Box borderTopWidth="1px" borderColor="line.soft">
					<DiffLines diff={diff} />
				</Box>
			) : null}
		</Box>
	);
}

/** Several files, the first few unfolded. */
export function DiffList({
	label,
	diffs,
}: {
	readonly label: string;
	readonly diffs: readonly (ShownDiff & { readonly note?: string | undefined })[];
}) {
	const unfolded = 3;
	return (
		<Stack role="group" aria-label={label} gap="2">
			{diffs.map(({ note, ...diff }, index) => (
				<DiffViewer key={diff.path} diff={diff} note={note} isOpen={index < unfolded} />
			))}
		</Stack>
	);
}
