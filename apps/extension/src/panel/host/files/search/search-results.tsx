import { Box, Button, HStack, Mark, Spinner, Stack, Text } from "@chakra-ui/react";
import type { GrepMatch } from "@webhand/contracts/tools/search";
import { searchFilesRoute } from "@webhand/contracts/tools/search";
import { useState } from "react";
import { FileIcon } from "../../../../kit/icons.tsx";
import { useLoaded } from "../../../../kit/load/queries.ts";
import { Empty } from "../../../../kit/states.tsx";
import { formatBytes } from "../../../../kit/words/format.ts";
import { RowButton } from "../../../kit/row-button.tsx";
import { ToolProblem } from "../../kit/tool-problem.tsx";
import { VirtualRows } from "../../kit/virtual-rows.tsx";
import type { Workbench } from "../../kit/workbench.ts";
import type { FilePlace } from "../use-file.ts";
import { filesText } from "../words.ts";
import type { SearchInput } from "./search-bar.tsx";

type Props = {
	readonly bench: Workbench;
	readonly search: SearchInput;
	readonly folder: string;
	readonly onOpen: (place: FilePlace) => void;
	readonly onClose: () => void;
};

/** A name is found wherever it contains what was typed, unless that is a pattern itself. */
const globOf = (typed: string) => (/[*?[{]/.test(typed) ? typed : `*${typed}*`);

/** What a search found; each hit opens its file at the line. */
export function SearchResults({ bench, search, folder, onOpen, onClose }: Props) {
	const text = filesText.search;
	const { api, workspaceId, version } = bench;
	const [isStopped, setIsStopped] = useState(false);
	// A change of a file makes the hits old.
	const found = useLoaded(["search", workspaceId, folder, search, version], (signal) => {
		const { kind: type, pattern, isRegex: regex, isCaseSensitive: caseSensitive } = search;
		const body = { workspaceId, type, path: folder, pattern: type === "glob" ? globOf(pattern) : pattern, regex, caseSensitive };
		return api.call(searchFilesRoute, { body, signal });
	});
	const { value, problem, isLoading } = found;
	const stop = () => {
		setIsStopped(true);
		onClose();
	};
	return (
		<>
			<HStack px="gutter" py="1" gap="2" flexShrink="0" justify="space-between" textStyle="small" role="status">
				<Text color="fg.quiet" minW="0">
					{isLoading && !isStopped ? text.searching : value === null ? "" : summaryOf(value)}
				</Text>
				<HStack gap="1">
					{isLoading ? <Spinner size="xs" /> : null}
					<Button size="2xs" variant="ghost" onClick={isLoading ? stop : onClose}>
						{isLoading ? text.stop : text.clear}
					</Button>
				</HStack>
			</HStack>
			{problem === null || isLoading ? null : (
				<Box px="gutter" py="2">
					<ToolProblem problem={problem} onRetry={found.retry} />
				</Box>
			)}
			{value === null || isLoading || problem !== null ? null : <Hits value={value} onOpen={onOpen} />}
			{value?.truncatedReason && !isLoading ? (
				<Text px="gutter" py="1" textStyle="small" color="fg.quiet" flexShrink="0">
					{text.cut[value.truncatedReason]}
				</Text>
			) : null}
		</>
	);
}

type Found =
	| { readonly type: "grep"; readonly matches: readonly GrepMatch[] }
	| { readonly type: "glob"; readonly paths: readonly { readonly path: string; readonly size: number; readonly mtime: string }[] };

function summaryOf(value: Found): string {
	if (value.type === "glob") return filesText.search.foundNames(value.paths.length);
	return filesText.search.found(value.matches.length, new Set(value.matches.map(({ path }) => path)).size);
}

function Hits({ value, onOpen }: { readonly value: Found; readonly onOpen: (place: FilePlace) => void }) {
	const text = filesText.search;
	const count = value.type === "grep" ? value.matches.length : value.paths.length;
	if (count === 0) return <Empty title={text.none} hint={text.noneHint} />;
	return (
		<VirtualRows label={text.results} role="list" count={count} rowHeight={value.type === "grep" ? 52 : 34} hasKeys>
			{(index) => {
				const match = value.type === "grep" ? value.matches[index] : undefined;
				const named = value.type === "glob" ? value.paths[index] : undefined;
				const path = match?.path ?? named?.path ?? "";
				const isFirstOfFile = value.type === "glob" || value.matches[index - 1]?.path !== path;
				return (
					<RowButton data-row={index} onClick={() => onOpen({ path, line: match?.line ?? null })}>
						<Stack as="span" gap="0.5" flex="1" minW="0">
							{isFirstOfFile ? (
								<HStack as="span" gap="1.5" minW="0">
									<FileIcon color="fg.quiet" boxSize="3.5" />
									<Text as="span" fontWeight="medium" overflowWrap="anywhere">
										<bdi>{path}</bdi>
									</Text>
									{named === undefined ? null : (
										<Text as="span" textStyle="small" color="fg.quiet" ms="auto" flexShrink="0">
											{formatBytes(named.size)}
										</Text>
									)}
								</HStack>
							) : null}
							{match === undefined ? null : <Hit match={match} />}
						</Stack>
					</RowButton>
				);
			}}
		</VirtualRows>
	);
}

/** Characters that are drawn of a line around its first hit. */
const around = { before: 40, after: 160, spared: 8 } as const;

function Hit({ match }: { readonly match: GrepMatch }) {
	const { line, text: content, submatches } = match;
	const first = submatches[0]?.start ?? 0;
	// A few characters are no longer than the mark of what is left out.
	const from = first < around.before + around.spared ? 0 : first - around.before;
	const end = Math.min(content.length, first + around.after);
	const parts: { readonly text: string; readonly isHit: boolean }[] = [];
	let at = from;
	for (const hit of submatches) {
		if (hit.start >= end || hit.start < at) continue;
		parts.push(
			{ text: content.slice(at, hit.start), isHit: false },
			{ text: content.slice(hit.start, Math.min(hit.end, end)), isHit: true },
		);
		at = Math.min(hit.end, end);
	}
	parts.push({ text: content.slice(at, end), isHit: false });
	return (
		<HStack as="span" align="start" gap="2" textStyle="small" minW="0">
			<Text as="span" color="fg.quiet" fontVariantNumeric="tabular-nums" flexShrink="0" aria-label={filesText.search.line(line)}>
				{line}
			</Text>
			<Text as="span" fontFamily="mono" minW="0" overflowWrap="anywhere" lineClamp="2" dir="ltr">
				{from > 0 ? "…" : ""}
				{parts.map((part, index) =>
					part.isHit ? (
						<Mark key={`${index + 1}`} bg="bg.note" color="fg.note" rounded="xs">
							{part.text}
						</Mark>
					) : index === 0 && from === 0 ? (
						part.text.trimStart()
					) : (
						part.text
					),
				)}
			</Text>
		</HStack>
	);
}
