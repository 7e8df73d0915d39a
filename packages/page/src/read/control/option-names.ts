/** More options than anybody reads: their names stay as they are. */
const mostOptions = 2_000;

/** What the options of a list are called: two of one name get that of their group before it. */
export function optionNames(select: HTMLSelectElement): (option: HTMLOptionElement) => string {
	const { options } = select;
	const groupOf = ({ parentElement }: HTMLOptionElement) =>
		parentElement?.localName === "optgroup" && "label" in parentElement ? String(parentElement.label) : "";
	const seen = new Map<string, number>();
	const isGrouped =
		options.length > 0 && options.length <= mostOptions && [...select.children].some(({ localName }) => localName === "optgroup");
	for (const { label } of isGrouped ? options : []) seen.set(label, (seen.get(label) ?? 0) + 1);
	return (option) => {
		const group = (seen.get(option.label) ?? 0) > 1 ? groupOf(option) : "";
		return group === "" ? option.label : `${group}: ${option.label}`;
	};
}
