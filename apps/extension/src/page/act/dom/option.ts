/** Nobody can choose it, by itself or with its group. */
export function isOut(option: HTMLOptionElement): boolean {
	const group = option.parentElement;
	return option.disabled || (group instanceof HTMLOptGroupElement && group.disabled);
}
