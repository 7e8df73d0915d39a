import { Box, Link, Text } from "@chakra-ui/react";
import type { AllowedDomain } from "@webhand/contracts/knowledge/domains";
import { domainsRoute, removeDomainRoute } from "@webhand/contracts/knowledge/domains";
import { useRows } from "../../../kit/load/queries.ts";
import { formatNumber } from "../../../kit/words/format.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import { useSearch } from "../../kit/resource-page.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { knowledgeText } from "../words.ts";
import { allowChange } from "./allow-change.ts";
import { DomainCheck } from "./domain-check.tsx";
import { DomainForm } from "./domain-form.tsx";

const text = knowledgeText.domains;

/** Where the tenant's documents are used. The search stands in the address. */
export function DomainsPage({ api, place, go, signIn }: PageProps) {
	const { q, props: search } = useSearch({ place, go }, { label: text.search, most: 253 });
	const list = useRows(api, { route: domainsRoute, list: "domains", input: { query: { q: q || undefined } } });
	const nameOf = useNames({ api, signIn });
	const changing = useChange();
	const { retry } = list.loaded;
	const removal = ({ id, pattern, documents }: AllowedDomain) =>
		changing.action(text.remove, {
			title: text.removeTitle(pattern),
			lead: text.removeEffect(pattern, documents),
			confirm: text.removeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(removeDomainRoute, { params: { id } });
				retry();
				return text.removed(pattern);
			},
		});
	const columns: readonly Column<AllowedDomain>[] = [
		{
			key: "pattern",
			value: ({ pattern }) => pattern,
			shown: ({ pattern }) => <PersonCell name={pattern} detail={pattern.startsWith("*.") ? text.below(pattern.slice(2)) : text.only} />,
		},
		{ key: "documents", isNumber: true, value: ({ documents }) => documents, shown: Documents },
		{ key: "by", value: ({ by }) => nameOf(by), shown: ({ by }) => <Box overflowWrap="anywhere">{nameOf(by)}</Box> },
		dayColumn("at", ({ createdAt }) => createdAt),
	];
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			form={<DomainForm api={api} onAllowed={retry} />}
			below={<DomainCheck api={api} onAllow={(domain) => changing.ask(allowChange(api, domain, retry))} />}
			{...search}
			columns={columns}
			keyOf={({ id }) => id}
			actions={{ nameOf: ({ pattern }) => pattern, of: (domain) => [removal(domain)] }}
		/>
	);
}

function Documents({ pattern, documents }: AllowedDomain) {
	// The list of documents is filtered by an exact domain.
	if (documents === 0 || pattern.startsWith("*."))
		return <Text color={documents === 0 ? "fg.quiet" : "fg"}>{formatNumber(documents)}</Text>;
	return (
		<Link
			color="brand.fg"
			textDecoration="underline"
			aria-label={text.showDocuments(pattern, documents)}
			href={`#${pathOf({ page: "documents", query: { domain: pattern } })}`}
		>
			{formatNumber(documents)}
		</Link>
	);
}
