import { Box, Button, Field, HStack, Text, Textarea, VisuallyHidden } from "@chakra-ui/react";
import type { FormEvent, KeyboardEvent, ReactNode, Ref } from "react";
import { SendIcon } from "../../kit/icons.tsx";
import { sendOnEnter } from "./send-on-enter.ts";

type Props = {
	readonly field?: Ref<HTMLTextAreaElement>;
	readonly label: string;
	readonly placeholder: string;
	readonly maxLength?: number;
	readonly value: string;
	readonly onValue: (value: string) => void;
	readonly send: { readonly label: string; readonly keys: string; readonly canSend: boolean; readonly isBusy: boolean };
	readonly onSend: () => void;
	/** Keys that do not send. */
	readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
	/** What goes along with the message, between its text and the controls. */
	readonly attached?: ReactNode;
	/** Controls before the button that sends. */
	readonly controls?: ReactNode;
	/** Stands below the box. */
	readonly hint?: string;
	/** What is wrong; "" for nothing. */
	readonly problem?: string;
};

/** A field with its controls in one frame. Enter sends, Shift+Enter breaks the line. */
export function MessageBox({ field, label, value, onValue, send, onSend, onKeyDown, hint = "", problem = "", ...parts }: Props) {
	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		onSend();
	};
	return (
		<form onSubmit={onSubmit}>
			<Field.Root invalid={problem !== ""}>
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
						ref={field}
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
						maxLength={parts.maxLength}
						placeholder={parts.placeholder}
						_placeholder={{ color: "fg.quiet" }}
						value={value}
						onChange={(event) => onValue(event.target.value)}
						onKeyDown={(event) => {
							if (!sendOnEnter(event, onSend)) onKeyDown?.(event);
						}}
					/>
					{parts.attached}
					<HStack gap="0.5" px="1.5" pb="1.5" wrap="wrap">
						{parts.controls}
						<Button
							type="submit"
							size="2xs"
							h="7"
							ms="auto"
							rounded="lg"
							colorPalette="brand"
							disabled={!send.canSend}
							loading={send.isBusy}
							aria-label={send.label}
							title={send.keys}
						>
							{send.label}
							<SendIcon boxSize="3.5" />
						</Button>
					</HStack>
				</Box>
				{hint === "" ? null : (
					<Text textStyle="small" color="fg.quiet">
						{hint}
					</Text>
				)}
				<Field.ErrorText>{problem}</Field.ErrorText>
			</Field.Root>
		</form>
	);
}
