import { Box, Button, Field, HStack, Input, Stack, Text, Textarea } from "@chakra-ui/react";
import type { FormEvent, Ref } from "react";
import { useState } from "react";
import { PlayIcon } from "../../../kit/icons.tsx";
import { sendOnEnter } from "../../kit/send-on-enter.ts";
import { Unfold } from "../../kit/unfold.tsx";
import { CommandWords } from "../terminal/command-words.tsx";
import { splitCommand } from "./split-command.ts";
import { commandsText } from "./words.ts";

type Props = {
	readonly field: Ref<HTMLTextAreaElement>;
	readonly typed: string;
	readonly onTyped: (typed: string) => void;
	readonly isBusy: boolean;
	readonly onRun: (argv: readonly string[], cwd: string) => void;
};

const typedLimit = 32_768;
const folderLimit = 4_096;

/** Takes a command and shows its words as the server will get them. Enter runs it. */
export function CommandForm({ field, typed, onTyped, isBusy, onRun }: Props) {
	const text = commandsText;
	const [cwd, setCwd] = useState("");
	const { words, shellWords, isOpen } = splitCommand(typed);
	const canRun = words.length > 0 && !isOpen && !isBusy;
	const run = () => {
		if (canRun) onRun(words, cwd.trim());
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		run();
	};
	return (
		<Box px="gutter" pt="2.5" pb="2">
			<form onSubmit={submit}>
				<Stack gap="1.5">
					<Field.Root gap="1" invalid={isOpen}>
						<Field.Label textStyle="name">{text.label}</Field.Label>
						<HStack w="full" align="start" gap="1.5">
							<Textarea
								ref={field}
								size="sm"
								rows={1}
								autoresize
								maxH="32"
								dir="ltr"
								fontFamily="mono"
								borderColor="line.strong"
								autoCapitalize="off"
								autoComplete="off"
								spellCheck={false}
								maxLength={typedLimit}
								placeholder={text.placeholder}
								_placeholder={{ color: "fg.quiet" }}
								value={typed}
								onChange={(event) => onTyped(event.target.value)}
								onKeyDown={(event) => sendOnEnter(event, run)}
							/>
							<Button type="submit" size="sm" colorPalette="brand" loading={isBusy} aria-label={text.run} disabled={!canRun}>
								<PlayIcon boxSize="3.5" />
								{text.run}
							</Button>
						</HStack>
						<Field.ErrorText>{text.openQuote}</Field.ErrorText>
					</Field.Root>
					{words.length === 0 ? null : <CommandWords label={text.words} words={words} marked={shellWords} />}
					{shellWords.size === 0 ? null : (
						<Text role="note" textStyle="small" bg="bg.note" color="fg.note" rounded="md" px="2" py="1" overflowWrap="anywhere">
							{text.noShell([...shellWords])}
						</Text>
					)}
					<Unfold label={text.moreSettings}>
						<Field.Root gap="1">
							<Field.Label textStyle="name">{text.folder}</Field.Label>
							<Input
								size="xs"
								dir="ltr"
								fontFamily="mono"
								borderColor="line.strong"
								maxLength={folderLimit}
								placeholder={text.folderPlaceholder}
								_placeholder={{ color: "fg.quiet" }}
								value={cwd}
								onChange={(event) => setCwd(event.target.value)}
							/>
						</Field.Root>
					</Unfold>
				</Stack>
			</form>
		</Box>
	);
}
