/** Sets the value by the prototype's setter. Frameworks shadow it on the element and ignore what their own setter saw. */
export function writeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
	const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}

const limited = new Set(["text", "search", "url", "tel", "email", "password", "textarea"]);

/** Characters that a user can type; undefined where the type has no limit. */
export function maxLengthOf({ type, maxLength }: HTMLInputElement | HTMLTextAreaElement): number | undefined {
	return maxLength >= 0 && limited.has(type) ? maxLength : undefined;
}

/** True for a disabled option or group. */
export function isUnavailable(option: HTMLOptionElement): boolean {
	const group = option.parentElement;
	return option.disabled || (group instanceof HTMLOptGroupElement && group.disabled);
}
