/** Moves the focus to the first field with a problem, once it is drawn. */
export function focusInvalid(form: HTMLElement): void {
	requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]:not([type=file])")?.focus());
}
