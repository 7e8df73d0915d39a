import type { RoutineId } from "@webhand/contracts/ids";
import { routineRoute } from "@webhand/contracts/routine/routine";
import { useReply } from "../../../kit/load/queries.ts";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import type { Source } from "./list-draft.ts";
import { templateOf } from "./list-draft.ts";
import { ListReader } from "./list-reader.tsx";
import { ListRun } from "./list-run.tsx";

type Props = { readonly bench: RoutinesBench; readonly id: RoutineId; readonly given?: Source | undefined };

/** A routine over a list: the list, which column is what, faulty cells, and the start. */
export function ListPage({ bench, id, given }: Props) {
	const loaded = useReply(bench.api, routineRoute, { params: { routineId: id } });
	return (
		<>
			<PageHead
				title={routinesText.list.title(loaded.value?.routine.name ?? routinesText.title)}
				onBack={() => bench.go({ kind: "routine", id })}
			/>
			<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
				{({ routine }) => (
					<ListReader
						api={bench.api}
						routine={routine}
						given={given}
						onTemplate={() => bench.onSave(routinesText.list.templateName(routine.name), templateOf(routine.inputs))}
					>
						{(list, isBusy) => <ListRun bench={bench} routine={routine} list={list} isBusy={isBusy} />}
					</ListReader>
				)}
			</PanelLoad>
		</>
	);
}
