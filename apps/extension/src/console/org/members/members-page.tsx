import { Button, Flex, Stack } from "@chakra-ui/react";
import { membersRoute } from "@webhand/contracts/auth/orgs";
import { useCallback } from "react";
import { usePages } from "../../../kit/load/use-pages.ts";
import { SearchField } from "../../kit/form/search-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { orgIdOf } from "../org-id.ts";
import { organizationText } from "../words.ts";
import { memberActions } from "./member-actions.ts";
import { MemberTable } from "./member-table.tsx";

const text = organizationText.members;

/** Who works in the organization. The search stands in the address. */
export function MembersPage({ api, place, go, signIn }: PageProps) {
	const orgId = orgIdOf(signIn);
	const q = (place.query["q"] ?? "").trim().slice(0, 100);
	const list = usePages(
		useCallback(
			async (cursor: string | undefined, signal?: AbortSignal) => {
				const query = { q: q === "" ? undefined : q, cursor };
				const reply = await api.call(membersRoute, { params: { orgId }, query, ...(signal === undefined ? {} : { signal }) });
				return { rows: reply.members, total: reply.total, nextCursor: reply.nextCursor };
			},
			[api, orgId, q],
		),
	);
	const { ask, told, dialog } = useChange();
	const onSearch = useCallback((next: string) => go(pathOf({ page: "members", query: { q: next } }), { replace: true }), [go]);
	const actionsOf = memberActions({ api, orgId, organization: signIn.tenantName, ownId: signIn.user.id, ask, edit: list.edit, go });
	return (
		<Stack gap="6">
			<Flex justify="space-between" align="flex-start" wrap="wrap" gap="3">
				<PageTitle title={text.title} lead={text.lead} />
				<Button size="sm" colorPalette="brand" onClick={() => go(pathOf({ page: "invites" }))}>
					{text.invite}
				</Button>
			</Flex>
			<Flex as="search">
				<SearchField label={text.search} value={q} onSearch={onSearch} />
			</Flex>
			<Told>{told}</Told>
			<PagedList list={list} text={text} isFiltered={q !== ""} onClear={() => onSearch("")}>
				{(rows, more) => <MemberTable members={rows} ownId={signIn.user.id} actionsOf={actionsOf} more={more} />}
			</PagedList>
			{dialog}
		</Stack>
	);
}
