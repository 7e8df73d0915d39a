import type { AgentAudit } from "@webhand/contracts/tools/audit";
import { formatTime } from "../../../kit/words/format.ts";
import { DetailsDialog } from "../../kit/details-dialog.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { hostDeedOf } from "./deed.ts";
import type { Names } from "./names.ts";
import { badgeOf } from "./outcome-words.ts";
import { chainOf } from "./server-audit-table.tsx";
import { serverAuditText as text } from "./words.ts";

type Props = { readonly row: AgentAudit; readonly names: Names; readonly onClose: () => void };

/** All of a row: who, what, who decided, and its place in the chain. */
export function RowDialog({ row, names, onClose }: Props) {
	const { tone, words } = badgeOf(row.outcome);
	const given = (name: string, value: string | null) => (value === null || value === "" ? [] : [{ name, value }]);
	return (
		<DetailsDialog
			title={text.dialog(row.seq)}
			lead={`${names.nameOf(row.user_id)} ${hostDeedOf(row).words}`}
			facts={[
				...given(text.columns.at, formatTime(row.timestamp)),
				...given(text.facts.action, row.action),
				{ name: text.columns.outcome, value: <StateWord tone={tone}>{words}</StateWord> },
				...given(text.facts.kind, text.kinds[row.kind] ?? row.kind),
				...given(text.facts.approved, row.approved ? text.yes : text.no),
				...given(text.facts.decidedBy, row.decided_by === null ? null : (text.deciders[row.decided_by] ?? row.decided_by)),
				...given(text.facts.reason, row.reason),
				...given(text.facts.chain, chainOf(row, names)),
			]}
			copied={[
				...given(text.facts.person, row.user_id),
				...given(text.facts.session, row.session_id),
				...given(text.facts.execution, row.execution_id),
				...given(text.facts.request, row.request_id),
				...given(text.facts.hash, row.hash),
			]}
			onClose={onClose}
		/>
	);
}
