import { normalize } from "../../write/normalize.ts";

/** How an option may be called. `group`: the heading above it; `value`: what stands for it in a form. */
export type OptionName = {
	readonly names: readonly string[];
	readonly firstLine: string;
	readonly group?: string;
	readonly value?: string;
};

/** `several`: the words fit more than one option, which they do not tell apart. */
export type Match = { readonly kind: "one"; readonly index: number } | { readonly kind: "none" | "several" };

export const fold = (text: string): string => normalize(text).toLowerCase();
const withoutSpace = (text: string) => fold(text).replaceAll(/\s/g, "");
const wordsOf = (text: string) =>
	fold(text)
		.match(/[\p{L}\p{N}]+/gu)
		?.join(" ") ?? "";

/**
 * Finds the option that words mean: its whole name, its name with its group, its value, or its first line alone.
 *
 * @throws never
 */
export function matchOption(options: readonly OptionName[], wanted: string): Match {
	const ways: readonly ((option: OptionName) => boolean)[] = [
		({ names }) => names.some((name) => name.trim() === wanted.trim()),
		({ names }) => names.some((name) => fold(name) === fold(wanted)),
		({ names }) => names.some((name) => withoutSpace(name) === withoutSpace(wanted)),
		({ names, group }) => group !== undefined && names.some((name) => isInGroup(name, group, wanted)),
		({ value }) => value !== undefined && value === wanted,
		({ firstLine }) => firstLine !== "" && fold(firstLine) === fold(wanted),
	];
	if (fold(wanted) === "") return { kind: "none" };
	for (const isMeant of ways) {
		const found = options.flatMap((option, index) => (isMeant(option) ? [index] : []));
		const [first, ...others] = found;
		if (first === undefined) continue;
		const value = options[first]?.value;
		// Equal entries with one value are the same choice.
		const isSame = value !== undefined && others.every((index) => options[index]?.value === value);
		return others.length === 0 || isSame ? { kind: "one", index: first } : { kind: "several" };
	}
	return { kind: "none" };
}

function isInGroup(name: string, group: string, wanted: string): boolean {
	const words = wordsOf(wanted);
	return words === wordsOf(`${group} ${name}`) || words === wordsOf(`${name} ${group}`);
}
