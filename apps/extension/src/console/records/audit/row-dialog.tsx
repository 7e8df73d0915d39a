import type { AuditRow } from "@webhand/contracts/audit";
import { formatTime } from "../../../kit/words/format.ts";
import { DetailsDialog } from "../../kit/details-dialog.tsx";
import { placeOf } from "./audit-table.tsx";
import { clientOf, valueWords, wordsOfName } from "./audit-words.ts";
import { deedOf } from "./deed.ts";
import { hostAuditText as hostText } from "./host-words.ts";
import { outcomeWords } from "./outcome-words.ts";
import type { WorkspaceNames } from "./verify-card.tsx";
import { auditText as text } from "./words.ts";

/** All of a row, with the ids and facts as they are stored. */
export function RowDialog({
	row,
	names,
	onClose,
}: {
	readonly row: AuditRow;
	readonly names: WorkspaceNames;
	readonly onClose: () => void;
}) {
	const { words } = deedOf(row);
	const { host } = row;
	const given = (name: string, value: string | null | undefined) => (value ? [{ name, value }] : []);
	return (
		<DetailsDialog
			title={text.details}
			lead={`${row.actor?.name ?? text.unknownPerson} ${words}`}
			facts={[
				...given(text.facts.at, formatTime(row.at)),
				...given(text.facts.person, row.actor?.email),
				...given(text.facts.action, row.action),
				...given(text.facts.outcome, host === null ? row.outcome : outcomeWords(row.outcome)),
				...given(text.facts.reason, row.reason),
				...given(text.facts.ip, row.ip),
				...given(text.facts.client, row.userAgent === null ? null : clientOf(row.userAgent)),
				...Object.entries(row.facts).flatMap(([name, value]) => given(text.factNames[name] ?? wordsOfName(name), valueWords(value))),
				...(host === null
					? []
					: [
							...given(hostText.facts.kind, hostText.kinds[host.kind] ?? host.kind),
							...given(hostText.facts.approved, host.approved ? hostText.yes : hostText.no),
							...given(hostText.facts.decidedBy, host.decided_by && (hostText.deciders[host.decided_by] ?? host.decided_by)),
							...given(hostText.facts.chain, placeOf(host, names)),
							...given(hostText.facts.row, String(host.seq)),
						]),
			]}
			copied={[
				...given(text.facts.personId, row.actor?.userId),
				...given(text.facts.target, row.target),
				...given(text.facts.id, row.id),
				...given(hostText.facts.session, host?.session_id),
				...given(hostText.facts.execution, host?.execution_id),
				...given(hostText.facts.request, host?.request_id),
				...given(hostText.facts.hash, host?.hash),
			]}
			onClose={onClose}
		/>
	);
}
