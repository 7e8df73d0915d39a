import { Box, Button, Flex, HStack, IconButton, Menu, Text } from "@chakra-ui/react";
import { makeFolderRoute } from "@webhand/contracts/tools/files";
import { useRef, useState } from "react";
import { NameDialog } from "../../../kit/dialogs/name-dialog.tsx";
import { FileIcon, FolderIcon, PlusIcon, RetryIcon, SlidersIcon } from "../../../kit/icons.tsx";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { FileEditor } from "./edit/file-editor.tsx";
import { FileView } from "./file-view.tsx";
import { FolderList } from "./folder-list.tsx";
import { crumbsOf, folderOf, newNameProblem, pathIn } from "./paths.ts";
import type { SearchInput } from "./search/search-bar.tsx";
import { emptySearch, SearchBar } from "./search/search-bar.tsx";
import { SearchResults } from "./search/search-results.tsx";
import { useDelete } from "./use-delete.tsx";
import type { FilePlace } from "./use-file.ts";
import { filesText } from "./words.ts";

/** What is open: a folder alone, a file in it, or a file that is being made. */
export type FilesPlace = { readonly folder: string; readonly file: FilePlace | null; readonly newFile: string | null };

export const rootPlace: FilesPlace = { folder: "", file: null, newFile: null };

type Props = {
	readonly bench: Workbench;
	/** The name of the workspace. */
	readonly root: string;
	readonly place: FilesPlace;
	readonly onPlace: (place: FilesPlace) => void;
};

const nameLimit = 1_000;

/** The files of a workspace: folders, searches, one file at a time. */
export function FileBrowser({ bench, root, place, onPlace }: Props) {
	const [input, setInput] = useState<SearchInput>(emptySearch);
	const [search, setSearch] = useState<SearchInput | null>(null);
	const [isHiddenShown, setIsHiddenShown] = useState(false);
	const [naming, setNaming] = useState<"file" | "folder" | null>(null);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const { folder, file, newFile } = place;
	/** The path whose row has the focus in the next list: who came with the keyboard goes on with it. */
	const focused = useRef<string | null>(null);
	const toFolder = (path: string) => onPlace({ folder: path, file: null, newFile: null });
	const toFile = (opened: FilePlace) => onPlace({ folder: search === null ? folderOf(opened.path) : folder, file: opened, newFile: null });
	const deletion = useDelete(bench, (path) => (path === file?.path ? toFolder(folder) : undefined));
	const { setTold } = deletion;
	const closeSearch = () => {
		setSearch(null);
		setInput(emptySearch);
	};
	const make = async (kind: "file" | "folder", name: string) => {
		setNaming(null);
		setProblem(null);
		setTold("");
		const path = pathIn(folder, name);
		if (kind === "file") return onPlace({ folder, file: null, newFile: path });
		try {
			await bench.api.call(makeFolderRoute, { body: { workspaceId: bench.workspaceId, path } });
			setTold(filesText.madeFolder(name));
			bench.onChanged();
		} catch (error) {
			setProblem(problemOf(error));
		}
	};
	if (newFile !== null)
		return (
			<FileEditor
				key={newFile}
				bench={bench}
				file={{ path: newFile, base: { content: "", hash: null }, eol: "lf", bom: false }}
				onDone={() => toFolder(folder)}
			/>
		);
	if (file !== null)
		return (
			<>
				<FileView key={`${file.path}:${file.line}`} bench={bench} place={file} onBack={() => toFolder(folder)} onDelete={deletion.ask} />
				{deletion.dialog}
			</>
		);
	return (
		<Flex direction="column" flex="1" minH="0">
			<Flex direction="column" gap="1.5" px="gutter" pt="2" pb="1" flexShrink="0">
				{bench.canSearch ? <SearchBar input={input} onInput={setInput} onSubmit={() => setSearch({ ...input })} /> : null}
				<HStack gap="1">
					<Crumbs root={root} path={folder} onFolder={toFolder} />
					<IconButton
						size="2xs"
						boxSize="7"
						variant="ghost"
						aria-label={filesText.reload}
						title={filesText.reload}
						onClick={() => bench.onChanged()}
					>
						<RetryIcon />
					</IconButton>
					{bench.canWrite ? (
						<Menu.Root positioning={{ placement: "bottom-end" }}>
							<Menu.Trigger asChild>
								<IconButton size="2xs" boxSize="7" variant="ghost" aria-label={filesText.add} title={filesText.add}>
									<PlusIcon />
								</IconButton>
							</Menu.Trigger>
							<Menu.Positioner>
								<Menu.Content borderWidth="1px" borderColor="line.soft" rounded="lg">
									<Menu.Item value="file" onSelect={() => setNaming("file")}>
										<FileIcon />
										{filesText.newFile}
									</Menu.Item>
									<Menu.Item value="folder" onSelect={() => setNaming("folder")}>
										<FolderIcon />
										{filesText.newFolder}
									</Menu.Item>
								</Menu.Content>
							</Menu.Positioner>
						</Menu.Root>
					) : null}
					<Menu.Root positioning={{ placement: "bottom-end" }} closeOnSelect={false}>
						<Menu.Trigger asChild>
							<IconButton size="2xs" boxSize="7" variant="ghost" aria-label={filesText.options} title={filesText.options}>
								<SlidersIcon />
							</IconButton>
						</Menu.Trigger>
						<Menu.Positioner>
							<Menu.Content borderWidth="1px" borderColor="line.soft" rounded="lg">
								<Menu.CheckboxItem value="hidden" checked={isHiddenShown} onCheckedChange={setIsHiddenShown}>
									{filesText.showHidden}
									<Menu.ItemIndicator />
								</Menu.CheckboxItem>
							</Menu.Content>
						</Menu.Positioner>
					</Menu.Root>
				</HStack>
			</Flex>
			<Box role="status" px="gutter" textStyle="small" color="status.completed" flexShrink="0">
				{deletion.told === "" ? null : <Text pb="1">{deletion.told}</Text>}
			</Box>
			{deletion.progress === null && problem === null ? null : (
				<Box px="gutter" pb="1.5" flexShrink="0">
					{deletion.progress}
					<ToolProblem problem={problem} />
				</Box>
			)}
			{search === null ? (
				<FolderList
					key={folder}
					bench={bench}
					folder={folder}
					isHiddenShown={isHiddenShown}
					focusAtStart={() => {
						const path = focused.current;
						focused.current = null;
						return path;
					}}
					onFolder={(path) => {
						focused.current = path === folderOf(folder) ? folder : "";
						toFolder(path);
					}}
					onFile={(entry) => {
						focused.current = entry.path;
						toFile({ path: entry.path, line: null, entry });
					}}
					onDelete={deletion.ask}
				/>
			) : (
				<SearchResults bench={bench} search={search} folder={folder} onOpen={toFile} onClose={closeSearch} />
			)}
			{deletion.dialog}
			{naming === null ? null : (
				<NameDialog
					title={naming === "file" ? filesText.newFileTitle : filesText.newFolderTitle}
					label={filesText.name}
					hint={filesText.nameHint}
					confirm={filesText.create}
					maxLength={nameLimit}
					problemOf={(name) => {
						const problem = newNameProblem(name, naming);
						return problem === null ? null : filesText.nameProblem[problem];
					}}
					onName={(name) => void make(naming, name)}
					onClose={() => setNaming(null)}
				/>
			)}
		</Flex>
	);
}

type CrumbsProps = { readonly root: string; readonly path: string; readonly onFolder: (path: string) => void };

/** The way to a folder; each part of it leads there. */
function Crumbs({ root, path, onFolder }: CrumbsProps) {
	const crumbs = [{ name: root, path: "" }, ...crumbsOf(path)];
	return (
		<HStack as="nav" aria-label={filesText.crumbs} gap="0" wrap="wrap" flex="1" minW="0" textStyle="small">
			{crumbs.map((crumb, index) => {
				const isLast = index === crumbs.length - 1;
				return (
					<HStack key={crumb.path} gap="0" minW="0" maxW="full">
						{index === 0 ? null : (
							<Box as="span" color="fg.quiet" aria-hidden>
								/
							</Box>
						)}
						<Button
							size="2xs"
							variant="ghost"
							px="1"
							minW="0"
							maxW="full"
							fontWeight={isLast ? "semibold" : "normal"}
							{...(isLast ? { "aria-current": "location" as const } : {})}
							onClick={() => onFolder(crumb.path)}
						>
							<Box as="bdi" truncate>
								<HiddenMarks>{crumb.name}</HiddenMarks>
							</Box>
						</Button>
					</HStack>
				);
			})}
		</HStack>
	);
}
