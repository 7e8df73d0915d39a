import { Box, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { Loaded } from "../../../kit/load/queries.ts";
import { Loading, Notice } from "../../../kit/states.tsx";
import { toolsText } from "../words.ts";
import { ToolProblem } from "./tool-problem.tsx";

type Props<Value> = {
	readonly loaded: Omit<Loaded<Value>, "replace">;
	readonly lines?: number;
	readonly children: (value: Value) => ReactNode;
};

/** Loading, a problem, or the content; the last content stays, with its time, when it cannot be loaded again. */
export function ToolLoad<Value>({ loaded, lines = 4, children }: Props<Value>) {
	const { value, at, problem, isLoading, retry } = loaded;
	if (value === null)
		return (
			<Box px="gutter" py="3">
				{problem === null || isLoading ? <Loading lines={lines} /> : <ToolProblem problem={problem} onRetry={retry} />}
			</Box>
		);
	return (
		<>
			{problem === null ? null : (
				<Stack gap="0" flexShrink="0">
					<Box px="gutter" py="2">
						<ToolProblem problem={problem} onRetry={retry} />
					</Box>
					<Notice>{toolsText.staleSince(new Date(at).toLocaleTimeString())}</Notice>
				</Stack>
			)}
			{children(value)}
		</>
	);
}
