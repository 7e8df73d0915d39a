import { Box, List, SegmentGroup, Text, VisuallyHidden } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import { text } from "../../text/en.ts";
import { AlertDialog } from "../kit/alert-dialog.tsx";

type Props = {
	readonly mode: Mode;
	readonly isAsking: boolean;
	readonly isRunning: boolean;
	readonly onAskAutonomous: () => void;
	readonly onMode: (mode: Mode) => void;
	readonly onClose: () => void;
};

const modes = [
	{ value: "careful", label: text.mode.careful },
	{ value: "autonomous", label: text.mode.autonomous },
];

/** Careful or autonomous. Autonomous starts only by a click in the dialog and ends with the browser. */
export function ModeSwitch({ mode, isAsking, isRunning, onAskAutonomous, onMode, onClose }: Props) {
	return (
		<Box>
			<SegmentGroup.Root
				size="xs"
				value={mode}
				onValueChange={({ value }) => (value === "autonomous" ? onAskAutonomous() : onMode("careful"))}
				aria-label={text.mode.label}
			>
				{/* In forced colours this border shows the chosen mode. */}
				<SegmentGroup.Indicator borderWidth="1px" borderColor="transparent" />
				<SegmentGroup.Items items={modes} />
			</SegmentGroup.Root>
			<VisuallyHidden role="status">{mode === "careful" ? text.mode.carefulHint : text.mode.autonomousHint}</VisuallyHidden>
			<AlertDialog
				isOpen={isAsking}
				title={text.mode.dialogTitle}
				decline={{ label: text.mode.cancel, onChoose: onClose }}
				confirm={{ label: text.mode.confirm, palette: "blue", onChoose: () => onMode("autonomous") }}
			>
				<Text>{text.mode.dialogLead}</Text>
				<List.Root ps="5" my="2">
					{text.mode.without.map((sentence) => (
						<List.Item key={sentence}>{sentence}</List.Item>
					))}
				</List.Root>
				<Text>{text.mode.dialogStill}</Text>
				{isRunning ? <Text color="fg.quiet">{text.mode.fromNextStep}</Text> : null}
			</AlertDialog>
		</Box>
	);
}
