import { hash } from "node:crypto";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import type { Sealer } from "@webhand/service-kit/seal";
import { hide, maskedValue, minSecret } from "../../policy/secrets/find.ts";

type Values = Readonly<Record<string, string>>;

const longestKey = 180;

/**
 * The key of a row: the values of the columns that make it, or of all but secrets. A long one is replaced by its hash.
 *
 * @param values as they are shown: the key is, too
 * @throws never
 */
export function keyOfRow(values: Values, inputs: readonly RoutineInput[], keyOf: readonly string[] | undefined): string {
	const columns = inputs.filter(({ name, type }) => (keyOf === undefined ? type !== "secret" : keyOf.includes(name) && type !== "secret"));
	const text = columns.map(({ name }) => values[name] ?? "").join(" | ");
	// The hash keeps apart what only the separator makes alike.
	const mark = hashOfKey(JSON.stringify(columns.map(({ name }) => [name, values[name] ?? ""]))).slice(0, 12);
	return text.length <= longestKey - 15 && text.trim() !== "" ? `${text} #${mark}` : mark;
}

/** The hash of a key: what was done in other runs is known by it alone. @throws never */
export const hashOfKey = (key: string): string => hash("sha256", key, "hex");

/** The hash of a list: of all of its rows but their secrets, in whatever order. @param rows as they are shown @throws never */
export const hashOfList = (rows: readonly Values[], inputs: readonly RoutineInput[]): string =>
	hashOfKey(JSON.stringify(rows.map((values) => keyOfRow(values, inputs, undefined)).sort()));

/** What a row was given, without empty values, and with the presets of the others. @throws never */
export function withPresets(own: Values, inputs: readonly RoutineInput[]): Values {
	const presets = Object.fromEntries(inputs.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])));
	return { ...presets, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== "")) };
}

/** Values as they may be stored and shown, and the secrets among them, sealed. @throws never */
export function sealValues(values: Values, inputs: readonly RoutineInput[], sealer: Pick<Sealer, "seal">) {
	const secrets = Object.fromEntries(inputs.flatMap(({ name, type }) => (type === "secret" && values[name] ? [[name, values[name]]] : [])));
	const hidden = Object.values(secrets);
	if (hidden.length === 0) return { values };
	const shown = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			name in secrets
				? maskedValue
				: hide(
						value,
						hidden.filter(({ length }) => length >= minSecret),
					),
		]),
	);
	return { values: shown, sealed: sealer.seal(JSON.stringify(secrets)) };
}

/** All values of a row, and its secrets. @throws Error when the sealed ones were altered */
export function openValues({ values, sealed }: { readonly values: Values; readonly sealed?: string }, sealer: Pick<Sealer, "open">) {
	const secrets: Values = sealed === undefined ? {} : JSON.parse(sealer.open(sealed));
	// A shorter text stands everywhere: hidden, it would tear what is stored.
	return { values: { ...values, ...secrets }, secrets: Object.values(secrets).filter(({ length }) => length >= minSecret) };
}
