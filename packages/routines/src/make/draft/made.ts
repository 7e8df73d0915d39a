import type { ActStep, ReadStep } from "@webhand/contracts/routine/step";

type WithoutId<Step> = Step extends unknown ? Omit<Step, "id"> : never;

/** A step before it has an id; its texts stand as they were, without inputs. */
export type MadeStep = WithoutId<ActStep | ReadStep>;

/**
 * A step of a draft under construction. `url` is the page where it was done, `ledTo` the one that it led to; `value`: what was typed, chosen or
 * attached, which may become an input.
 */
export type Made = {
	readonly step: MadeStep;
	readonly url: string;
	readonly ledTo?: string | undefined;
	readonly value?: MadeValue | undefined;
};

/**
 * A value that a step put into the page. `wish`: the person wants it as an input of that label, or (false) as it is. `options` are what the
 * field offers; `label`: what it is called where its control is not; `varies`: whether it was another one where the task was done again.
 */
export type MadeValue = {
	readonly kind: "typed" | "chosen" | "file" | "secret";
	readonly text: string;
	readonly wish?: string | false | undefined;
	readonly varies?: boolean | undefined;
	readonly options?: readonly string[] | undefined;
	readonly label?: string | undefined;
};

/** A hint for the person who looks through a draft, beside the step that it is about. */
export type MadeHint = { readonly of?: Made | undefined; readonly text: string };

const fieldRoles =
	/^(?:input|textarea|editable|search|searchbox|textbox|email|password|number|tel|url|date|time|month|week|datetime-local|combobox|spinbutton|select)$/;

/** True for the role of a control that one types or chooses in. */
export const isFieldRole = (role: string): boolean => fieldRoles.test(role);
