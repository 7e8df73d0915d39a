/** The prototype's setter, since frameworks put one of their own onto the element and believe what passed through it. */
export function writeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
	const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}

const limited = new Set(["text", "search", "url", "tel", "email", "password", "textarea"]);

/** How many characters a person can type into a field; undefined without a limit, which all but text fields are. */
export function longestIn({ type, maxLength }: HTMLInputElement | HTMLTextAreaElement): number | undefined {
	return maxLength >= 0 && limited.has(type) ? maxLength : undefined;
}
