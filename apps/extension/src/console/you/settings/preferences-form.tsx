import { Box, Button, Checkbox, HStack, RadioGroup, Stack, Text } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import type { ReactNode } from "react";
import type { Preferences } from "../../../preferences.ts";
import { settingsText } from "./words.ts";

type Choice<Value extends string> = { readonly value: Value; readonly label: string; readonly hint?: string };

type ChoicesProps<Value extends string> = {
	readonly label: string;
	readonly value: Value;
	readonly choices: readonly Choice<Value>[];
	readonly onChange: (value: Value) => void;
	readonly isStacked?: boolean;
};

const densities = [
	{ value: "comfortable", label: settingsText.densities.comfortable },
	{ value: "compact", label: settingsText.densities.compact },
] as const;
const themes = [
	{ value: "light", label: settingsText.light },
	{ value: "dark", label: settingsText.dark },
	{ value: "system", label: settingsText.system },
] as const;
// A language has its own name, so that a person who cannot read this page finds it.
const languages = [
	{ value: "system", label: settingsText.languages.system },
	{ value: "en", label: "English" },
	{ value: "de", label: "Deutsch" },
] as const;
const modes = [
	{ value: "careful", ...settingsText.modes.careful },
	{ value: "autonomous", ...settingsText.modes.autonomous },
] as const;

type LookProps = { readonly preferences: Preferences; readonly onChange: (part: Partial<Preferences>) => void };

/** Theme, language, density, and whether thinking is shown. */
export function LookForm({ preferences, onChange }: LookProps) {
	return (
		<Stack gap="4">
			<Choices label={settingsText.theme} value={preferences.theme} choices={themes} onChange={(theme) => onChange({ theme })} />
			<Choices
				label={settingsText.language}
				value={preferences.language}
				choices={languages}
				onChange={(language) => onChange({ language })}
			/>
			<Choices label={settingsText.density} value={preferences.density} choices={densities} onChange={(density) => onChange({ density })} />
			<Tick isOn={preferences.showThinking} onChange={(showThinking) => onChange({ showThinking })}>
				{settingsText.showThinking}
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
				{settingsText.notifyOnFinish}
			</Tick>
			<Box role="status">{isRefused ? <Text color="fg.error">{settingsText.notifyRefused}</Text> : null}</Box>
		</Box>
	);
}

type MailProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

/** Whether mails tell of what waits. */
export function MailForm({ isOn, onChange }: MailProps) {
	return (
		<Stack gap="1">
			<Tick isOn={isOn} onChange={onChange}>
				{settingsText.mailWhenWaiting}
			</Tick>
			<Text color="fg.quiet">{settingsText.mailHint}</Text>
		</Stack>
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
				{settingsText.modeNow[now]}
			</Text>
			<Choices label={settingsText.mode} value={most} choices={modes} onChange={onChange} isStacked />
			{most === "autonomous" && now === "careful" ? (
				<Button size="xs" variant="outline" onClick={onOpenPanel}>
					{settingsText.modeOpen}
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
