import { Box, Button, Checkbox, HStack, RadioGroup, Stack, Text } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import type { ReactNode } from "react";
import type { Preferences } from "../../preferences.ts";
import { text } from "../../text/en.ts";

type Choice<Value extends string> = { readonly value: Value; readonly label: string; readonly hint?: string };

type ChoicesProps<Value extends string> = {
	readonly label: string;
	readonly value: Value;
	readonly choices: readonly Choice<Value>[];
	readonly onChange: (value: Value) => void;
	readonly isStacked?: boolean;
};

const densities = [
	{ value: "comfortable", label: text.settings.densities.comfortable },
	{ value: "compact", label: text.settings.densities.compact },
] as const;
const themes = [
	{ value: "light", label: text.settings.light },
	{ value: "dark", label: text.settings.dark },
	{ value: "system", label: text.settings.system },
] as const;
const modes = [
	{ value: "careful", ...text.settings.modes.careful },
	{ value: "autonomous", ...text.settings.modes.autonomous },
] as const;

type LookProps = { readonly preferences: Preferences; readonly onChange: (part: Partial<Preferences>) => void };

/** Theme, density, and whether thinking is shown. */
export function LookForm({ preferences, onChange }: LookProps) {
	return (
		<Stack gap="4">
			<Choices label={text.settings.theme} value={preferences.theme} choices={themes} onChange={(theme) => onChange({ theme })} />
			<Choices
				label={text.settings.density}
				value={preferences.density}
				choices={densities}
				onChange={(density) => onChange({ density })}
			/>
			<Tick isOn={preferences.showThinking} onChange={(showThinking) => onChange({ showThinking })}>
				{text.settings.showThinking}
			</Tick>
		</Stack>
	);
}

type NotifyProps = {
	readonly isOn: boolean;
	/** Chrome refused when the user switched it on. */
	readonly isRefused: boolean;
	readonly onChange: (isOn: boolean) => void;
};

/** Whether Chrome tells of a task's end. */
export function NotifyForm({ isOn, isRefused, onChange }: NotifyProps) {
	return (
		<Box>
			<Tick isOn={isOn} onChange={onChange}>
				{text.settings.notifyOnFinish}
			</Tick>
			<Box role="status">{isRefused ? <Text color="fg.error">{text.settings.notifyRefused}</Text> : null}</Box>
		</Box>
	);
}

type ModeProps = {
	readonly most: Mode;
	readonly now: Mode;
	readonly onChange: (most: Mode) => void;
	readonly onOpenPanel: () => void;
};

/** The most that the panel may switch to. Only the panel's own dialog raises the mode. */
export function ModeForm({ most, now, onChange, onOpenPanel }: ModeProps) {
	return (
		<Stack gap="3" align="flex-start">
			<Text color="fg.quiet" role="status">
				{text.settings.modeNow[now]}
			</Text>
			<Choices label={text.settings.mode} value={most} choices={modes} onChange={onChange} isStacked />
			{most === "autonomous" && now === "careful" ? (
				<Button size="xs" variant="outline" onClick={onOpenPanel}>
					{text.settings.modeOpen}
				</Button>
			) : null}
		</Stack>
	);
}

function Choices<Value extends string>({ label, value, choices, onChange, isStacked = false }: ChoicesProps<Value>) {
	return (
		<RadioGroup.Root
			value={value}
			aria-label={label}
			onValueChange={(change) => {
				const chosen = choices.find((choice) => choice.value === change.value);
				if (chosen !== undefined) onChange(chosen.value);
			}}
		>
			{isStacked ? null : (
				<Text fontWeight="medium" mb="1.5">
					{label}
				</Text>
			)}
			<Stack direction={isStacked ? "column" : "row"} gap={isStacked ? "3" : "5"} wrap="wrap">
				{choices.map((choice) => (
					<RadioGroup.Item key={choice.value} value={choice.value} alignItems="flex-start">
						<RadioGroup.ItemHiddenInput />
						<RadioGroup.ItemIndicator borderColor="line.strong" mt={choice.hint === undefined ? "0" : "0.5"} />
						<RadioGroup.ItemText>
							{choice.label}
							{choice.hint === undefined ? null : (
								<Text color="fg.quiet" fontWeight="normal">
									{choice.hint}
								</Text>
							)}
						</RadioGroup.ItemText>
					</RadioGroup.Item>
				))}
			</Stack>
		</RadioGroup.Root>
	);
}

type TickProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void; readonly children: ReactNode };

function Tick({ isOn, onChange, children }: TickProps) {
	return (
		<HStack>
			<Checkbox.Root checked={isOn} onCheckedChange={({ checked }) => onChange(checked === true)}>
				<Checkbox.HiddenInput />
				<Checkbox.Control borderColor="line.strong" />
				<Checkbox.Label fontWeight="normal">{children}</Checkbox.Label>
			</Checkbox.Root>
		</HStack>
	);
}
