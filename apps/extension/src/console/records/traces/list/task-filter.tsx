import { Button, Field, Flex, Input } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { consoleText } from "../../../../text/en/console.ts";
import { Segments } from "../../../kit/segments.tsx";
import { SelectField } from "../../../kit/select-field.tsx";

type Status = "" | keyof typeof consoleText.traces.filters;

/** Which tasks are listed; "" leaves a part open. */
export type TaskFilter = { readonly q: string; readonly status: Status; readonly isAll: boolean; readonly user: string };

export const noFilter: TaskFilter = { q: "", status: "", isAll: false, user: "" };

type Props = { readonly filter: TaskFilter; readonly isAdmin: boolean; readonly onFilter: (filter: TaskFilter) => void };

const texts = consoleText.traces;
const statuses: readonly { readonly value: Status; readonly label: string }[] = [
	{ value: "", label: texts.anyStatus },
	...(Object.keys(texts.filters) as (keyof typeof texts.filters)[]).map((value) => ({ value, label: texts.filters[value] })),
];
const scopes = [
	{ value: "own", label: texts.own },
	{ value: "all", label: texts.all },
] as const;
const typingMs = 300;

/** The state that an address names; "" for none of ours. */
export function statusOf(text: string | undefined): Status {
	return statuses.find(({ value }) => value === text)?.value ?? "";
}

/** Search, state, and for admins whose tasks. */
export function TaskFilterBar({ filter, isAdmin, onFilter }: Props) {
	const [typed, setTyped] = useState(filter.q);
	useEffect(() => setTyped(filter.q), [filter.q]);
	useEffect(() => {
		if (typed.trim() === filter.q) return;
		const timer = setTimeout(() => onFilter({ ...filter, q: typed.trim() }), typingMs);
		return () => clearTimeout(timer);
	}, [typed, filter, onFilter]);
	return (
		<Flex as="search" wrap="wrap" gap="3" align="flex-end">
			<Field.Root flex="1 1 14rem" width="auto">
				<Field.Label>{texts.search}</Field.Label>
				<Input
					type="search"
					size="sm"
					maxLength={100}
					borderColor="line.strong"
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
			</Field.Root>
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
					{texts.clearUser}
				</Button>
			)}
		</Flex>
	);
}
