import { Button, Flex } from "@chakra-ui/react";
import { AuditPart } from "@webhand/contracts/audit";
import { useCallback } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { DaySpan } from "../../kit/form/day-span.tsx";
import { SearchField } from "../../kit/form/search-field.tsx";
import type { AuditFilter } from "./audit-filter.ts";
import { hostActions, knownActions, noFilter } from "./audit-filter.ts";
import { actionWords } from "./host-deed.ts";
import type { WorkspaceNames } from "./verify-card.tsx";
import { auditText as text } from "./words.ts";

type Props = {
	readonly filter: AuditFilter;
	readonly isFiltered: boolean;
	/** Members see their own rows of the server host: they choose no person and no other part. */
	readonly isAdmin: boolean;
	readonly names: WorkspaceNames;
	readonly onFilter: (filter: AuditFilter) => void;
};

const outcomes = [
	{ value: "", label: text.anyOutcome },
	{ value: "ok", label: text.outcomes.ok },
	{ value: "failed", label: text.outcomes.failed },
] as const;

/** Choices by name; one that is chosen and has no name stands among them. */
function optionsOf<Value extends string>(any: string, known: readonly (readonly [Value, string])[], chosen: "" | Value) {
	const unknown = chosen === "" || known.some(([value]) => value === chosen) ? [] : [[chosen, chosen] as const];
	const named = [...known, ...unknown].map(([value, label]) => ({ value, label }));
	return [{ value: "" as const, label: any }, ...named.toSorted((one, other) => one.label.localeCompare(other.label))];
}

/** Person, action, place, outcome and days. */
export function AuditFilterBar({ filter, isFiltered, isAdmin, names, onFilter }: Props) {
	const onPerson = useCallback((person: string) => onFilter({ ...filter, person }), [filter, onFilter]);
	const actions = (isAdmin ? knownActions : hostActions).map((action) => [action, actionWords(action)] as const);
	const parts = isAdmin ? AuditPart.options.map((part) => [part, text.parts[part]] as const) : [];
	return (
		<Flex as="search" wrap="wrap" gap="3" align="flex-end">
			{isAdmin ? <SearchField label={text.person} value={filter.person} onSearch={onPerson} /> : null}
			<SelectField
				width="14rem"
				label={text.action}
				value={filter.action}
				options={optionsOf(text.anyAction, actions, filter.action)}
				onChange={(action) => onFilter({ ...filter, action })}
			/>
			<SelectField
				width="12rem"
				label={text.where}
				value={filter.where}
				options={optionsOf<AuditFilter["where"]>(text.anyWhere, [...parts, ...names], filter.where)}
				onChange={(where) => onFilter({ ...filter, where })}
			/>
			<SelectField
				width="10rem"
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
