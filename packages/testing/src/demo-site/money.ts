/** An amount in euro cents, a whole number. */
export type Cents = number;

/**
 * An amount as the shop shows it: `1,234.50 €`.
 *
 * @param cents whole, zero or more
 * @throws RangeError for anything else: a price is never rounded on display
 */
export function formatMoney(cents: Cents): string {
	if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is no amount in cents`);
	const euros = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
	return `${euros}.${String(cents % 100).padStart(2, "0")} €`;
}

/** The sum of price times quantity, in cents. */
export function totalOf(lines: readonly { readonly priceCents: Cents; readonly quantity: number }[]): Cents {
	return lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
}
