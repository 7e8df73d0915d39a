import { Box, Heading, Link, Stack, Text } from "@chakra-ui/react";
import { runsRoute } from "@webhand/contracts/routine/run";
import { useReply } from "../../../kit/load/queries.ts";
import { LoadView } from "../../kit/load/load-view.tsx";
import { runsPath } from "../kit/paths.ts";
import type { RoutineProps } from "../kit/routine-props.ts";
import { routinesText } from "../words.ts";
import { RunTable } from "./run-table.tsx";

const text = routinesText.runs;
const shown = 5;

/** The newest runs of a routine. */
export function RecentRuns({ api, id }: Pick<RoutineProps, "api" | "id">) {
	const loaded = useReply(api, runsRoute, { query: { routineId: id, limit: shown } });
	return (
		<Stack gap="3">
			<Heading as="h2" size="md">
				{text.title}
			</Heading>
			<LoadView loaded={loaded} refusals={routinesText.refusals}>
				{({ runs, nextCursor }) =>
					runs.length === 0 ? (
						<Text color="fg.quiet">{text.none}</Text>
					) : (
						<Stack gap="2">
							<RunTable runs={runs} more={undefined} />
							{nextCursor === null ? null : (
								<Box>
									<Link href={`#${runsPath(id)}`} color="brand.fg">
										{text.all}
									</Link>
								</Box>
							)}
						</Stack>
					)
				}
			</LoadView>
		</Stack>
	);
}
