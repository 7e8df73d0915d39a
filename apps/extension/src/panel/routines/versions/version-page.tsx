import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { RoutineId } from "@webhand/contracts/ids";
import { decideVersionRoute, routineRoute, versionDiffRoute } from "@webhand/contracts/routine/routine";
import { useLoaded, useSubmit } from "../../../kit/load/queries.ts";
import { DiffRows } from "../../../kit/routines/diff-rows.tsx";
import { routineText } from "../../../kit/routines/words.ts";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";

type Props = { readonly bench: RoutinesBench; readonly id: RoutineId; readonly number: number };

/** A proposed version beside the current one: a person takes it or refuses it. */
export function VersionPage({ bench, id, number }: Props) {
	const text = routinesText.version;
	const { api, go } = bench;
	const loaded = useLoaded(["version", id, number], async (signal) => {
		const { routine } = await api.call(routineRoute, { params: { routineId: id }, signal });
		const query = { from: routine.version };
		const { diff } = await api.call(versionDiffRoute, { params: { routineId: id, number }, query, signal });
		return { routine, diff };
	});
	const decision = useSubmit(async (taken: "take" | "refuse") => {
		await api.call(decideVersionRoute, { params: { routineId: id, number }, body: { decision: taken } });
		go({ kind: "routine", id });
	});
	return (
		<>
			<PageHead title={text.title(number)} onBack={() => go({ kind: "routine", id })} />
			<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
				{({ routine, diff }) => (
					<Stack px="gutter" gap="3" pb="4">
						<Text color="fg.quiet">{text.lead}</Text>
						<DiffRows rows={diff.rows} hasSame={false} />
						<RoutineProblem problem={decision.problem} />
						{routine.canEdit ? (
							<HStack gap="2" wrap="wrap">
								<Button size="sm" colorPalette="brand" disabled={decision.isBusy} onClick={() => void decision.submit("take")}>
									{routineText.take}
								</Button>
								<Button
									size="sm"
									variant="outline"
									borderColor="line.strong"
									disabled={decision.isBusy}
									onClick={() => void decision.submit("refuse")}
								>
									{routineText.refuse}
								</Button>
							</HStack>
						) : (
							<Text color="fg.quiet">{text.notYours}</Text>
						)}
					</Stack>
				)}
			</PanelLoad>
		</>
	);
}
