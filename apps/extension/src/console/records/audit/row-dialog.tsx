import type { AuditRow } from "@webhand/contracts/auth/audit";
import { formatTime } from "../../../kit/words/format.ts";
import { DetailsDialog } from "../../kit/details-dialog.tsx";
import { clientOf, valueWords, wordsOfName } from "./audit-words.ts";
import { deedOf } from "./deed.ts";
import { auditText as text } from "./words.ts";

/** All of a row, with the ids and facts as they are stored. */
export function RowDialog({ row, onClose }: { readonly row: AuditRow; readonly onClose: () => void }) {
	const { words } = deedOf(row);
	const given = (name: string, value: string | null | undefined) => (value ? [{ name, value }] : []);
	return (
		<DetailsDialog
			title={text.details}
			lead={`${row.actor?.name ?? text.unknownPerson} ${words}`}
			facts={[
				...given(text.facts.at, formatTime(row.at)),
				...given(text.facts.person, row.actor?.email),
				...given(text.facts.action, row.action),
				...given(text.facts.outcome, row.outcome),
				...given(text.facts.reason, row.reason),
				...given(text.facts.ip, row.ip),
				...given(text.facts.client, row.userAgent === null ? null : clientOf(row.userAgent)),
				...Object.entries(row.facts).flatMap(([name, value]) => given(wordsOfName(name), valueWords(value))),
			]}
			copied={[...given(text.facts.personId, row.actor?.userId), ...given(text.facts.target, row.target), ...given(text.facts.id, row.id)]}
			onClose={onClose}
		/>
	);
}
