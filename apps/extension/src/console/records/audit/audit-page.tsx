import { Button, Flex, Stack } from "@chakra-ui/react";
import type { AuditRow } from "@webhand/contracts/auth/audit";
import { auditFileRoute, auditRoute } from "@webhand/contracts/auth/audit";
import { useCallback, useMemo, useState } from "react";
import { useRows, useSubmit } from "../../../kit/load/queries.ts";
import { Notice } from "../../../kit/states.tsx";
import { Told } from "../../kit/form/told.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { saveFile } from "../../kit/save-file.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import type { AuditFilter } from "./audit-filter.ts";
import { filterOf, noFilter, queryOf } from "./audit-filter.ts";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { AuditTable } from "./audit-table.tsx";
import { RowDialog } from "./row-dialog.tsx";
import { auditText as text } from "./words.ts";

/** Who did what in the organization or in one's own space, newest first. The filter stands in the address. */
export function AuditPage({ api, place, go, signIn }: PageProps) {
	const orgId = signIn.tenantId;
	const filter = useMemo(() => filterOf(place), [place]);
	const [opened, setOpened] = useState<AuditRow | null>(null);
	const list = useRows(api, { route: auditRoute, list: "rows", input: { params: { orgId }, query: queryOf(filter) } });
	const isComplete = list.replies.every((reply) => reply.isComplete);
	const file = useSubmit(async () => {
		const csv = await api.call(auditFileRoute, { params: { orgId }, query: queryOf(filter) });
		saveFile(`webhand-audit-${new Date().toISOString().slice(0, 10)}.csv`, "text/csv;charset=utf-8", csv);
		return true;
	});
	const onFilter = useCallback((next: AuditFilter) => go(pathOf({ page: "audit", query: next }), { replace: true }), [go]);
	const isFiltered = Object.values(filter).some((value) => value !== "");
	return (
		<Stack gap="6">
			<Flex justify="space-between" align="flex-start" wrap="wrap" gap="3">
				<PageTitle title={text.title} lead={text.lead} />
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
			</Flex>
			<Told>{file.done ? text.csvDone : ""}</Told>
			{file.problem === null ? null : <ProblemView problem={file.problem} onRetry={() => void file.submit()} />}
			<AuditFilterBar filter={filter} isFiltered={isFiltered} onFilter={onFilter} />
			{isComplete ? null : <Notice>{text.incomplete}</Notice>}
			<PagedList list={list} text={text} isFiltered={isFiltered} onClear={() => onFilter(noFilter)}>
				{(rows, more) => <AuditTable rows={rows} onPerson={(person) => onFilter({ ...filter, person })} onOpen={setOpened} more={more} />}
			</PagedList>
			{opened === null ? null : <RowDialog row={opened} onClose={() => setOpened(null)} />}
		</Stack>
	);
}
