import { Box, Button } from "@chakra-ui/react";
import type { Pages } from "../../../kit/load/queries.ts";
import { toolsText } from "../words.ts";
import { ToolProblem } from "./tool-problem.tsx";

type Props<Row> = { readonly pages: Pick<Pages<Row>, "loaded" | "more" | "isLoadingMore" | "problem"> };

/** Below a list: the button for its next rows while there are some, and why they could not be loaded. */
export function MoreRows<Row>({ pages: { loaded, more, isLoadingMore, problem } }: Props<Row>) {
	const hasMore = loaded.value !== null && loaded.value.nextCursor !== null;
	return (
		<Box px="gutter" pt="1">
			<ToolProblem problem={problem} onRetry={more} />
			{hasMore ? (
				<Button size="xs" variant="ghost" w="full" loading={isLoadingMore} aria-label={toolsText.more} onClick={more}>
					{toolsText.more}
				</Button>
			) : null}
		</Box>
	);
}
