import { Flex, Stack } from "@chakra-ui/react";
import { domainsRoute } from "@webhand/contracts/knowledge/domains";
import { useCallback } from "react";
import { usePages } from "../../../kit/load/use-pages.ts";
import { SearchField } from "../../kit/form/search-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { knowledgeText } from "../words.ts";
import { allowChange, removeChange } from "./domain-change.ts";
import { DomainCheck } from "./domain-check.tsx";
import { DomainForm } from "./domain-form.tsx";
import { DomainTable } from "./domain-table.tsx";

const text = knowledgeText.domains;

/** Where the tenant's documents are used. The search stands in the address. */
export function DomainsPage({ api, place, go, signIn }: PageProps) {
	const q = (place.query["q"] ?? "").trim().slice(0, 253);
	const list = usePages(
		useCallback(
			async (cursor: string | undefined, signal?: AbortSignal) => {
				const query = { q: q === "" ? undefined : q, cursor };
				const reply = await api.call(domainsRoute, { query, ...(signal === undefined ? {} : { signal }) });
				return { rows: reply.domains, total: reply.total, nextCursor: reply.nextCursor };
			},
			[api, q],
		),
	);
	const nameOf = useNames({ api, signIn });
	const { ask, told, dialog } = useChange();
	const { retry } = list.loaded;
	const onSearch = useCallback((next: string) => go(pathOf({ page: "domains", query: { q: next } }), { replace: true }), [go]);
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<DomainForm api={api} onAllowed={retry} />
			<Flex as="search">
				<SearchField label={text.search} value={q} onSearch={onSearch} />
			</Flex>
			<Told>{told}</Told>
			<PagedList list={list} text={text} isFiltered={q !== ""} onClear={() => onSearch("")}>
				{(rows, more) => (
					<DomainTable
						domains={rows}
						nameOf={nameOf}
						actionsOf={(domain) => [{ label: text.remove, isHarmful: true, onChoose: () => ask(removeChange(api, domain, retry)) }]}
						more={more}
					/>
				)}
			</PagedList>
			<DomainCheck api={api} onAllow={(domain) => ask(allowChange(api, domain, retry))} />
			{dialog}
		</Stack>
	);
}
