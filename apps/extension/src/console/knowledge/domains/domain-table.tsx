import { Box, Link, Text } from "@chakra-ui/react";
import type { AllowedDomain } from "@webhand/contracts/knowledge/domains";
import { formatDay, formatNumber } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonCell } from "../../kit/list/person-cell.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import { RowMenu } from "../../kit/list/row-menu.tsx";
import { pathOf } from "../../place.ts";
import { knowledgeText } from "../words.ts";

type Props = {
	readonly domains: readonly AllowedDomain[];
	readonly nameOf: (userId: string) => string;
	readonly actionsOf: (domain: AllowedDomain) => readonly RowAction[];
	readonly more: More | undefined;
};

const text = knowledgeText.domains;

/** Allowed domains with what each covers, and how many documents stand for it. */
export function DomainTable({ domains, nameOf, actionsOf, more }: Props) {
	const columns: readonly Column<AllowedDomain>[] = [
		{
			key: "pattern",
			title: text.columns.pattern,
			isNumber: false,
			value: ({ pattern }) => pattern,
			shown: ({ pattern }) => <PersonCell name={pattern} detail={pattern.startsWith("*.") ? text.below(pattern.slice(2)) : text.only} />,
		},
		{
			key: "documents",
			title: text.columns.documents,
			isNumber: true,
			value: ({ documents }) => documents,
			shown: ({ pattern, documents }) =>
				// The list of documents is filtered by an exact domain.
				documents === 0 || pattern.startsWith("*.") ? (
					<Text color={documents === 0 ? "fg.quiet" : "fg"}>{formatNumber(documents)}</Text>
				) : (
					<Link
						color="brand.fg"
						textDecoration="underline"
						aria-label={text.showDocuments(pattern, documents)}
						href={`#${pathOf({ page: "documents", query: { domain: pattern } })}`}
					>
						{formatNumber(documents)}
					</Link>
				),
		},
		{
			key: "by",
			title: text.columns.by,
			isNumber: false,
			value: ({ by }) => nameOf(by),
			shown: ({ by }) => <Box overflowWrap="anywhere">{nameOf(by)}</Box>,
		},
		{
			key: "at",
			title: text.columns.at,
			isNumber: false,
			value: ({ createdAt }) => createdAt,
			shown: ({ createdAt }) => <Box whiteSpace="nowrap">{formatDay(createdAt)}</Box>,
		},
		{
			key: "actions",
			title: text.columns.actions,
			isNumber: false,
			shown: (domain) => <RowMenu label={text.actionsFor(domain.pattern)} actions={actionsOf(domain)} />,
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={domains} keyOf={({ id }) => id} more={more} />;
}
