import { Flex, Stack } from "@chakra-ui/react";
import { accountsRoute } from "@webhand/contracts/auth/people";
import { useCallback, useState } from "react";
import { usePages } from "../../../kit/load/use-pages.ts";
import { SearchField } from "../../kit/form/search-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { OnceLink } from "../../kit/link-once.tsx";
import { LinkOnce } from "../../kit/link-once.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { hostText } from "../words.ts";
import { accountActions } from "./account-actions.ts";
import { AccountTable } from "./account-table.tsx";

const text = hostText.people;

/** Every account of the installation, for operators. The search stands in the address. */
export function PeoplePage({ api, place, go, signIn }: PageProps) {
	const q = (place.query["q"] ?? "").trim().slice(0, 100);
	const list = usePages(
		useCallback(
			async (cursor: string | undefined, signal?: AbortSignal) => {
				const query = { q: q === "" ? undefined : q, cursor };
				const reply = await api.call(accountsRoute, { query, ...(signal === undefined ? {} : { signal }) });
				return { rows: reply.users, total: reply.total, nextCursor: reply.nextCursor };
			},
			[api, q],
		),
	);
	const { ask, told, dialog } = useChange();
	const [link, setLink] = useState<OnceLink | null>(null);
	const onSearch = useCallback((next: string) => go(pathOf({ page: "people", query: { q: next } }), { replace: true }), [go]);
	const actionsOf = accountActions({ api, ask, edit: list.edit, onLink: setLink });
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			{link === null ? null : <LinkOnce key={link.link} {...link} onHide={() => setLink(null)} />}
			<Flex as="search">
				<SearchField label={text.search} value={q} onSearch={onSearch} />
			</Flex>
			<Told>{told}</Told>
			<PagedList list={list} text={text} isFiltered={q !== ""} onClear={() => onSearch("")}>
				{(rows, more) => <AccountTable accounts={rows} ownId={signIn.user.id} actionsOf={actionsOf} more={more} />}
			</PagedList>
			{dialog}
		</Stack>
	);
}
