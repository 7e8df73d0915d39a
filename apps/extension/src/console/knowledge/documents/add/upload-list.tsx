import { Box, Button, Flex, HStack, Link, List, Progress, Text, VisuallyHidden } from "@chakra-ui/react";
import { formatBytes, formatTime } from "../../../../kit/words/format.ts";
import { knowledgeText } from "../../words.ts";
import { documentPath } from "../document-change.ts";
import type { FileState, Upload } from "./queue.ts";
import type { Choice } from "./use-uploads.ts";

type Props = {
	readonly uploads: readonly Upload[];
	readonly onDrop: (key: number) => void;
	readonly onChoose: (key: number, choice: Choice) => void;
};

const text = knowledgeText.add;

/** The chosen files, each with how far it has come and a way to take it out. */
export function UploadList({ uploads, onDrop, onChoose }: Props) {
	const sent = uploads.find(({ state }) => state.kind === "sending");
	if (uploads.length === 0) return null;
	return (
		<Box>
			<VisuallyHidden role="status">{sent === undefined ? "" : text.started(sent.file.name)}</VisuallyHidden>
			<List.Root variant="plain" gap="0" aria-label={text.picked} borderWidth="1px" borderColor="line.soft" borderRadius="lg">
				{uploads.map(({ key, file, state }) => (
					<List.Item key={key} display="block" px="3" py="2" borderTopWidth="1px" borderColor="line.soft" _first={{ borderTopWidth: "0" }}>
						<Flex gap="3" align="center" justify="space-between" wrap="wrap">
							<Box flex="1 1 12rem" minW="0">
								<Text fontWeight="medium" overflowWrap="anywhere">
									{file.name}
								</Text>
								<Text fontSize="xs" color={state.kind === "refused" ? "fg.error" : "fg.quiet"} overflowWrap="anywhere">
									{[formatBytes(file.size), wordsOf(state)].join(" · ")}
								</Text>
							</Box>
							<UploadAction name={file.name} state={state} onDrop={() => onDrop(key)} />
						</Flex>
						{state.kind === "asks" ? (
							<HStack mt="2" gap="2" wrap="wrap" role="alert">
								<Text flex="1 1 14rem" overflowWrap="anywhere">
									{text.sameName(state.older.title, formatTime(state.older.updatedAt), {
										at: formatTime(file.lastModified),
										isOlder: file.lastModified < Date.parse(state.older.updatedAt),
									})}
								</Text>
								<Button type="button" size="xs" colorPalette="brand" onClick={() => onChoose(key, "replace")}>
									{text.replaceIt}
								</Button>
								<Button type="button" size="xs" variant="outline" onClick={() => onChoose(key, "add")}>
									{text.addBeside}
								</Button>
							</HStack>
						) : null}
						{state.kind === "sending" || state.kind === "checking" ? <Bar name={file.name} state={state} /> : null}
					</List.Item>
				))}
			</List.Root>
		</Box>
	);
}

function UploadAction({ name, state, onDrop }: { readonly name: string; readonly state: FileState; readonly onDrop: () => void }) {
	if (state.kind === "stored")
		return (
			<Link
				color="brand.fg"
				textDecoration="underline"
				href={`#${documentPath(state.document)}`}
				aria-label={text.openOf(state.document.title)}
			>
				{knowledgeText.documents.open}
			</Link>
		);
	const isSent = state.kind === "sending" || state.kind === "checking";
	return (
		<Button type="button" size="xs" variant="outline" aria-label={isSent ? text.cancelOf(name) : text.takeOutOf(name)} onClick={onDrop}>
			{isSent ? text.cancel : text.takeOut}
		</Button>
	);
}

function Bar({ name, state }: { readonly name: string; readonly state: FileState }) {
	const percent = state.kind === "sending" ? Math.floor((100 * state.sent) / Math.max(1, state.total)) : 100;
	return (
		<HStack mt="2" gap="3">
			<Progress.Root flex="1" size="sm" colorPalette="brand" value={percent} aria-label={text.progress(name)}>
				<Progress.Track>
					<Progress.Range />
				</Progress.Track>
			</Progress.Root>
			<Text fontSize="xs" color="fg.quiet" fontVariantNumeric="tabular-nums" aria-hidden>
				{percent} %
			</Text>
		</HStack>
	);
}

function wordsOf(state: FileState): string {
	switch (state.kind) {
		case "sending":
			return text.sending(formatBytes(state.sent), formatBytes(state.total));
		case "stored":
			return text.storedAs[state.as];
		case "refused":
			return state.sentence;
		default:
			return text.states[state.kind];
	}
}
