import type { RoutineInput } from "@webhand/contracts/routine/words";
import { mask } from "@webhand/routines/rows/check";
import { Part } from "../kit/page-head.tsx";
import { TextTable } from "../kit/text-table.tsx";
import { routinesText } from "../words.ts";
import type { ReadList } from "./list-draft.ts";
import { mappedInputs } from "./list-draft.ts";

const shownRows = 5;

/** The first rows as the routine gets them. */
export function ListPreview({ list, inputs }: { readonly list: ReadList; readonly inputs: readonly RoutineInput[] }) {
	const text = routinesText.list;
	const shown = mappedInputs(list.columns, inputs);
	return (
		<Part title={text.previewOf(list.rows.length)}>
			<TextTable
				label={text.preview}
				heads={shown.map(({ name, label }) => ({ key: name, label }))}
				rows={list.rows
					.slice(0, shownRows)
					.map((row) => shown.map(({ name, type }) => (type === "secret" && row[name] !== undefined ? mask : (row[name] ?? ""))))}
			/>
		</Part>
	);
}
