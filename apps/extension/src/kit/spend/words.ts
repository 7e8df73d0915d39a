import type { SpendUse } from "@webhand/contracts/authority/spend";
import { formatNumber, formatUsd } from "../words/format.ts";

/** What is used of limits on model spend. */
export const spendText = {
	close: "Close this notice",
	ok: "Close",
	raise: { admin: "An admin of your organization can raise it under Policy.", operator: "The operator of this installation can raise it." },
};

/** What is used of a limit, as a sentence, and who can raise it. @throws never */
export function spendInWords({ whose, unit, used, most, by }: SpendUse): string {
	const amount = (value: number) => (unit === "usd" ? formatUsd(value) : `${formatNumber(value)} tokens`);
	const who = whose === "person" ? "You have used" : "Your organization has used";
	const said =
		used >= most
			? `${who} up this month's limit for models, ${amount(most)}: only what needs no model still works.`
			: `${who} ${Math.floor((100 * used) / most)} % of this month's limit for models, ${amount(used)} of ${amount(most)}.`;
	return `${said} ${spendText.raise[by]}`;
}
