import { Table } from "@chakra-ui/react";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { Part } from "../kit/page-head.tsx";
import { routinesText } from "../words.ts";
import type { ReadList } from "./list-draft.ts";
import { mappedInputs } from "./list-draft.ts";

const shownRows = 5;
const hidden = "•••";

/** The first rows as the routine gets them. */
export function ListPreview({ list, inputs }: { readonly list: ReadList; readonly inputs: readonly RoutineInput[] }) {
	const text = routinesText.list;
	const shown = mappedInputs(list.columns, inputs);
	return (
		<Part title={text.previewOf(list.rows.length)}>
			<Table.ScrollArea borderWidth="1px" borderColor="line.soft" rounded="lg" tabIndex={0} role="group" aria-label={text.preview}>
				<Table.Root size="sm">
					<Table.Header>
						<Table.Row>
							{shown.map(({ name, label }) => (
								<Table.ColumnHeader key={name} textStyle="small" whiteSpace="nowrap">
									{label}
								</Table.ColumnHeader>
							))}
						</Table.Row>
					</Table.Header>
					<Table.Body>
						{list.rows.slice(0, shownRows).map((row, index) => (
							<Table.Row key={`${index + 1}`}>
								{shown.map(({ name, type }) => (
									<Table.Cell key={name} textStyle="small" maxW="12rem" truncate dir="auto">
										{type === "secret" && row[name] !== undefined ? hidden : row[name]}
									</Table.Cell>
								))}
							</Table.Row>
						))}
					</Table.Body>
				</Table.Root>
			</Table.ScrollArea>
		</Part>
	);
}
