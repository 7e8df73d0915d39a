import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { gitLogRoute } from "@webhand/contracts/tools/git";
import { usePages } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { changesText } from "./words.ts";

const pageCommits = 10;
const shortOid = 8;

/** The last commits, newest first. */
export function CommitLog({ bench }: { readonly bench: Workbench }) {
	const text = changesText.git;
	const { api, workspaceId, version } = bench;
	// A commit makes the log old.
	const pages = usePages(["log", workspaceId, version], async (cursor, signal) => {
		const skip = Number(cursor ?? 0);
		const { commits } = await api.call(gitLogRoute, { query: { workspaceId, limit: pageCommits, skip }, signal });
		return { rows: commits, total: null, nextCursor: commits.length < pageCommits ? null : String(skip + commits.length) };
	});
	return (
		<ToolLoad loaded={pages.loaded} lines={3}>
			{({ rows, nextCursor }) => (
				<>
					{rows.length === 0 ? (
						<Text px="gutter" py="1" textStyle="small" color="fg.quiet">
							{text.noCommits}
						</Text>
					) : null}
					<Box role="list" aria-label={text.log}>
						{rows.map(({ oid, subject, author, date }) => (
							<Box key={oid} role="listitem" px="gutter" py="1">
								<Text overflowWrap="anywhere" dir="auto">
									{subject}
								</Text>
								<HStack gap="1.5" wrap="wrap" rowGap="0" textStyle="small" color="fg.quiet">
									<Text as="span" fontFamily="mono" title={oid}>
										{oid.slice(0, shortOid)}
									</Text>
									<Text as="span" title={author.email}>
										<bdi>{author.name}</bdi>
									</Text>
									<Text as="span">{formatTime(date)}</Text>
								</HStack>
							</Box>
						))}
					</Box>
					<Box px="gutter">
						<ToolProblem problem={pages.problem} onRetry={pages.more} />
						{nextCursor === null ? null : (
							<Button size="xs" variant="ghost" w="full" loading={pages.isLoadingMore} aria-label={text.moreCommits} onClick={pages.more}>
								{text.moreCommits}
							</Button>
						)}
					</Box>
				</>
			)}
		</ToolLoad>
	);
}
