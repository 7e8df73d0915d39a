import { Box, Button, HStack, IconButton, Input, Menu, Text } from "@chakra-ui/react";
import type { Mode } from "@webhand/contracts/agent/task";
import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import type { Attachment } from "../../attachments.ts";
import { ClipIcon, CrossIcon, PlusIcon, RecordIcon } from "../../kit/icons.tsx";
import { ModeSwitch } from "../header/mode-switch.tsx";
import { MessageBox } from "../kit/message-box.tsx";
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
	/** Records what the person does in the page; absent where nothing can be recorded. */
	readonly onRecord?: (() => void) | undefined;
	readonly onDraft: (draft: string) => void;
	readonly onSend: (sentence: string) => void;
};

const limits = { query: 10_000, note: 4_000 };
const counterFrom = 0.9;

/** Takes a task, or a note while one runs. Enter sends, Shift+Enter breaks the line, arrow up recalls. */
export function Composer({ draft, lastQuery, isRunning, isBusy, mode, onMode, problem, files, onDraft, onSend, ...more }: Props) {
	const input = useRef<HTMLTextAreaElement>(null);
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
	const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
		if (event.key !== "ArrowUp" || draft !== "" || lastQuery === "") return;
		event.preventDefault();
		onDraft(lastQuery);
	};
	const label = isRunning ? chatText.note : chatText.composer;
	const told = sentence.length > most * counterFrom ? chatText.counter(sentence.length, most) : "";

	return (
		<Box px="gutter" pt="1.5" pb="gutter" flexShrink="0">
			<MessageBox
				field={input}
				label={label}
				placeholder={label}
				value={draft}
				onValue={onDraft}
				send={{ label: sendText, keys: isRunning ? chatText.noteKeys : chatText.keys, canSend, isBusy }}
				onSend={send}
				onKeyDown={onKeyDown}
				attached={<AttachedFiles files={files} onRemove={more.onFileRemoved} />}
				controls={
					<>
						<AddMenu onFiles={more.onFiles} onRecord={more.onRecord} />
						<ModeSwitch mode={mode} onMode={onMode} />
					</>
				}
				hint={told}
				problem={isTooLong ? chatText.tooLong(most) : problem}
			/>
		</Box>
	);
}

/** One button for what goes along with a task, and for what the person does instead: each with its name. */
function AddMenu({ onFiles, onRecord }: Pick<Props, "onFiles" | "onRecord">) {
	const picker = useRef<HTMLInputElement>(null);
	return (
		<>
			<Menu.Root positioning={{ placement: "top-start", strategy: "fixed" }} lazyMount unmountOnExit>
				<Menu.Trigger asChild>
					<IconButton type="button" size="2xs" boxSize="7" variant="ghost" color="fg.quiet" aria-label={chatText.add} title={chatText.add}>
						<PlusIcon />
					</IconButton>
				</Menu.Trigger>
				<Menu.Positioner>
					<Menu.Content minW="11rem" borderWidth="1px" borderColor="line.soft" rounded="lg">
						<Menu.Item value="attach" onSelect={() => picker.current?.click()}>
							<ClipIcon />
							{chatText.attach}
						</Menu.Item>
						{onRecord === undefined ? null : (
							<Menu.Item value="record" onSelect={onRecord}>
								<RecordIcon />
								{chatText.record}
							</Menu.Item>
						)}
					</Menu.Content>
				</Menu.Positioner>
			</Menu.Root>
			<Input
				ref={picker}
				type="file"
				multiple
				display="none"
				aria-label={chatText.attach}
				tabIndex={-1}
				onChange={(event) => {
					onFiles([...(event.target.files ?? [])]);
					event.target.value = "";
				}}
			/>
		</>
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
