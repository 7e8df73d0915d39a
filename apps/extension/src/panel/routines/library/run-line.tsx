import { Button, HStack, Text } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { runLook } from "../../../kit/routines/looks.ts";
import { overCount, troubleCount } from "../../../kit/routines/run-counts.ts";
import { ageOf } from "../../chats/sessions.ts";
import { routinesText } from "../words.ts";

type Props = {
	readonly run: RoutineRun;
	readonly now: number;
	/** With the name of its routine. */
	readonly isNamed: boolean;
	readonly onOpen: () => void;
};

/** A run in one line: how it stands, how far it is, what went wrong, and when. */
export function RunLine({ run, now, isNamed, onOpen }: Props) {
	const text = routinesText.run;
	const look = runLook[run.state];
	const trouble = troubleCount(run);
	return (
		<HStack role="listitem" rounded="lg" _hover={{ bg: "bg.hover" }}>
			<Button
				variant="plain"
				flex="1"
				minW="0"
				h="auto"
				px="2"
				py="line"
				justifyContent="start"
				textAlign="start"
				fontWeight="normal"
				whiteSpace="normal"
				onClick={onOpen}
			>
				<HStack as="span" gap="2" rowGap="0" wrap="wrap" flex="1" minW="0" textStyle="small">
					{isNamed ? (
						<Text as="span" flex="1 1 100%" textStyle="body" fontWeight="medium" overflowWrap="anywhere" lineClamp="2" dir="auto">
							{run.name}
						</Text>
					) : null}
					<Text as="span" color={look}>
						{text.state[run.state]}
					</Text>
					<Text as="span" fontVariantNumeric="tabular-nums">
						{text.progress(overCount(run), run.rowCount)}
					</Text>
					{trouble === 0 ? null : (
						<Text as="span" color="status.failed">
							{routinesText.library.trouble(trouble)}
						</Text>
					)}
					<Text as="span" color="fg.quiet">
						{ageOf(Date.parse(run.createdAt), now)}
					</Text>
				</HStack>
			</Button>
		</HStack>
	);
}
