import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import type { Loaded } from "../../../kit/load/queries.ts";
import { Loading } from "../../../kit/states.tsx";
import { formatTime } from "../../../kit/words/format.ts";
import { consoleText } from "../../words.ts";
import { ProblemView, sentenceOf } from "./problem-view.tsx";

type Props<Value> = {
	readonly loaded: Omit<Loaded<Value>, "replace">;
	/** Sentences for refusals by their code. */
	readonly refusals?: Readonly<Record<string, string>> | undefined;
	/** The shape of the content while it loads; lines by default. */
	readonly skeleton?: ReactNode;
	readonly children: (value: Value) => ReactNode;
};

/** Loading, error, or the content. The last content stays, greyed with its time, when a newer one cannot be loaded. */
export function LoadView<Value>({ loaded, refusals = {}, skeleton = <Loading lines={6} />, children }: Props<Value>) {
	const { value, at, isLoading, retry } = loaded;
	const problem = reworded(loaded.problem, refusals);
	if (value === null) return problem === null || isLoading ? skeleton : <ProblemView problem={problem} onRetry={retry} />;
	const text = consoleText.problem;
	return (
		<Stack gap="4">
			{problem === null ? null : (
				<HStack role="alert" bg="bg.note" color="fg.note" borderRadius="md" px="3" py="2" justify="space-between" wrap="wrap">
					<Text>
						{problem.kind === "offline" ? text.offline : sentenceOf(problem)} {text.staleSince(formatTime(at))}
					</Text>
					<Button size="xs" variant="outline" onClick={retry}>
						{text.retry}
					</Button>
				</HStack>
			)}
			<Box aria-busy={isLoading} filter={problem === null ? "none" : "grayscale(1)"}>
				{children(value)}
			</Box>
		</Stack>
	);
}
