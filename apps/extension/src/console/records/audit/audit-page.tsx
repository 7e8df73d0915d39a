import { Button, Flex, Stack } from "@chakra-ui/react";
import type { AuditRow } from "@webhand/contracts/audit";
import { agentAuditRoute, auditFileRoute, auditRoute, entryOfHost } from "@webhand/contracts/audit";
import { WorkspaceId } from "@webhand/contracts/ids";
import { workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useCallback, useMemo, useState } from "react";
import { usePages, useReply, useSubmit } from "../../../kit/load/queries.ts";
import { Notice } from "../../../kit/states.tsx";
import { Told } from "../../kit/form/told.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { saveFile } from "../../kit/save-file.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import type { AuditFilter } from "./audit-filter.ts";
import { filterOf, noFilter, queryOf } from "./audit-filter.ts";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { AuditTable } from "./audit-table.tsx";
import { RowDialog } from "./row-dialog.tsx";
import { VerifyCard } from "./verify-card.tsx";
import { auditText as text } from "./words.ts";

/** Who did what in the organization, in one's own space and on the server host, newest first. The filter stands in the address. */
export function AuditPage({ api, place, go, signIn }: PageProps) {
	const orgId = signIn.tenantId;
	const isAdmin = signIn.roles.includes("admin");
	const filter = useMemo(() => filterOf(place), [place]);
	const [opened, setOpened] = useState<AuditRow | null>(null);
	const list = useAudit({ api, signIn }, filter);
	const isComplete = list.replies.every((reply) => reply.isComplete);
	// The audit is of use without names, while server tools are switched off as well.
	const { value } = useReply(api, workspacesRoute);
	const names = useMemo(() => new Map(value?.workspaces.map(({ id, name }) => [id, name])), [value]);
	const file = useSubmit(async () => {
		const csv = await api.call(auditFileRoute, { params: { orgId }, query: queryOf(filter) });
		saveFile(`webhand-audit-${new Date().toISOString().slice(0, 10)}.csv`, "text/csv;charset=utf-8", csv);
		return true;
	});
	const onFilter = useCallback((next: AuditFilter) => go(pathOf({ page: "audit", query: next }), { replace: true }), [go]);
	const isFiltered = Object.values(filter).some((value) => value !== "");
	const workspace = WorkspaceId.safeParse(filter.where).data;
	return (
		<Stack gap="6">
			<Flex justify="space-between" align="flex-start" wrap="wrap" gap="3">
				<PageTitle title={text.title} lead={isAdmin ? text.lead : text.ownLead} />
				{isAdmin ? (
					<Button
						size="sm"
						variant="outline"
						loading={file.isBusy}
						loadingText={text.csv}
						disabled={file.isBusy}
						onClick={() => void file.submit()}
					>
						{text.csv}
					</Button>
				) : null}
			</Flex>
			<Told>{file.done ? text.csvDone : ""}</Told>
			{file.problem === null ? null : <ProblemView problem={file.problem} onRetry={() => void file.submit()} />}
			{isAdmin ? <VerifyCard key={workspace} api={api} workspace={workspace} names={names} /> : null}
			<AuditFilterBar filter={filter} isFiltered={isFiltered} isAdmin={isAdmin} names={names} onFilter={onFilter} />
			{isComplete ? null : <Notice>{text.incomplete}</Notice>}
			<PagedList list={list} text={text} isFiltered={isFiltered} onClear={() => onFilter(noFilter)}>
				{(rows, more) => (
					<AuditTable rows={rows} names={names} onPerson={(person) => onFilter({ ...filter, person })} onOpen={setOpened} more={more} />
				)}
			</PagedList>
			{opened === null ? null : <RowDialog row={opened} names={names} onClose={() => setOpened(null)} />}
		</Stack>
	);
}

/** All rows for admins; members read their own ones of the server host. */
function useAudit({ api, signIn }: Pick<PageProps, "api" | "signIn">, filter: AuditFilter) {
	const { tenantId: orgId, user, roles } = signIn;
	const { person, where, ...rest } = queryOf(filter);
	return usePages(["audit", orgId, user.id, filter], async (cursor, signal) => {
		if (roles.includes("admin")) {
			const query = { ...rest, person, where, cursor };
			const { rows, nextCursor, isComplete } = await api.call(auditRoute, { params: { orgId }, query, signal });
			return { rows, total: null, nextCursor, reply: { isComplete } };
		}
		const query = { ...rest, workspaceId: WorkspaceId.safeParse(where).data, cursor };
		const { entries, nextCursor } = await api.call(agentAuditRoute, { query, signal });
		const actor = { userId: user.id, email: user.email, name: user.name };
		const rows = entries.map((entry): AuditRow => ({ ...entryOfHost(entry), actor, targetName: null }));
		return { rows, total: null, nextCursor, reply: { isComplete: true } };
	});
}
