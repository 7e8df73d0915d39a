import { Button, Flex, Heading, HStack, Text, Textarea } from "@chakra-ui/react";
import { fileLimits } from "@webhand/contracts/tools/files";
import { useEffect, useRef } from "react";
import { DiffViewer } from "../../diff/diff-viewer.tsx";
import { HiddenMarks } from "../../kit/hidden-marks.tsx";
import { ToolProblem } from "../../kit/tool-problem.tsx";
import type { Workbench } from "../../kit/workbench.ts";
import { nameOf } from "../paths.ts";
import { filesText } from "../words.ts";
import { ConflictView } from "./conflict-view.tsx";
import { isUnsaved } from "./edit-state.ts";
import type { Edit, EditedFile } from "./use-edit.ts";
import { useEdit } from "./use-edit.ts";

type Props = { readonly bench: Workbench; readonly file: EditedFile; readonly onDone: () => void };

/** Edits a file: type, look at the change, save it, see what was saved. */
export function FileEditor({ bench, file, onDone }: Props) {
	const text = filesText.edit;
	const name = nameOf(file.path);
	const edit = useEdit(bench.api, bench.workspaceId, file);
	const { state } = edit;
	const { setUnsaved, onChanged, leave } = bench;
	const isDirty = isUnsaved(state);
	useEffect(() => {
		setUnsaved(isDirty ? name : null);
		return () => setUnsaved(null);
	}, [setUnsaved, isDirty, name]);
	const isSaved = state.phase.kind === "saved";
	useEffect(() => {
		if (isSaved) onChanged();
	}, [isSaved, onChanged]);
	return (
		<Flex as="article" aria-label={name} direction="column" flex="1" minH="0">
			<HStack px="gutter" py="1.5" borderBottomWidth="1px" borderColor="line.soft" flexShrink="0">
				<Heading as="h3" textStyle="body" fontWeight="semibold" flex="1" truncate title={file.path}>
					<bdi>
						<HiddenMarks>{file.base.hash === null ? text.newTitle(name) : name}</HiddenMarks>
					</bdi>
				</Heading>
				{isSaved ? null : (
					<Button size="xs" variant="ghost" onClick={() => leave(onDone)}>
						{text.discard}
					</Button>
				)}
			</HStack>
			{state.problem === null ? null : (
				<Flex px="gutter" py="2">
					<ToolProblem problem={state.problem} />
				</Flex>
			)}
			<Phase edit={edit} file={file} name={name} onDone={onDone} />
		</Flex>
	);
}

type PhaseProps = { readonly edit: Edit; readonly file: EditedFile; readonly name: string; readonly onDone: () => void };

function Phase({ edit, file, name, onDone }: PhaseProps) {
	const { state, dispatch } = edit;
	const text = filesText.edit;
	const { phase } = state;
	if (phase.kind === "conflict") return <ConflictView edit={edit} meanwhile={phase.meanwhile} />;
	if (phase.kind === "editing") return <Typing edit={edit} file={file} name={name} />;
	const isSaved = phase.kind === "saved";
	const title = isSaved ? text.saved(name) : file.base.hash === null ? text.reviewNew : text.reviewTitle;
	return (
		<>
			<Flex direction="column" gap="2" flex="1" minH="0" overflowY="auto" px="gutter" py="2.5">
				<Text fontWeight="semibold" role="status" overflowWrap="anywhere" color={isSaved ? "status.completed" : "fg"}>
					{title}
				</Text>
				<DiffViewer diff={phase.diff} />
			</Flex>
			<HStack px="gutter" py="2" justify="end" wrap="wrap" borderTopWidth="1px" borderColor="line.soft" flexShrink="0">
				{isSaved ? (
					<Button size="xs" variant="outline" autoFocus onClick={onDone}>
						{text.done}
					</Button>
				) : (
					<>
						<Button size="xs" variant="outline" onClick={() => dispatch({ type: "edit_again" })}>
							{text.back}
						</Button>
						<Button size="xs" colorPalette="brand" autoFocus loading={state.isBusy} aria-label={text.save} onClick={() => void edit.save()}>
							{text.save}
						</Button>
					</>
				)}
			</HStack>
		</>
	);
}

function Typing({ edit, file, name }: Omit<PhaseProps, "onDone">) {
	const { state, dispatch } = edit;
	const text = filesText.edit;
	const field = useRef<HTMLTextAreaElement>(null);
	useEffect(() => field.current?.focus(), []);
	const isNew = state.base.hash === null;
	// Bytes are counted only where there may be too many.
	const isTooLong = state.text.length * 3 > fileLimits.writtenFile && new TextEncoder().encode(state.text).length > fileLimits.writtenFile;
	return (
		<>
			<Textarea
				ref={field}
				aria-label={text.label(name)}
				flex="1"
				minH="0"
				resize="none"
				rounded="none"
				borderWidth="0"
				px="gutter"
				py="2"
				fontFamily="mono"
				textStyle="small"
				spellCheck={false}
				autoCapitalize="off"
				autoComplete="off"
				dir="ltr"
				focusRingOffset="-2px"
				value={state.text}
				onChange={(event) => dispatch({ type: "typed", text: event.target.value })}
			/>
			<HStack px="gutter" py="2" justify="space-between" gap="2" borderTopWidth="1px" borderColor="line.soft" flexShrink="0">
				<Text textStyle="small" color={isTooLong ? "fg.error" : "fg.quiet"} minW="0">
					{isTooLong ? text.tooLong : file.eol === "mixed" ? filesText.file.mixedEnds : !isNew && !isUnsaved(state) ? text.noChange : ""}
				</Text>
				<Button
					size="xs"
					colorPalette="brand"
					flexShrink="0"
					loading={state.isBusy}
					aria-label={text.review}
					disabled={isTooLong || (!isNew && !isUnsaved(state))}
					onClick={() => void edit.review()}
				>
					{text.review}
				</Button>
			</HStack>
		</>
	);
}
