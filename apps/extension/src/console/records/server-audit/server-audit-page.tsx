import { Stack } from "@chakra-ui/react";
import type { AgentAudit } from "@webhand/contracts/tools/audit";
import { agentAuditRoute } from "@webhand/contracts/tools/audit";
import { useCallback, useMemo, useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { useAuditNames } from "./names.ts";
import { RowDialog } from "./row-dialog.tsx";
import type { ServerAuditFilter } from "./server-audit-filter.ts";
import { filterOf, noFilter, queryOf } from "./server-audit-filter.ts";
import { ServerAuditFilterBar } from "./server-audit-filter-bar.tsx";
import { ServerAuditTable } from "./server-audit-table.tsx";
import { VerifyCard } from "./verify-card.tsx";
import { serverAuditText as text } from "./words.ts";

/** What was done on the server host: a member's own rows, an admin's all. The filter stands in the address. */
export function ServerAuditPage({ api, place, go, signIn }: PageProps) {
	const isAdmin = signIn.roles.includes("admin");
	const filter = useMemo(() => filterOf(place), [place]);
	const names = useAuditNames({ api, signIn });
	const [opened, setOpened] = useState<AgentAudit | null>(null);
	const list = useRows(api, { route: agentAuditRoute, list: "entries", input: { query: queryOf(filter) } });
	const onFilter = useCallback((next: ServerAuditFilter) => go(pathOf({ page: "server-audit", query: next }), { replace: true }), [go]);
	const isFiltered = Object.values(filter).some((value) => value !== "");
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={isAdmin ? text.lead : text.ownLead} />
			{isAdmin ? <VerifyCard key={filter.workspace} api={api} workspace={filter.workspace} names={names} /> : null}
			<ServerAuditFilterBar filter={filter} isFiltered={isFiltered} isAdmin={isAdmin} names={names} onFilter={onFilter} />
			<PagedList list={list} text={text} isFiltered={isFiltered} onClear={() => onFilter(noFilter)}>
				{(rows, more) => <ServerAuditTable rows={rows} more={more} names={names} onOpen={setOpened} />}
			</PagedList>
			{opened === null ? null : <RowDialog row={opened} names={names} onClose={() => setOpened(null)} />}
		</Stack>
	);
}
