import { Box, Button, Field, HStack, Textarea, VisuallyHidden } from "@chakra-ui/react";
import { serverTaskLimits } from "@webhand/contracts/tools/server-tasks";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { useState } from "react";
import { SendIcon } from "../../../kit/icons.tsx";
import { tasksText } from "./words.ts";

type Props = {
	readonly label: string;
	readonly placeholder: string;
	readonly send: string;
	readonly isBusy: boolean;
	/** Resolves to false where the sentence was not taken; it stays then. */
	readonly onSend: (sentence: string) => Promise<boolean>;
	readonly children?: ReactNode;
};

/** Takes a sentence for a task. Enter sends, Shift+Enter breaks the line. */
export function MessageField({ label, placeholder, send, isBusy, onSend, children }: Props) {
	const [typed, setTyped] = useState("");
	const canSend = typed.trim() !== "" && !isBusy;
	const submit = async () => {
		if (canSend && (await onSend(typed.trim()))) setTyped("");
	};
	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		void submit();
	};
	const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
		// During composition, Enter belongs to the input method.
		if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
		event.preventDefault();
		void submit();
	};
	return (
		<form onSubmit={onSubmit}>
			<Field.Root gap="1">
				<VisuallyHidden asChild>
					<Field.Label>{label}</Field.Label>
				</VisuallyHidden>
				<Box
					w="full"
					borderWidth="1px"
					borderColor="line.strong"
					rounded="xl"
					bg="bg.card"
					_focusWithin={{ borderColor: "brand.focusRing", boxShadow: "0 0 0 1px var(--chakra-colors-brand-focus-ring)" }}
				>
					<Textarea
						dir="auto"
						autoresize
						maxH="40"
						rows={1}
						unstyled
						w="full"
						resize="none"
						outline="none"
						bg="transparent"
						textStyle="body"
						px="3"
						pt="2.5"
						pb="1"
						maxLength={serverTaskLimits.task}
						placeholder={placeholder}
						_placeholder={{ color: "fg.quiet" }}
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
						onKeyDown={onKeyDown}
					/>
					<HStack gap="1.5" px="1.5" pb="1.5" align="end" justify="space-between">
						<Box flex="1" minW="0">
							{children}
						</Box>
						<Button
							type="submit"
							size="2xs"
							h="7"
							rounded="lg"
							flexShrink="0"
							colorPalette="brand"
							disabled={!canSend}
							loading={isBusy}
							aria-label={send}
							title={tasksText.keys}
						>
							{send}
							<SendIcon boxSize="3.5" />
						</Button>
					</HStack>
				</Box>
			</Field.Root>
		</form>
	);
}
