import { Button, Field, Input, Stack } from "@chakra-ui/react";
import type { FormEvent, ReactNode } from "react";
import { useRef, useState } from "react";
import { statesText } from "../words/state-words.ts";
import { DialogFrame } from "./dialog-frame.tsx";

type Props = {
	readonly title: string;
	readonly label: string;
	/** Stands before the field. */
	readonly lead?: ReactNode;
	readonly hint?: string | undefined;
	readonly initial?: string;
	readonly confirm: string;
	readonly maxLength: number;
	/** What is wrong with a name that is not empty; null for nothing. */
	readonly problemOf?: (name: string) => string | null;
	readonly onName: (name: string) => void;
	readonly onClose: () => void;
};

/** Asks for a name. */
export function NameDialog({ title, label, lead, hint, initial = "", confirm, maxLength, problemOf, onName, onClose }: Props) {
	const [value, setValue] = useState(initial);
	const [isTried, setIsTried] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const name = value.trim();
	const problem = name === "" ? statesText.fillIn : (problemOf?.(name) ?? null);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setIsTried(true);
		if (problem !== null) input.current?.focus();
		else onName(name);
	};
	return (
		<DialogFrame
			title={title}
			size="xs"
			initialFocusEl={() => input.current}
			onSubmit={submit}
			onClose={onClose}
			footer={
				<>
					<Button type="button" size="xs" variant="outline" onClick={onClose}>
						{statesText.cancel}
					</Button>
					<Button type="submit" size="xs" colorPalette="brand">
						{confirm}
					</Button>
				</>
			}
		>
			<Stack gap="2">
				{lead}
				<Field.Root invalid={isTried && problem !== null} required>
					<Field.Label>{label}</Field.Label>
					<Input
						ref={input}
						dir="auto"
						size="sm"
						borderColor="line.strong"
						maxLength={maxLength}
						value={value}
						onFocus={(event) => event.target.select()}
						onChange={(event) => setValue(event.target.value)}
					/>
					<Field.ErrorText>{problem}</Field.ErrorText>
					{hint === undefined ? null : <Field.HelperText>{hint}</Field.HelperText>}
				</Field.Root>
			</Stack>
		</DialogFrame>
	);
}
