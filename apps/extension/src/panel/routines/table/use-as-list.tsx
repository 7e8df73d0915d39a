import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { RoutineId } from "@webhand/contracts/ids";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import type { ReadTable } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { tabbedTable } from "../../../kit/routines/table-text.ts";
import { Loading } from "../../../kit/states.tsx";
import { MoreRows } from "../../kit/more-rows.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";

type Props = { readonly bench: RoutinesBench; readonly table: ReadTable; readonly name: string };

const routinesAtOnce = 100;

/** Gives a table to a routine, as the list that it runs over. */
export function UseAsList({ bench: { api, go }, table, name }: Props) {
	const text = routinesText.table;
	const pages = useRows(api, {
		route: routinesRoute,
		list: "routines",
		input: { query: { owner: "own_or_shared", limit: routinesAtOnce } },
	});
	const { value, problem, retry } = pages.loaded;
	const [chosen, setChosen] = useState("");
	if (value === null) return problem === null ? <Loading lines={2} /> : <RoutineProblem problem={problem} onRetry={retry} />;
	const options = value.rows.filter(({ inputs }) => inputs.length > 0).map(({ id, name: label }) => ({ value: id as string, label }));
	const [first] = options;
	const more = <MoreRows pages={pages} sentenceOf={routineSentence} />;
	if (first === undefined) return value.nextCursor === null ? <Text color="fg.quiet">{text.noRoutine}</Text> : more;
	const id = chosen === "" ? first.value : chosen;
	const use = () => go({ kind: "list", id: RoutineId.parse(id), given: { name, text: tabbedTable(table) } });
	return (
		<HStack role="group" aria-label={text.useTitle} align="end" gap="2" wrap="wrap" bg="bg.sunken" rounded="lg" px="2.5" py="2">
			<Box flex="1 1 10rem" minW="0">
				<SelectField label={text.whichRoutine} value={id} options={options} onChange={setChosen} />
			</Box>
			<Button size="sm" colorPalette="brand" onClick={use}>
				{text.use}
			</Button>
			{value.nextCursor === null ? null : <Box flex="1 1 100%">{more}</Box>}
		</HStack>
	);
}
