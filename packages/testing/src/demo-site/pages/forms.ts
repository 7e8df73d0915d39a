import { z } from "zod";

/** A posted form: names and texts. Fields that were left out are absent. */
export const Form = z.record(z.string(), z.string());
export type Form = z.infer<typeof Form>;

/** Whether 13 to 19 digits end in their right check digit. */
export function isLuhnValid(digits: string): boolean {
	if (!/^\d{13,19}$/.test(digits)) return false;
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

/** Whether a text looks like an email address, as generously as browsers do. */
export function isEmail(text: string): boolean {
	return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
