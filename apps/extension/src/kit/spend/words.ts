import type { SpendUse } from "@webhand/contracts/authority/spend";
import { formatNumber, formatUsd } from "../words/format.ts";
import { inLanguage } from "../words/language.ts";
import * as german from "./words.de.ts";

/** What is used of limits on model spend. */
export const spendText = inLanguage(german.spendText, {
	close: "Close this notice",
	ok: "Close",
	tokens: (amount: string) => `${amount} tokens`,
	who: { person: "You have used", organization: "Your organization has used" },
	usedUp: (who: string, most: string) => `${who} up this month's limit for models, ${most}: only what needs no model still works.`,
	used: (who: string, percent: number, part: string) => `${who} ${percent} % of this month's limit for models, ${part}.`,
	part: (used: string, most: string) => `${used} of ${most}`,
	raise: { admin: "An admin of your organization can raise it under Policy.", operator: "The operator of this installation can raise it." },
});

/** What is used of a limit, as a sentence, and who can raise it. @throws never */
export function spendInWords({ whose, unit, used, most, by }: SpendUse): string {
	const amount = (value: number) => (unit === "usd" ? formatUsd(value) : spendText.tokens(formatNumber(value)));
	const who = whose === "person" ? spendText.who.person : spendText.who.organization;
	const said =
		used >= most
			? spendText.usedUp(who, amount(most))
			: spendText.used(who, Math.floor((100 * used) / most), spendText.part(amount(used), amount(most)));
	return `${said} ${spendText.raise[by]}`;
}
