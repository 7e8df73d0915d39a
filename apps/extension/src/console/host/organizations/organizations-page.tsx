import { Flex, Stack } from "@chakra-ui/react";
import { organizationsRoute } from "@webhand/contracts/auth/orgs";
import { OrgId } from "@webhand/contracts/ids";
import { useCallback } from "react";
import { usePages } from "../../../kit/load/use-pages.ts";
import { SearchField } from "../../kit/form/search-field.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { hostText } from "../words.ts";
import { AddOrganization } from "./add-organization.tsx";
import { OrganizationDetail } from "./organization-detail.tsx";
import { OrganizationTable } from "./organization-table.tsx";

const text = hostText.organizations;

/** `/organizations` lists all; `/organizations/<orgId>` shows one. */
export function OrganizationsPage(props: PageProps) {
	const orgId = OrgId.safeParse(props.place.parts[0]);
	return orgId.success ? <OrganizationDetail key={orgId.data} api={props.api} orgId={orgId.data} /> : <OrganizationList {...props} />;
}

function OrganizationList({ api, place, go }: PageProps) {
	const q = (place.query["q"] ?? "").trim().slice(0, 100);
	const list = usePages(
		useCallback(
			async (cursor: string | undefined, signal?: AbortSignal) => {
				const query = { q: q === "" ? undefined : q, cursor };
				const reply = await api.call(organizationsRoute, { query, ...(signal === undefined ? {} : { signal }) });
				return { rows: reply.organizations, total: null, nextCursor: reply.nextCursor };
			},
			[api, q],
		),
	);
	const onSearch = useCallback((next: string) => go(pathOf({ page: "organizations", query: { q: next } }), { replace: true }), [go]);
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<AddOrganization api={api} onAdded={({ id }) => go(pathOf({ page: "organizations", parts: [id] }))} />
			<Flex as="search">
				<SearchField label={text.search} value={q} onSearch={onSearch} />
			</Flex>
			<PagedList list={list} text={text} isFiltered={q !== ""} onClear={() => onSearch("")}>
				{(rows, more) => <OrganizationTable organizations={rows} more={more} />}
			</PagedList>
		</Stack>
	);
}
