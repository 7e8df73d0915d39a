import { Box, Button, Field, HStack, Text, Textarea } from "@chakra-ui/react";
import type { FormEvent, KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { text } from "../../text/en.ts";

type Props = {
	readonly draft: string;
	readonly lastQuery: string;
	readonly isRunning: boolean;
	readonly isBusy: boolean;
	readonly problem: string;
	readonly onDraft: (draft: string) => void;
	readonly onSend: (sentence: string) => void;
};

const limits = { query: 10_000, note: 4_000 };
const counterFrom = 0.9;

/** Where a person types: a task, or a note while one runs. Enter sends, Shift+Enter breaks the line, arrow up recalls. */
export function Composer({ draft, lastQuery, isRunning, isBusy, problem, onDraft, onSend }: Props) {
	const input = useRef<HTMLTextAreaElement>(null);
	const most = isRunning ? limits.note : limits.query;
	const sentence = draft.trim();
	const isTooLong = sentence.length > most;
	const canSend = sentence !== "" && !isTooLong && !isBusy;
	useEffect(() => input.current?.focus(), []);

	const send = () => {
		if (canSend) onSend(sentence);
		input.current?.focus();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		send();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		// While a word is being composed, Enter belongs to the input method.
		if (event.nativeEvent.isComposing) return;
		if (event.key === "Enter" && !event.shiftKey) {
			event.preventDefault();
			send();
		} else if (event.key === "ArrowUp" && draft === "" && lastQuery !== "") {
			event.preventDefault();
			onDraft(lastQuery);
		}
	};

	return (
		<Box px="3" py="2" borderTopWidth="1px" borderColor="line.soft" bg="bg.card">
			<form onSubmit={submit}>
				<Field.Root invalid={isTooLong || problem !== ""}>
					<Field.Label fontSize="xs">{isRunning ? text.chat.note : text.chat.composer}</Field.Label>
					<Textarea
						ref={input}
						autoresize
						maxH="40"
						rows={2}
						size="sm"
						borderColor="line.strong"
						value={draft}
						onChange={(event) => onDraft(event.target.value)}
						onKeyDown={onKeyDown}
					/>
					<Field.ErrorText>{isTooLong ? text.chat.tooLong(most) : problem}</Field.ErrorText>
				</Field.Root>
				<HStack justify="space-between" mt="1.5">
					<Text fontSize="xs" color="fg.quiet">
						{sentence.length > most * counterFrom
							? text.chat.counter(sentence.length, most)
							: isRunning
								? text.chat.noteKeys
								: text.chat.keys}
					</Text>
					<Button type="submit" size="sm" colorPalette="blue" disabled={!canSend} loading={isBusy}>
						{isRunning ? text.chat.sendNote : text.chat.start}
					</Button>
				</HStack>
			</form>
		</Box>
	);
}
