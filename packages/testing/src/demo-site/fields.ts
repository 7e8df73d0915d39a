import type { Html } from "./html.ts";
import { html } from "./html.ts";

/** What is wrong with a form, by field name; an empty record says nothing is. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A labelled input. `error` is written under it and tied to it. */
export type Field = {
	readonly name: string;
	readonly label: string;
	readonly type?: string;
	readonly value?: string | undefined;
	readonly error?: string | undefined;
	readonly autocomplete?: string;
	readonly hint?: string;
	readonly isRequired?: boolean;
	readonly inputmode?: string;
};

/** An input with its label, hint and error. */
export function inputField(field: Field): Html {
	return wrap(
		field,
		html`<input id="${field.name}" name="${field.name}" type="${field.type ?? "text"}" value="${field.value ?? ""}" ${facts(field)}>`,
	);
}

/** A text area with its label, hint and error. */
export function textField(field: Field): Html {
	return wrap(field, html`<textarea id="${field.name}" name="${field.name}" rows="5" ${facts(field)}>${field.value ?? ""}</textarea>`);
}

/** A select with its label; the first choice is empty and asks to choose. */
export function selectField(field: Field, choices: readonly { readonly value: string; readonly text: string }[]): Html {
	const options = choices.map(
		({ value, text }) => html`<option value="${value}" ${value === field.value && html`selected`}>${text}</option>`,
	);
	return wrap(
		field,
		html`<select id="${field.name}" name="${field.name}" ${facts(field)}><option value="">Please choose</option>${options}</select>`,
	);
}

/** Radio buttons in a fieldset whose legend is the label. */
export function radioField(field: Field, choices: readonly string[]): Html {
	const radios = choices.map((choice) => {
		const id = `${field.name}-${choice.toLowerCase()}`;
		const checked = choice === field.value && html`checked`;
		return html`<span class="choice"><input type="radio" id="${id}" name="${field.name}" value="${choice}" ${checked}> <label for="${id}">${choice}</label></span>`;
	});
	return html`<fieldset class="field" data-field="${field.name}"><legend>${field.label}</legend><div class="choices">${radios}</div>${errorOf(field)}</fieldset>`;
}

/** One check box. */
export function checkField(field: Pick<Field, "name" | "label" | "value">): Html {
	const checked = field.value === "yes" && html`checked`;
	return html`<div class="field check"><input type="checkbox" id="${field.name}" name="${field.name}" value="yes" ${checked}> <label for="${field.name}">${field.label}</label></div>`;
}

function wrap(field: Field, control: Html): Html {
	const hint = field.hint === undefined ? undefined : html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`;
	const label = html`<label for="${field.name}">${field.label}${field.isRequired === false && html` <span class="hint">(optional)</span>`}</label>`;
	return html`<div class="field" data-field="${field.name}">${label}${hint}${control}${errorOf(field)}</div>`;
}

function errorOf(field: Field): Html {
	return html`<p class="error" id="${field.name}-error" ${field.error === undefined && html`hidden`}>${field.error}</p>`;
}

function facts(field: Field): Html {
	const described = [field.hint && `${field.name}-hint`, field.error && `${field.name}-error`].filter(Boolean).join(" ");
	return html`${field.isRequired !== false && html`required `}${field.autocomplete !== undefined && html`autocomplete="${field.autocomplete}" `}${
		field.inputmode !== undefined && html`inputmode="${field.inputmode}" `
	}${field.error !== undefined && html`aria-invalid="true" `}${described !== "" && html`aria-describedby="${described}"`}`;
}
