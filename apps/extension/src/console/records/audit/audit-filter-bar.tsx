import { Button, Flex } from "@chakra-ui/react";
import { AuditAction } from "@webhand/contracts/auth/audit";
import { useCallback } from "react";
import { DaySpan } from "../../kit/form/day-span.tsx";
import { SearchField } from "../../kit/form/search-field.tsx";
import { SelectField } from "../../kit/form/select-field.tsx";
import type { AuditFilter } from "./audit-filter.ts";
import { noFilter } from "./audit-filter.ts";
import { auditText as text } from "./words.ts";

type Props = { readonly filter: AuditFilter; readonly isFiltered: boolean; readonly onFilter: (filter: AuditFilter) => void };

const actions: readonly { readonly value: AuditFilter["action"]; readonly label: string }[] = [
	{ value: "", label: text.anyAction },
	...AuditAction.options
		.map((value) => ({ value, label: text.actions[value] }))
		.toSorted((one, other) => one.label.localeCompare(other.label)),
];
const outcomes = [
	{ value: "", label: text.anyOutcome },
	{ value: "ok", label: text.outcomes.ok },
	{ value: "failed", label: text.outcomes.failed },
] as const;

/** Person, action, outcome and days. */
export function AuditFilterBar({ filter, isFiltered, onFilter }: Props) {
	const onPerson = useCallback((person: string) => onFilter({ ...filter, person }), [filter, onFilter]);
	return (
		<Flex as="search" wrap="wrap" gap="3" align="flex-end">
			<SearchField label={text.person} value={filter.person} onSearch={onPerson} />
			<SelectField
				width="14rem"
				label={text.action}
				value={filter.action}
				options={actions}
				onChange={(action) => onFilter({ ...filter, action })}
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
