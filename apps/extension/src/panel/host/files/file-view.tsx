import { Box, Button, Flex, Heading, HStack, IconButton, Spinner, Stack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { FileEntry } from "@webhand/contracts/tools/files";
import { fileLimits, readFileRoute } from "@webhand/contracts/tools/files";
import { useState } from "react";
import { BackIcon, TrashIcon } from "../../../kit/icons.tsx";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { Loading } from "../../../kit/states.tsx";
import { formatBytes, formatTime } from "../../../kit/words/format.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { VirtualRows } from "../kit/virtual-rows.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { FileEditor } from "./edit/file-editor.tsx";
import type { EditedFile } from "./edit/use-edit.ts";
import { forTextField } from "./file-lines.ts";
import { nameOf } from "./paths.ts";
import type { FilePlace, OpenFile } from "./use-file.ts";
import { useFile } from "./use-file.ts";
import { filesText } from "./words.ts";

type Props = {
	readonly bench: Workbench;
	readonly place: FilePlace;
	readonly onBack: () => void;
	readonly onDelete: (entry: Pick<FileEntry, "path" | "type">) => void;
};

/** A file: its text by slices, or the facts of one that is not text; and its edit. */
export function FileView({ bench, place, onBack, onDelete }: Props) {
	const text = filesText.file;
	const open = useFile(bench.api, bench.workspaceId, place);
	const [edited, setEdited] = useState<EditedFile | null>(null);
	const [isLoading, setIsLoading] = useState(false);
	const [problem, setProblem] = useState<Parameters<typeof ToolProblem>[0]["problem"]>(null);
	const { file } = open;
	const name = nameOf(place.path);
	const isText = file?.encoding === "utf8";
	const canEdit = bench.canWrite && isText && file.size <= fileLimits.writtenFile;
	const edit = async () => {
		setIsLoading(true);
		setProblem(null);
		const loaded = await loadWhole(bench, place.path);
		setIsLoading(false);
		if (loaded.kind === "failed") return setProblem(loaded.problem);
		const { content, hash, eol, bom } = loaded.file;
		setEdited({ path: place.path, base: { content: forTextField(content), hash }, eol, bom });
	};
	if (edited !== null)
		return (
			<FileEditor
				bench={bench}
				file={edited}
				onDone={() => {
					setEdited(null);
					open.restart();
				}}
			/>
		);
	return (
		<Flex as="article" aria-label={name} direction="column" flex="1" minH="0">
			<HStack px="1.5" py="1.5" gap="1" borderBottomWidth="1px" borderColor="line.soft" flexShrink="0">
				<IconButton size="2xs" boxSize="7" variant="ghost" aria-label={text.back} title={text.back} autoFocus onClick={onBack}>
					<BackIcon />
				</IconButton>
				<Box flex="1" minW="0">
					<Heading as="h3" textStyle="body" fontWeight="semibold" truncate title={place.path}>
						<bdi>
							<HiddenMarks>{name}</HiddenMarks>
						</bdi>
					</Heading>
					{file === null ? null : (
						<Text textStyle="small" color="fg.quiet" truncate>
							{text.facts(file.size, formatTime(file.mtime))}
						</Text>
					)}
				</Box>
				{canEdit ? (
					<Button size="xs" variant="outline" loading={isLoading} onClick={() => void edit()}>
						{text.edit}
					</Button>
				) : null}
				{bench.canWrite && file !== null ? (
					<IconButton
						size="2xs"
						boxSize="7"
						variant="ghost"
						color="fg.quiet"
						aria-label={`${filesText.delete} ${name}`}
						title={filesText.delete}
						onClick={() => onDelete({ path: place.path, type: "file" })}
					>
						<TrashIcon />
					</IconButton>
				) : null}
			</HStack>
			{problem === null && open.problem === null ? null : (
				<Stack px="gutter" py="2" gap="2" flexShrink="0">
					<ToolProblem problem={problem} />
					<ToolProblem problem={open.problem} onRetry={open.restart} />
				</Stack>
			)}
			<Content open={open} place={place} name={name} />
			{isText && bench.canWrite && !canEdit ? (
				<Text px="gutter" py="1" textStyle="small" color="fg.quiet" flexShrink="0">
					{text.tooBigToEdit}
				</Text>
			) : null}
		</Flex>
	);
}

function Content({ open, place, name }: { readonly open: OpenFile; readonly place: FilePlace; readonly name: string }) {
	const text = filesText.file;
	const { file, rows, readTo, firstLine, isReading } = open;
	if (file === null) {
		if (open.problem !== null)
			return place.entry === undefined ? null : <Facts size={place.entry.size} changed={place.entry.mtime} hash={null} />;
		return (
			<Box px="gutter" py="3">
				<Loading lines={8} />
			</Box>
		);
	}
	if (file.encoding === "base64") return <Facts told={text.binary} size={file.size} changed={file.mtime} hash={file.hash} />;
	if (file.size === 0)
		return (
			<Text px="gutter" py="3" color="fg.quiet">
				{text.empty}
			</Text>
		);
	const wanted = place.line === null ? -1 : rows.findIndex(({ number }) => number === place.line);
	const digits = String(rows.at(-1)?.number ?? firstLine + rows.length).length;
	const isPart = readTo < file.size;
	return (
		<>
			{firstLine > 1 ? (
				<HStack px="gutter" py="1" justify="space-between" wrap="wrap" textStyle="small" flexShrink="0" bg="bg.sunken">
					<Text color="fg.quiet">{text.fromLine(firstLine)}</Text>
					<Button size="2xs" variant="ghost" px="1" onClick={open.restart}>
						{text.fromStart}
					</Button>
				</HStack>
			) : null}
			<VirtualRows
				label={text.content(name)}
				role="group"
				count={rows.length}
				rowHeight={18}
				first={wanted === -1 ? undefined : wanted}
				onEnd={open.readOn}
			>
				{(index) => {
					const row = rows[index];
					if (row === undefined) return null;
					return (
						<Flex
							fontFamily="mono"
							textStyle="small"
							bg={index === wanted ? "bg.note" : "transparent"}
							color={index === wanted ? "fg.note" : "fg"}
						>
							<Text
								as="span"
								w={`calc(${Math.max(digits, 2)}ch + 1.25rem)`}
								pe="2.5"
								flexShrink="0"
								textAlign="end"
								color="fg.quiet"
								userSelect="none"
								aria-hidden
							>
								{row.number ?? ""}
							</Text>
							<Text as="span" dir="ltr" flex="1" minW="0" pe="2" whiteSpace="pre-wrap" overflowWrap="anywhere" minH="1lh">
								<HiddenMarks>{row.text}</HiddenMarks>
							</Text>
						</Flex>
					);
				}}
			</VirtualRows>
			{isPart ? (
				<HStack
					px="gutter"
					py="1"
					justify="space-between"
					wrap="wrap"
					textStyle="small"
					color="fg.quiet"
					flexShrink="0"
					borderTopWidth="1px"
					borderColor="line.soft"
					role="status"
				>
					<HStack gap="1.5">
						{isReading ? <Spinner size="xs" /> : null}
						<Text>{text.partly(readTo, file.size)}</Text>
					</HStack>
					<Button size="2xs" variant="ghost" onClick={isReading ? open.stop : open.readOn}>
						{isReading ? text.stopReading : text.readMore}
					</Button>
				</HStack>
			) : null}
		</>
	);
}

type FactsProps = { readonly told?: string; readonly size: number; readonly changed: string; readonly hash: string | null };

function Facts({ told, size, changed, hash }: FactsProps) {
	const text = filesText.file;
	const facts = [
		[text.type, told === undefined ? "–" : text.binaryType],
		[text.size, formatBytes(size)],
		[text.changed, formatTime(changed)],
		[text.hash, hash?.replace(/^sha256:/, "") ?? text.noHash],
	] as const;
	return (
		<Stack px="gutter" py="3" gap="2">
			{told === undefined ? null : <Text>{told}</Text>}
			<Stack as="dl" gap="1.5" textStyle="small">
				{facts.map(([name, fact]) => (
					<Flex key={name} gap="2">
						<Text as="dt" color="fg.quiet" w="16" flexShrink="0">
							{name}
						</Text>
						<Text as="dd" overflowWrap="anywhere" minW="0">
							{fact}
						</Text>
					</Flex>
				))}
			</Stack>
		</Stack>
	);
}

type Loaded =
	| { readonly kind: "loaded"; readonly file: ReplyOf<typeof readFileRoute> }
	| { readonly kind: "failed"; readonly problem: ServerProblem };

/** Reads a file of at most 1 MiB at once, to edit it. @throws never */
async function loadWhole({ api, workspaceId }: Workbench, path: string): Promise<Loaded> {
	try {
		return { kind: "loaded", file: await api.call(readFileRoute, { query: { workspaceId, path, limit: fileLimits.readBytes } }) };
	} catch (error) {
		return { kind: "failed", problem: problemOf(error) };
	}
}
