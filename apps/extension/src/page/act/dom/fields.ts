/** The prototype's setter, since frameworks put one of their own onto the element and believe what passed through it. */
export function writeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
	const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}

const limited = new Set(["text", "search", "url", "tel", "email", "password", "textarea"]);

/** How many characters a person can type into a field; undefined without a limit, which all but text fields are. */
export function maxLengthOf({ type, maxLength }: HTMLInputElement | HTMLTextAreaElement): number | undefined {
	return maxLength >= 0 && limited.has(type) ? maxLength : undefined;
}

/** Nobody can choose it, by itself or with its group. */
export function isUnavailable(option: HTMLOptionElement): boolean {
	const group = option.parentElement;
	return option.disabled || (group instanceof HTMLOptGroupElement && group.disabled);
}
