import { Button, Flex } from "@chakra-ui/react";
import type { DocumentScope } from "@webhand/contracts/knowledge/documents";
import { useCallback } from "react";
import { SelectField } from "../../../../kit/form/select-field.tsx";
import { SearchField } from "../../../kit/form/search-field.tsx";
import { Segments } from "../../../kit/form/segments.tsx";
import type { Place } from "../../../place/place.ts";
import { knowledgeText } from "../../words.ts";

const text = knowledgeText.documents;
const statuses = [
	{ value: "", label: text.anyState },
	{ value: "processing", label: text.statuses.processing },
	{ value: "ready", label: text.statuses.ready },
	{ value: "failed", label: text.statuses.failed },
] as const;
const scopes = [
	{ value: "org", label: text.scopes.org },
	{ value: "public", label: text.scopes.public },
] as const;

/** Which documents are listed; "" leaves a part open. */
export type DocumentFilter = {
	readonly q: string;
	readonly status: (typeof statuses)[number]["value"];
	readonly domain: string;
	readonly scope: DocumentScope;
};

/** The filter that an address names; what is none of ours stays open. Only operators see public documents. */
export function filterOf({ query }: Pick<Place, "query">, isOperator: boolean): DocumentFilter {
	return {
		q: (query["q"] ?? "").trim().slice(0, 200),
		status: statuses.find(({ value }) => value === query["status"])?.value ?? "",
		domain: (query["domain"] ?? "").trim().slice(0, 255),
		scope: isOperator && query["scope"] === "public" ? "public" : "org",
	};
}

type Props = { readonly filter: DocumentFilter; readonly isOperator: boolean; readonly onFilter: (filter: DocumentFilter) => void };

/** Search, state, and for operators whose documents. */
export function DocumentFilterBar({ filter, isOperator, onFilter }: Props) {
	const onSearch = useCallback((q: string) => onFilter({ ...filter, q }), [filter, onFilter]);
	return (
		<Flex as="search" wrap="wrap" gap="3" align="flex-end">
			<SearchField label={text.search} value={filter.q} onSearch={onSearch} />
			<SelectField
				width="11rem"
				label={text.state}
				value={filter.status}
				options={statuses}
				onChange={(status) => onFilter({ ...filter, status })}
			/>
			{isOperator ? (
				<Segments
					label={text.scope}
					value={filter.scope}
					options={scopes}
					onChange={(scope) => onFilter({ ...filter, scope, domain: "" })}
				/>
			) : null}
			{filter.domain === "" ? null : (
				<Button size="sm" variant="outline" onClick={() => onFilter({ ...filter, domain: "" })}>
					{text.clearDomain}
				</Button>
			)}
		</Flex>
	);
}
