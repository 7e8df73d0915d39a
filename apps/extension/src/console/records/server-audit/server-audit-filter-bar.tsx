import { Button, Flex } from "@chakra-ui/react";
import { DaySpan } from "../../kit/form/day-span.tsx";
import { SelectField } from "../../kit/form/select-field.tsx";
import { actionWords } from "./deed.ts";
import type { Names } from "./names.ts";
import type { ServerAuditFilter } from "./server-audit-filter.ts";
import { knownActions, noFilter } from "./server-audit-filter.ts";
import { serverAuditText as text } from "./words.ts";

type Props = {
	readonly filter: ServerAuditFilter;
	readonly isFiltered: boolean;
	/** Members see their own rows: they choose no person. */
	readonly isAdmin: boolean;
	readonly names: Names;
	readonly onFilter: (filter: ServerAuditFilter) => void;
};

type Option<Value> = { readonly value: Value; readonly label: string };

const outcomes = [
	{ value: "", label: text.anyOutcome },
	{ value: "ok", label: text.outcomes.ok },
	{ value: "failed", label: text.outcomes.failed },
] as const;

/** Choices by name; one that is chosen and has no name stands among them. */
function optionsOf<Value extends string>(
	any: string,
	names: ReadonlyMap<Value, string>,
	chosen: "" | Value,
): readonly Option<"" | Value>[] {
	const known = [...names].map(([value, label]) => ({ value, label })).toSorted((one, other) => one.label.localeCompare(other.label));
	const unknown = chosen === "" || names.has(chosen) ? [] : [{ value: chosen, label: chosen }];
	return [{ value: "", label: any }, ...known, ...unknown];
}

/** Person, workspace, action, outcome and days. */
export function ServerAuditFilterBar({ filter, isFiltered, isAdmin, names, onFilter }: Props) {
	const actions = new Map(knownActions.map((action) => [action, actionWords(action)]));
	return (
		<Flex as="search" wrap="wrap" gap="3" align="flex-end">
			{isAdmin ? (
				<SelectField
					width="13rem"
					label={text.person}
					value={filter.person}
					options={optionsOf(text.anyPerson, names.people, filter.person)}
					onChange={(person) => onFilter({ ...filter, person })}
				/>
			) : null}
			<SelectField
				width="12rem"
				label={text.workspace}
				value={filter.workspace}
				options={optionsOf(text.anyWorkspace, names.workspaces, filter.workspace)}
				onChange={(workspace) => onFilter({ ...filter, workspace })}
			/>
			<SelectField
				width="11rem"
				label={text.action}
				value={filter.action}
				options={optionsOf(text.anyAction, actions, filter.action)}
				onChange={(action) => onFilter({ ...filter, action })}
			/>
			<SelectField
				width="9rem"
				label={text.outcome}
				value={filter.outcome}
				options={outcomes}
				onChange={(outcome) => onFilter({ ...filter, outcome })}
			/>
			<DaySpan from={filter.from} to={filter.to} labels={text} onChange={(days) => onFilter({ ...filter, ...days })} />
			{isFiltered ? (
				<Button size="sm" variant="outline" onClick={() => onFilter(noFilter)}>
					{text.clear}
				</Button>
			) : null}
		</Flex>
	);
}
