import type { LimitName, Limits } from "@webhand/contracts/auth/limits";
import { limitBounds, limitOf } from "@webhand/contracts/auth/limits";
import { hostText } from "../words.ts";

/** The limits as typed; "" for a default. */
export type LimitsForm = Readonly<Record<LimitName, string>>;
/** Limits to send, or the fields that are no whole number within their bounds. */
type Read =
	| { readonly kind: "limits"; readonly limits: Limits }
	| { readonly kind: "wrong"; readonly fields: Readonly<Record<string, string>> };

export const limitNames = Object.keys(limitBounds) as readonly LimitName[];
const text = hostText.limits;

/** The form for limits as they stand. @throws never */
export function limitsFormOf(limits: Limits): LimitsForm {
	return Object.fromEntries(limitNames.map((name) => [name, limits[name] === undefined ? "" : String(limits[name])])) as LimitsForm;
}

/** Reads a form; digits may be grouped by spaces or commas. @throws never */
export function readLimits(form: LimitsForm): Read {
	const typed = limitNames.flatMap((name) => {
		const digits = form[name].replaceAll(/[\s,_]/g, "");
		return digits === "" ? [] : [{ name, value: /^\d+$/.test(digits) ? Number(digits) : Number.NaN }];
	});
	const wrong = typed.filter(({ name, value }) => !(value >= limitBounds[name].least && value <= limitBounds[name].most));
	if (wrong.length === 0) return { kind: "limits", limits: Object.fromEntries(typed.map(({ name, value }) => [name, value])) };
	return {
		kind: "wrong",
		fields: Object.fromEntries(wrong.map(({ name }) => [name, text.problem(limitBounds[name].least, limitBounds[name].most)])),
	};
}

/** What changes for the organization, a line for each limit. @throws never */
export function limitChanges(before: Limits, after: Limits): readonly string[] {
	return limitNames
		.filter((name) => before[name] !== after[name])
		.map((name) => text.change(text.names[name], limitOf(before, name), limitOf(after, name)));
}
