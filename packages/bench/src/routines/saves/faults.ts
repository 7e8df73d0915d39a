/** How a save can be bad while the page says that it worked. */
export const badSaves = [
	"refused after the toast",
	"rounded",
	"truncated",
	"saved to the neighbour",
	"saved as draft",
	"old value comes back",
	"other field overwritten",
	"saved twice",
] as const;
export type BadSave = (typeof badSaves)[number];

/** A record by the names of its fields; `status` is that of the server. */
export type Fields = Readonly<Record<string, string>>;
/** Records by their ids, in order. */
export type Records = ReadonlyMap<string, Fields>;

/** A save as the page asked for it. `amount`, `text`, `other`: the fields that a fault changes; `neighbour`: another record. */
export type Save = { readonly id: string; readonly fields: Fields } & SavedFields;
export type SavedFields = { readonly amount: string; readonly text: string; readonly other: string; readonly neighbour: string };

const keptLetters = 9;

/** What the server holds behind a save. `later`: what it holds some time after, where that is something else. */
export function stored(before: Records, save: Save, bad: BadSave | undefined): { readonly now: Records; readonly later?: Records } {
	const { id, fields, amount, text, other, neighbour } = save;
	const written = (changed: Fields, at = id) => new Map(before).set(at, { ...before.get(at), status: "Active", ...fields, ...changed });
	switch (bad) {
		case undefined:
			return { now: written({}) };
		case "refused after the toast":
			return { now: before };
		case "rounded":
			return { now: written({ [amount]: Math.round(Number(fields[amount])).toFixed(2) }) };
		case "truncated":
			return { now: written({ [text]: (fields[text] ?? "").slice(0, keptLetters).trim() }) };
		case "saved to the neighbour":
			return {
				now: before.has(id)
					? written({}, neighbour)
					: written({ [amount]: "0.00" }).set(neighbour, { ...before.get(neighbour), [amount]: fields[amount] ?? "" }),
			};
		case "saved twice":
			return { now: written({}).set(`${id}0`, { ...before.get(id), status: "Active", ...fields }) };
		case "saved as draft":
			return { now: written({ status: "Draft" }) };
		case "old value comes back":
			return { now: written({}), later: before };
		case "other field overwritten":
			return { now: written({ [other]: "n/a" }) };
	}
}
