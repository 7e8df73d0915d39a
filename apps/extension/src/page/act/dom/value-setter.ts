/** The prototype's setter, since frameworks put one of their own onto the element and believe what passed through it. */
export function writeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
	const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}
