import { Box, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { ServerProblem } from "../../kit/load/problem.ts";
import type { Loaded } from "../../kit/load/queries.ts";
import { Loading, Notice, Problem } from "../../kit/states.tsx";
import { formatClock } from "../../kit/words/format.ts";
import { statesText } from "../../kit/words/state-words.ts";

type Props<Value> = {
	readonly loaded: Omit<Loaded<Value>, "replace">;
	readonly lines?: number;
	/** What went wrong, in the words of the feature. */
	readonly sentenceOf: (problem: ServerProblem) => string;
	readonly children: (value: Value) => ReactNode;
};

/** Loading, a problem, or the content; the last content stays, with its time, when it cannot be loaded again. */
export function PanelLoad<Value>({ loaded, lines = 4, sentenceOf, children }: Props<Value>) {
	const { value, at, problem, isLoading, retry } = loaded;
	const told = problem === null ? null : <Problem message={sentenceOf(problem)} requestId={problem.requestId} onRetry={retry} />;
	if (value === null)
		return (
			<Box px="gutter" py="3">
				{told === null || isLoading ? <Loading lines={lines} /> : told}
			</Box>
		);
	return (
		<>
			{told === null ? null : (
				<Stack gap="0" flexShrink="0">
					<Box px="gutter" py="2">
						{told}
					</Box>
					<Notice>{statesText.staleSince(formatClock(at))}</Notice>
				</Stack>
			)}
			{children(value)}
		</>
	);
}
