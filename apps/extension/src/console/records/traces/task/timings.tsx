import { Box, Flex, Stack, Text } from "@chakra-ui/react";
import type { ActionView } from "@webhand/contracts/agent/task-trace";
import { formatMs } from "../../../../kit/words/format.ts";
import { tracesText } from "../words.ts";

type Timed = Pick<ActionView, "ms">;

const shades = ["brand.solid", "status.completed", "status.waiting", "fg.quiet", "status.failed", "line.strong", "fg"];

/** Stages with their time, the longest first. A stage below half a millisecond is left out. */
function stagesOf({ ms }: Timed): readonly (readonly [name: string, ms: number])[] {
	return Object.entries(ms)
		.filter(([name, time]) => name !== "all" && time >= 0.5)
		.sort(([, a], [, b]) => b - a);
}

/** Time that the server took for a step. @throws never */
export function totalMsOf({ ms }: Timed): number {
	return ms["all"] ?? Object.values(ms).reduce((sum, time) => sum + time, 0);
}

/** The time of each stage as a bar, and in words. */
export function Timings({ action }: { readonly action: Timed }) {
	const stages = stagesOf(action);
	if (stages.length === 0) return <Text color="fg.quiet">{tracesText.noTimings}</Text>;
	const nameOf = (stage: string) => tracesText.stages[stage] ?? stage;
	return (
		<Stack gap="2">
			<Flex height="2" borderRadius="full" overflow="hidden" bg="line.soft" aria-hidden>
				{stages.map(([stage, ms], index) => (
					<Box key={stage} flexGrow={ms} flexBasis="0" minW="2px" bg={shades[index % shades.length]} />
				))}
			</Flex>
			<Flex wrap="wrap" columnGap="4" rowGap="1" fontSize="xs">
				{stages.map(([stage, ms], index) => (
					<Flex key={stage} align="center" gap="1.5">
						<Box boxSize="2" borderRadius="full" bg={shades[index % shades.length]} />
						<Text>
							{nameOf(stage)} {formatMs(ms)}
						</Text>
					</Flex>
				))}
				<Text color="fg.quiet">
					{tracesText.total} {formatMs(totalMsOf(action))}
				</Text>
			</Flex>
		</Stack>
	);
}
