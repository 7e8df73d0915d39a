import { Box, Button, Dialog, List, Portal, SegmentGroup, Text, VisuallyHidden } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import { useRef } from "react";
import { text } from "../../text/en.ts";

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

/** Careful or autonomous. Autonomous starts only by a click in the dialog, and ends with the browser. */
export function ModeSwitch({ mode, isAsking, isRunning, onAskAutonomous, onMode, onClose }: Props) {
	const stay = useRef<HTMLButtonElement>(null);
	return (
		<Box>
			<SegmentGroup.Root
				size="xs"
				value={mode}
				onValueChange={({ value }) => (value === "autonomous" ? onAskAutonomous() : onMode("careful"))}
				aria-label={text.mode.label}
			>
				<SegmentGroup.Indicator />
				<SegmentGroup.Items items={modes} />
			</SegmentGroup.Root>
			<VisuallyHidden role="status">{mode === "careful" ? text.mode.carefulHint : text.mode.autonomousHint}</VisuallyHidden>
			<Dialog.Root
				open={isAsking}
				onOpenChange={({ open }) => (open ? undefined : onClose())}
				role="alertdialog"
				initialFocusEl={() => stay.current}
				size="xs"
				placement="center"
			>
				<Portal>
					<Dialog.Backdrop />
					<Dialog.Positioner>
						<Dialog.Content>
							<Dialog.Header>
								<Dialog.Title>{text.mode.dialogTitle}</Dialog.Title>
							</Dialog.Header>
							<Dialog.Body>
								<Text>{text.mode.dialogLead}</Text>
								<List.Root ps="5" my="2">
									{text.mode.without.map((sentence) => (
										<List.Item key={sentence}>{sentence}</List.Item>
									))}
								</List.Root>
								<Text>{text.mode.dialogStill}</Text>
								{isRunning ? <Text color="fg.quiet">{text.mode.fromNextStep}</Text> : null}
							</Dialog.Body>
							<Dialog.Footer flexWrap="wrap">
								<Button ref={stay} variant="outline" size="sm" onClick={onClose}>
									{text.mode.cancel}
								</Button>
								<Button colorPalette="blue" size="sm" onClick={() => onMode("autonomous")}>
									{text.mode.confirm}
								</Button>
							</Dialog.Footer>
						</Dialog.Content>
					</Dialog.Positioner>
				</Portal>
			</Dialog.Root>
		</Box>
	);
}
