import { Box, Button, Field, HStack, IconButton, Input, Text, Textarea, VisuallyHidden } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import type { FormEvent, KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import type { Attachment } from "../../attachments.ts";
import { ClipIcon, CrossIcon, SendIcon } from "../../kit/icons.tsx";
import { ModeSwitch } from "../header/mode-switch.tsx";
import { chatText } from "./words.ts";

type Props = {
	readonly draft: string;
	readonly lastQuery: string;
	readonly isRunning: boolean;
	readonly isBusy: boolean;
	readonly mode: Mode;
	readonly onMode: (mode: Mode) => void;
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
export function Composer({ draft, lastQuery, isRunning, isBusy, mode, onMode, problem, files, onDraft, onSend, ...fileActions }: Props) {
	const input = useRef<HTMLTextAreaElement>(null);
	const picker = useRef<HTMLInputElement>(null);
	const most = isRunning ? limits.note : limits.query;
	const sentence = draft.trim();
	const isTooLong = sentence.length > most;
	const canSend = sentence !== "" && !isTooLong && !isBusy;
	const sendText = isRunning ? chatText.sendNote : chatText.start;
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

	const label = isRunning ? chatText.note : chatText.composer;
	const told = sentence.length > most * counterFrom ? chatText.counter(sentence.length, most) : "";

	return (
		<Box px="gutter" pt="1.5" pb="gutter" flexShrink="0">
			<form onSubmit={submit}>
				<Field.Root invalid={isTooLong || problem !== ""}>
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
							ref={input}
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
							placeholder={label}
							_placeholder={{ color: "fg.quiet" }}
							value={draft}
							onChange={(event) => onDraft(event.target.value)}
							onKeyDown={onKeyDown}
						/>
						<AttachedFiles files={files} onRemove={fileActions.onFileRemoved} />
						<HStack gap="0.5" px="1.5" pb="1.5" wrap="wrap">
							<IconButton
								type="button"
								size="2xs"
								boxSize="7"
								variant="ghost"
								color="fg.quiet"
								aria-label={chatText.attach}
								title={chatText.attach}
								onClick={() => picker.current?.click()}
							>
								<ClipIcon />
							</IconButton>
							<ModeSwitch mode={mode} onMode={onMode} />
							<Input
								ref={picker}
								type="file"
								multiple
								display="none"
								aria-label={chatText.attach}
								tabIndex={-1}
								onChange={(event) => {
									fileActions.onFiles([...(event.target.files ?? [])]);
									event.target.value = "";
								}}
							/>
							<Button
								type="submit"
								size="2xs"
								h="7"
								ms="auto"
								rounded="lg"
								colorPalette="brand"
								disabled={!canSend}
								loading={isBusy}
								aria-label={sendText}
								title={isRunning ? chatText.noteKeys : chatText.keys}
							>
								{sendText}
								<SendIcon boxSize="3.5" />
							</Button>
						</HStack>
					</Box>
					{told === "" ? null : (
						<Text textStyle="small" color="fg.quiet">
							{told}
						</Text>
					)}
					<Field.ErrorText>{isTooLong ? chatText.tooLong(most) : problem}</Field.ErrorText>
				</Field.Root>
			</form>
		</Box>
	);
}

/** The files of the next task, each with a button that removes it. */
function AttachedFiles({ files, onRemove }: { readonly files: readonly Attachment[]; readonly onRemove: (id: string) => void }) {
	if (files.length === 0) return null;
	return (
		<HStack wrap="wrap" px="2" pb="1.5" gap="1" role="group" aria-label={chatText.attached}>
			{files.map(({ id, name }) => (
				<Button
					key={id}
					type="button"
					size="2xs"
					variant="subtle"
					title={name}
					maxW="full"
					aria-label={chatText.detach(name)}
					onClick={() => onRemove(id)}
				>
					<Text truncate>{name}</Text>
					<CrossIcon boxSize="3" />
				</Button>
			))}
		</HStack>
	);
}
