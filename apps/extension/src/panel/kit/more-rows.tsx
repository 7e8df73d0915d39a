import { Box, Button } from "@chakra-ui/react";
import type { ServerProblem } from "../../kit/load/problem.ts";
import type { Pages } from "../../kit/load/queries.ts";
import { Problem } from "../../kit/states.tsx";
import { statesText } from "../../kit/words/state-words.ts";

type Props<Row> = {
	readonly pages: Pick<Pages<Row>, "loaded" | "more" | "isLoadingMore" | "problem">;
	/** What went wrong, in the words of the feature. */
	readonly sentenceOf: (problem: ServerProblem) => string;
};

/** Below a list: the button for its next rows while there are some, and why they could not be loaded. */
export function MoreRows<Row>({ pages: { loaded, more, isLoadingMore, problem }, sentenceOf }: Props<Row>) {
	const hasMore = loaded.value !== null && loaded.value.nextCursor !== null;
	return (
		<Box px="gutter" pt="1">
			{problem === null ? null : <Problem message={sentenceOf(problem)} requestId={problem.requestId} onRetry={more} />}
			{hasMore ? (
				<Button size="xs" variant="ghost" w="full" loading={isLoadingMore} aria-label={statesText.more} onClick={more}>
					{statesText.more}
				</Button>
			) : null}
		</Box>
	);
}
