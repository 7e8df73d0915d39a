import { Flex, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useCallback } from "react";
import type { Pages } from "../../kit/load/queries.ts";
import type { PageProps } from "../page-props.ts";
import { pathOf } from "../place/place.ts";
import { SearchField } from "./form/search-field.tsx";
import { Told } from "./form/told.tsx";
import type { Changing } from "./form/use-change.tsx";
import type { More } from "./list/data-table.tsx";
import { PagedList } from "./list/paged-list.tsx";
import { PageTitle } from "./page-title.tsx";

type Props<Row> = {
	readonly text: Parameters<typeof PagedList<Row>>[0]["text"] & { readonly title: string; readonly lead?: string };
	readonly list: Pages<Row>;
	readonly changing?: Pick<Changing, "told" | "dialog">;
	/** What was done outside of a question. */
	readonly told?: string;
	/** Stands beside the title. */
	readonly action?: ReactNode;
	/** Stands between title and list: a form, and what it returned once. */
	readonly form?: ReactNode;
	readonly filter?: ReactNode;
	readonly isFiltered?: boolean;
	readonly onClear?: () => void;
	readonly skeleton?: ReactNode;
	/** Stands below the list. */
	readonly below?: ReactNode;
	readonly children: (rows: readonly Row[], more: More | undefined) => ReactNode;
};

/** A page of things of one kind: what they are, the form that makes one, filter, list, and the question before a change. */
export function ResourcePage<Row>({ text, list, changing, told = "", action, form, filter, below, children, ...rest }: Props<Row>) {
	const title = <PageTitle title={text.title} {...(text.lead === undefined ? {} : { lead: text.lead })} />;
	return (
		<Stack gap="6">
			{action === undefined ? (
				title
			) : (
				<Flex justify="space-between" align="flex-start" wrap="wrap" gap="3">
					{title}
					{action}
				</Flex>
			)}
			{form}
			{filter === undefined ? null : (
				<Flex as="search" wrap="wrap" gap="3" align="flex-end">
					{filter}
				</Flex>
			)}
			<Told>{changing?.told || told}</Told>
			<PagedList list={list} text={text} {...rest}>
				{children}
			</PagedList>
			{below}
			{changing?.dialog}
		</Stack>
	);
}

/** The search of a page, which stands in its address. */
export function useSearch(
	{ place, go }: Pick<PageProps, "place" | "go">,
	{ label, most = 100 }: { readonly label: string; readonly most?: number },
) {
	const { page } = place;
	const q = (place.query["q"] ?? "").trim().slice(0, most);
	const onSearch = useCallback((next: string) => go(pathOf({ page, query: { q: next } }), { replace: true }), [go, page]);
	return {
		q,
		props: { filter: <SearchField label={label} value={q} onSearch={onSearch} />, isFiltered: q !== "", onClear: () => onSearch("") },
	};
}
