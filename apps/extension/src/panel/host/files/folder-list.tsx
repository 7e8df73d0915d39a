import { Box, Button, Flex, IconButton, Text } from "@chakra-ui/react";
import type { FileEntry } from "@webhand/contracts/tools/files";
import { listFilesRoute } from "@webhand/contracts/tools/files";
import type { KeyboardEvent } from "react";
import { FileIcon, FolderIcon, LinkIcon, QuestionIcon, TrashIcon } from "../../../kit/icons.tsx";
import { usePages } from "../../../kit/load/queries.ts";
import { Empty } from "../../../kit/states.tsx";
import { formatBytes, formatTime } from "../../../kit/words/format.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { VirtualRows } from "../kit/virtual-rows.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { folderOf, nameOf } from "./paths.ts";
import { filesText } from "./words.ts";

type Props = {
	readonly bench: Workbench;
	readonly folder: string;
	readonly isHiddenShown: boolean;
	/** Asked once, when the list opens: the path of the row that gets the focus, "" for the first one; null for none. */
	readonly focusAtStart: () => string | null;
	readonly onFolder: (path: string) => void;
	readonly onFile: (entry: FileEntry) => void;
	readonly onDelete: (entry: FileEntry) => void;
};

const pageEntries = 500;
const rowHeight = 34;

/** The entries of a folder; arrow keys move, Enter opens, arrow left goes up, Delete asks. */
export function FolderList({ bench, folder, isHiddenShown, focusAtStart, ...on }: Props) {
	const { api, workspaceId, version, canWrite } = bench;
	// A change of a file makes the list old.
	const pages = usePages(["files", workspaceId, folder, isHiddenShown, version], async (cursor, signal) => {
		const hidden = isHiddenShown ? "true" : "false";
		const reply = await api.call(listFilesRoute, { query: { workspaceId, path: folder, hidden, limit: pageEntries, cursor }, signal });
		return { rows: reply.entries, nextCursor: reply.nextCursor, total: null, reply };
	});
	const label = filesText.list(folder === "" ? filesText.root : nameOf(folder));
	return (
		<ToolLoad loaded={pages.loaded} lines={6}>
			{({ rows, nextCursor }) =>
				rows.length === 0 ? (
					<Empty title={filesText.emptyFolder} hint={canWrite ? filesText.emptyFolderHint : filesText.emptyReadOnly} />
				) : (
					<>
						<VirtualRows
							key={folder}
							label={label}
							role="list"
							count={rows.length}
							rowHeight={rowHeight}
							hasKeys
							focusAtStart={() => {
								const path = focusAtStart();
								return path === null
									? null
									: Math.max(
											0,
											rows.findIndex((entry) => entry.path === path),
										);
							}}
							onEnd={nextCursor === null || pages.problem !== null ? undefined : pages.more}
							onKey={(event) => (event.key === "ArrowLeft" && folder !== "" ? on.onFolder(folderOf(folder)) : undefined)}
						>
							{(index) => {
								const entry = rows[index];
								return entry === undefined ? null : <EntryRow index={index} entry={entry} canWrite={canWrite} {...on} />;
							}}
						</VirtualRows>
						<Box
							px="gutter"
							py="1"
							flexShrink="0"
							borderTopWidth="1px"
							borderColor="line.soft"
							textStyle="small"
							color="fg.quiet"
							role="status"
						>
							{pages.problem === null ? null : <ToolProblem problem={pages.problem} onRetry={pages.more} />}
							{pages.isLoadingMore ? filesText.file.reading : filesText.count(rows.length, nextCursor !== null)}
							{pages.replies.at(-1)?.truncated === true ? <Text>{filesText.truncated}</Text> : null}
						</Box>
					</>
				)
			}
		</ToolLoad>
	);
}

type RowProps = Pick<Props, "onFolder" | "onFile" | "onDelete"> & {
	readonly index: number;
	readonly entry: FileEntry;
	readonly canWrite: boolean;
};

const icons = { dir: FolderIcon, file: FileIcon, link: LinkIcon, other: QuestionIcon } as const;

function EntryRow({ index, entry, canWrite, onFolder, onFile, onDelete }: RowProps) {
	const { name, path, type, size, mtime } = entry;
	const Icon = icons[type];
	const isProtected = !canWrite || name.toLowerCase() === ".git";
	const open = () => (type === "dir" ? onFolder(path) : onFile(entry));
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "ArrowRight" && type === "dir") onFolder(path);
		else if (event.key === "Delete" && !isProtected) onDelete(entry);
		else return;
		event.preventDefault();
	};
	const fact =
		type === "file"
			? formatBytes(size)
			: type === "link"
				? filesText.link(entry.linkTarget ?? "")
				: type === "other"
					? filesText.other
					: "";
	return (
		<Flex className="group" align="center" px="1.5" _hover={{ bg: "bg.hover" }}>
			<Button
				data-row={index}
				variant="plain"
				flex="1"
				minW="0"
				h={`${rowHeight}px`}
				px="2"
				gap="2"
				justifyContent="start"
				fontWeight="normal"
				focusRingOffset="-2px"
				disabled={type === "other"}
				title={formatTime(mtime)}
				onClick={open}
				onKeyDown={onKeyDown}
			>
				<Icon color={type === "dir" ? "brand.fg" : "fg.quiet"} />
				<Text as="span" minW="0" flex="1 1 auto" textAlign="start" truncate>
					<bdi>
						<HiddenMarks>{name}</HiddenMarks>
					</bdi>
				</Text>
				<Text as="span" textStyle="small" color="fg.quiet" flexShrink={type === "file" ? 0 : 1} maxW="50%" truncate>
					{fact}
				</Text>
			</Button>
			{isProtected ? null : (
				<IconButton
					size="2xs"
					boxSize="7"
					variant="ghost"
					color="fg.quiet"
					opacity={{ base: "0", _groupHover: "1", _groupFocusWithin: "1" }}
					tabIndex={-1}
					aria-label={`${filesText.delete} ${name}`}
					title={filesText.delete}
					onClick={() => onDelete(entry)}
				>
					<TrashIcon />
				</IconButton>
			)}
		</Flex>
	);
}
