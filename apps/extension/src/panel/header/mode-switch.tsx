import { Button, List, Menu, Text } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import { AlertDialog } from "../../kit/dialogs/alert-dialog.tsx";
import { BoltIcon, ShieldIcon } from "../../kit/icons.tsx";
import { modeText } from "./words.ts";

type Props = { readonly mode: Mode; readonly onMode: (mode: Mode) => void };

const modes = [
	{ value: "careful", icon: ShieldIcon, label: modeText.careful, hint: modeText.carefulHint },
	{ value: "autonomous", icon: BoltIcon, label: modeText.autonomous, hint: modeText.autonomousHint },
] as const;

/** Shows the mode and offers both with what they mean. */
export function ModeSwitch({ mode, onMode }: Props) {
	const shown = mode === "careful" ? modes[0] : modes[1];
	return (
		<Menu.Root positioning={{ placement: "top-start", strategy: "fixed" }}>
			<Menu.Trigger asChild>
				<Button
					type="button"
					size="2xs"
					h="7"
					px="1.5"
					variant="ghost"
					color={mode === "careful" ? "fg.quiet" : "status.waiting"}
					aria-label={modeText.now(shown.label)}
					title={shown.hint}
				>
					<shown.icon />
					{shown.label}
				</Button>
			</Menu.Trigger>
			<Menu.Positioner>
				<Menu.Content maxW="18rem" borderWidth="1px" borderColor="line.soft" rounded="lg">
					<Menu.RadioItemGroup value={mode} onValueChange={({ value }) => onMode(value === "autonomous" ? "autonomous" : "careful")}>
						<Menu.ItemGroupLabel textStyle="small" color="fg.quiet">
							{modeText.label}
						</Menu.ItemGroupLabel>
						{modes.map((entry) => (
							<Menu.RadioItem key={entry.value} value={entry.value} aria-label={entry.label} alignItems="start">
								<Menu.ItemIndicator />
								<Text as="span">
									<Text as="span" display="block" fontWeight="semibold">
										{entry.label}
									</Text>
									<Text as="span" display="block" textStyle="small" color="fg.quiet">
										{entry.hint}
									</Text>
								</Text>
							</Menu.RadioItem>
						))}
					</Menu.RadioItemGroup>
				</Menu.Content>
			</Menu.Positioner>
		</Menu.Root>
	);
}

type DialogProps = { readonly isOpen: boolean; readonly isRunning: boolean; readonly onConfirm: () => void; readonly onClose: () => void };

/** Autonomous starts only by a click here and ends with the browser. */
export function AutonomousDialog({ isOpen, isRunning, onConfirm, onClose }: DialogProps) {
	return (
		<AlertDialog
			isOpen={isOpen}
			title={modeText.dialogTitle}
			decline={{ label: modeText.cancel, onChoose: onClose }}
			confirm={{ label: modeText.confirm, palette: "brand", onChoose: onConfirm }}
		>
			<Text>{modeText.dialogLead}</Text>
			<List.Root ps="5" my="2">
				{modeText.without.map((sentence) => (
					<List.Item key={sentence}>{sentence}</List.Item>
				))}
			</List.Root>
			<Text>{modeText.dialogStill}</Text>
			{isRunning ? <Text color="fg.quiet">{modeText.fromNextStep}</Text> : null}
		</AlertDialog>
	);
}
