import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { gitDiffRoute } from "@webhand/contracts/tools/git";
import { useState } from "react";
import { ChevronIcon } from "../../../kit/icons.tsx";
import { useLoaded } from "../../../kit/load/queries.ts";
import { RowButton } from "../../kit/row-button.tsx";
import { DiffLines } from "../diff/diff-lines.tsx";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { SmallHead } from "../kit/small-head.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import type { Workbench } from "../kit/workbench.ts";
import type { ChangeRow } from "./git-groups.ts";
import { changesText } from "./words.ts";

type Shared = {
	readonly bench: Workbench;
	readonly isStaged: boolean;
	readonly isBusy: boolean;
	readonly onFile: (path: string) => void;
	readonly onStage?: ((paths: readonly string[]) => Promise<void>) | undefined;
};

type Props = Shared & { readonly title: string; readonly rows: readonly ChangeRow[] };

/** Rows that are drawn at first, and with each press of the button. */
const step = 100;
/** Paths that one call may stage. */
const stageLimit = 1_000;

/** Changed files of one group; each unfolds to its lines. */
export function ChangeList({ title, rows, ...row }: Props) {
	const text = changesText.git;
	const [shown, setShown] = useState(step);
	const { onStage, isBusy } = row;
	if (rows.length === 0) return null;
	return (
		<Box>
			<SmallHead title={`${title} (${rows.length})`}>
				{onStage === undefined || rows.length < 2 ? null : (
					<Button
						size="2xs"
						variant="ghost"
						disabled={isBusy}
						onClick={() => void onStage(rows.slice(0, stageLimit).map(({ path }) => path))}
					>
						{text.stageAll}
					</Button>
				)}
			</SmallHead>
			<Box role="list" aria-label={title}>
				{rows.slice(0, shown).map((change) => (
					<ChangedFile key={change.path} change={change} {...row} />
				))}
			</Box>
			{rows.length > shown ? (
				<Button size="xs" variant="ghost" w="full" onClick={() => setShown(shown + step)}>
					{changesText.diff.more(rows.length - shown)}
				</Button>
			) : null}
		</Box>
	);
}

const colors: Readonly<Record<string, string>> = {
	A: "status.completed",
	"?": "status.completed",
	D: "status.failed",
	U: "status.waiting",
};

function ChangedFile({ change, isBusy, onStage, ...shown }: Shared & { readonly change: ChangeRow }) {
	const text = changesText.git;
	const { path, letter, from } = change;
	const [isOpen, setIsOpen] = useState(false);
	return (
		<Box role="listitem">
			<Flex align="center" px="1.5" _hover={{ bg: "bg.hover" }}>
				<RowButton
					flex="1"
					minW="0"
					px="1.5"
					gap="1.5"
					aria-expanded={isOpen}
					title={text.showDiff(path)}
					onClick={() => setIsOpen(!isOpen)}
				>
					<ChevronIcon boxSize="3.5" color="fg.quiet" transform={isOpen ? "none" : "rotate(-90deg)"} />
					<Box as="span" flex="1" minW="0">
						<Text as="span" display="block" overflowWrap="anywhere">
							<bdi>
								<HiddenMarks>{path}</HiddenMarks>
							</bdi>
						</Text>
						{from === null ? null : (
							<Text as="span" display="block" textStyle="small" color="fg.quiet" overflowWrap="anywhere">
								{text.from(from)}
							</Text>
						)}
					</Box>
					<Text as="span" textStyle="small" color={colors[letter] ?? "fg.quiet"} flexShrink="0">
						{text.state[letter] ?? letter}
					</Text>
				</RowButton>
				{onStage === undefined ? null : (
					<Button
						size="2xs"
						variant="outline"
						ms="1"
						me="1.5"
						disabled={isBusy}
						aria-label={text.stageOf(path)}
						onClick={() => void onStage([path])}
					>
						{text.stage}
					</Button>
				)}
			</Flex>
			{isOpen ? <ChangedLines change={change} {...shown} /> : null}
		</Box>
	);
}

function ChangedLines({ bench, change, isStaged, onFile }: Pick<Shared, "bench" | "isStaged" | "onFile"> & { readonly change: ChangeRow }) {
	const text = changesText.git;
	const { api, workspaceId, version } = bench;
	const { path, letter } = change;
	const isUntracked = letter === "?";
	// A change of a file makes the diff old.
	const diff = useLoaded(["diff", workspaceId, path, isStaged, isUntracked, version], async (signal) => {
		if (isUntracked) return { files: [] };
		return await api.call(gitDiffRoute, { query: { workspaceId, path, staged: isStaged ? "true" : "false" }, signal });
	});
	const isFolder = path.endsWith("/");
	return (
		<Box mx="gutter" mb="2" borderWidth="1px" borderColor="line.soft" rounded="lg" overflow="hidden" bg="bg.card">
			{isUntracked ? (
				<Text px="2" py="2" textStyle="small" color="fg.quiet">
					{isFolder ? text.untrackedFolder : text.untracked}
				</Text>
			) : (
				<ToolLoad loaded={diff} lines={3}>
					{({ files }) => files.map((file) => <DiffLines key={file.path} diff={file} />)}
				</ToolLoad>
			)}
			{letter === "D" || isFolder ? null : (
				<Button size="2xs" variant="ghost" m="1" onClick={() => onFile(path)}>
					{text.openFile}
				</Button>
			)}
		</Box>
	);
}
