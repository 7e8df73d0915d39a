import { Box, Checkbox, Stack, Text } from "@chakra-ui/react";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import type { ReactNode } from "react";
import { ShieldIcon, WarningIcon } from "../../../kit/icons.tsx";
import { Unfold } from "../../kit/unfold.tsx";
import { tasksText } from "./words.ts";

type Props = {
	readonly settings: AgentSettings;
	/** The server lets settings count. */
	readonly mayPass: boolean;
	readonly onSettings: (part: Partial<AgentSettings>) => void;
	/** What stands below the choices. */
	readonly children?: ReactNode;
};

const choices = [
	{ key: "autoApproveWrites", label: tasksText.writes, warning: tasksText.writesWarning },
	{ key: "autoApproveExec", label: tasksText.exec, warning: tasksText.execWarning },
] as const;

/** What a task may do without a question, with what that means; all others are asked for. */
export function TaskSettings({ settings, mayPass, onSettings, children }: Props) {
	const warnings = choices.filter(({ key }) => mayPass && settings[key]).map(({ warning }) => warning);
	const told = warnings.length === 0 ? [tasksText.asksFirst] : warnings;
	return (
		<Box textStyle="small">
			<Stack gap="0.5" role="status" color={warnings.length === 0 ? "fg.quiet" : "fg.note"}>
				{told.map((words) => (
					<Text key={words} display="flex" gap="1.5">
						{warnings.length === 0 ? (
							<ShieldIcon boxSize="3.5" mt="0.5" flexShrink="0" />
						) : (
							<WarningIcon boxSize="3.5" mt="0.5" flexShrink="0" />
						)}
						{words}
					</Text>
				))}
			</Stack>
			<Unfold label={tasksText.settings}>
				<Stack role="group" aria-label={tasksText.settings} gap="1.5" ps="1">
					{mayPass ? null : <Text color="fg.quiet">{tasksText.nonePass}</Text>}
					{choices.map(({ key, label }) => (
						<Checkbox.Root
							key={key}
							size="sm"
							checked={mayPass && settings[key]}
							disabled={!mayPass}
							onCheckedChange={({ checked }) => onSettings({ [key]: checked === true })}
						>
							<Checkbox.HiddenInput />
							<Checkbox.Control borderColor="line.strong" />
							<Checkbox.Label>{label}</Checkbox.Label>
						</Checkbox.Root>
					))}
					{children}
				</Stack>
			</Unfold>
		</Box>
	);
}
