import { Box, Button, Field, HStack, Input, Text, Textarea } from "@chakra-ui/react";
import type { FormEvent, KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import type { Attachment } from "../../attachments.ts";
import { text } from "../../text/en.ts";
import { ClipIcon, CrossIcon } from "../kit/icons.tsx";

type Props = {
	readonly draft: string;
	readonly lastQuery: string;
	readonly isRunning: boolean;
	readonly isBusy: boolean;
	/** Why nothing can be sent now; "" when it can. */
	readonly hold: string;
	readonly problem: string;
	readonly files: readonly Attachment[];
	readonly onFiles: (files: readonly File[]) => void;
	readonly onFileRemoved: (id: string) => void;
	readonly onDraft: (draft: string) => void;
	readonly onSend: (sentence: string) => void;
};

const limits = { query: 10_000, note: 4_000 };
const counterFrom = 0.9;

/** Takes a task, or a note while one runs. Enter sends, Shift+Enter breaks the line, arrow up recalls. */
export function Composer({ draft, lastQuery, isRunning, isBusy, hold, problem, files, onDraft, onSend, ...fileActions }: Props) {
	const input = useRef<HTMLTextAreaElement>(null);
	const picker = useRef<HTMLInputElement>(null);
	const most = isRunning ? limits.note : limits.query;
	const sentence = draft.trim();
	const isTooLong = sentence.length > most;
	const canSend = sentence !== "" && !isTooLong && !isBusy && hold === "";
	const sendText = isRunning ? text.chat.sendNote : text.chat.start;
	useEffect(() => input.current?.focus(), []);
	// An example or an old instruction is read and sent from here.
	useEffect(() => (draft === "" ? undefined : input.current?.focus()), [draft]);

	const send = () => {
		if (canSend) onSend(sentence);
		input.current?.focus();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		send();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		// During composition, Enter belongs to the input method.
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
						dir="auto"
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
				<AttachedFiles files={files} onRemove={fileActions.onFileRemoved} />
				<HStack justify="space-between" wrap="wrap" mt="1.5">
					<Button size="xs" variant="ghost" aria-label={text.chat.attach} onClick={() => picker.current?.click()}>
						<ClipIcon />
					</Button>
					<Input
						ref={picker}
						type="file"
						multiple
						display="none"
						aria-label={text.chat.attach}
						tabIndex={-1}
						onChange={(event) => {
							fileActions.onFiles([...(event.target.files ?? [])]);
							event.target.value = "";
						}}
					/>
					<Text flex="1 1 6rem" fontSize="xs" color="fg.quiet">
						{sentence.length > most * counterFrom
							? text.chat.counter(sentence.length, most)
							: hold !== ""
								? hold
								: isRunning
									? text.chat.noteKeys
									: text.chat.keys}
					</Text>
					<Button type="submit" size="sm" colorPalette="blue" disabled={!canSend} loading={isBusy} aria-label={sendText}>
						{sendText}
					</Button>
				</HStack>
			</form>
		</Box>
	);
}

/** The files of the next task, each with a button that removes it. */
function AttachedFiles({ files, onRemove }: { readonly files: readonly Attachment[]; readonly onRemove: (id: string) => void }) {
	if (files.length === 0) return null;
	return (
		<HStack wrap="wrap" mt="1.5" gap="1" role="group" aria-label={text.chat.attached}>
			{files.map(({ id, name }) => (
				<Button
					key={id}
					type="button"
					size="xs"
					variant="outline"
					borderColor="line.strong"
					maxW="full"
					aria-label={text.chat.detach(name)}
					onClick={() => onRemove(id)}
				>
					<Text truncate>{name}</Text>
					<CrossIcon boxSize="3" />
				</Button>
			))}
		</HStack>
	);
}
