import { Button, Flex } from "@chakra-ui/react";
import { useCallback } from "react";
import { SelectField } from "../../../../kit/form/select-field.tsx";
import { SearchField } from "../../../kit/form/search-field.tsx";
import { Segments } from "../../../kit/form/segments.tsx";
import type { NameOf } from "../../../org/use-names.ts";
import { tracesText } from "../words.ts";

type Status = "" | keyof typeof tracesText.filters;

/** Which tasks are listed; "" leaves a part open. */
export type TaskFilter = { readonly q: string; readonly status: Status; readonly isAll: boolean; readonly user: string };

export const noFilter: TaskFilter = { q: "", status: "", isAll: false, user: "" };

type Props = {
	readonly filter: TaskFilter;
	readonly nameOf: NameOf;
	readonly isAdmin: boolean;
	readonly onFilter: (filter: TaskFilter) => void;
};

const texts = tracesText;
const statuses: readonly { readonly value: Status; readonly label: string }[] = [
	{ value: "", label: texts.anyStatus },
	...(Object.keys(texts.filters) as (keyof typeof texts.filters)[]).map((value) => ({ value, label: texts.filters[value] })),
];
const scopes = [
	{ value: "own", label: texts.own },
	{ value: "all", label: texts.all },
] as const;

/** The state that an address names; "" for none of ours. */
export function statusOf(text: string | undefined): Status {
	return statuses.find(({ value }) => value === text)?.value ?? "";
}

/** Search, state, and for admins whose tasks. */
export function TaskFilterBar({ filter, nameOf, isAdmin, onFilter }: Props) {
	const onSearch = useCallback((q: string) => onFilter({ ...filter, q }), [filter, onFilter]);
	return (
		<Flex as="search" wrap="wrap" gap="3" align="flex-end">
			<SearchField label={texts.search} value={filter.q} onSearch={onSearch} />
			<SelectField
				width="11rem"
				label={texts.status}
				value={filter.status}
				options={statuses}
				onChange={(status) => onFilter({ ...filter, status })}
			/>
			{isAdmin ? (
				<Segments
					label={texts.scope}
					value={filter.isAll ? "all" : "own"}
					options={scopes}
					onChange={(scope) => onFilter({ ...filter, isAll: scope === "all", user: "" })}
				/>
			) : null}
			{filter.user === "" ? null : (
				<Button size="sm" variant="outline" onClick={() => onFilter({ ...filter, user: "" })}>
					{texts.clearUser(nameOf(filter.user))}
				</Button>
			)}
		</Flex>
	);
}
