import { focusedElement } from "../act/dom/focus.ts";
import { real } from "../act/dom/nodes.ts";
import { mainScroller } from "../act/scroll.ts";
import { isStepper } from "../act/widgets/stepper.ts";
import { optionNames } from "../read/control/option-names.ts";
import { maskNumbers } from "../read/sensitive.ts";
import { normalize } from "../write/normalize.ts";

/** The longest value an action writes. A longer one is left out: a part of it would be another value. */
const longestValue = 10_000;
const longestUrl = 4_000;
const longestMessage = 500;

type Known = {
	readonly isSecret: boolean;
	readonly idOf: (element: Element) => number | undefined;
	/** The text of an editor; undefined where it is invisible. */
	readonly textIn: (editor: Element) => string | undefined;
	readonly alertText: () => string;
};

/** Reads back the target's value and state, the page's address and its messages. A sensitive value never leaves the page. */
export function readBack(target: Element | null, { isSecret, idOf, textIn, alertText }: Known): Record<string, unknown> {
	const focused = focusedElement();
	const focusedId = focused === null ? undefined : idOf(focused);
	const alert = alertText();
	return {
		url: location.href.slice(0, longestUrl),
		scrollY: Math.round(real(mainScroller()).scrollTop),
		...(focusedId === undefined ? {} : { focusedId }),
		...(alert === "" ? {} : { alertText: alert }),
		...(target === null || !real(target).isConnected ? {} : stateOf(target, isSecret ? undefined : textIn)),
	};
}

/**
 * The state read back, completed by what the action found.
 *
 * @throws never
 */
export function reportedState(
	seen: Readonly<Record<string, unknown>>,
	own: Readonly<Record<string, unknown>> | undefined,
	isSecret: boolean,
): Record<string, unknown> {
	const { value: _secret, ...withoutValue } = own ?? {};
	return { ...seen, ...(isSecret ? withoutValue : own) };
}

/** @param textIn undefined for a secret */
function stateOf(target: Element, textIn: Known["textIn"] | undefined): Record<string, unknown> {
	const value = textIn === undefined ? undefined : valueOf(target, textIn);
	const checked = checkedOf(target);
	const message = "validationMessage" in target ? String(target.validationMessage) : "";
	return {
		...(value === undefined || value.length > longestValue ? {} : { value }),
		...(checked === undefined ? {} : { checked }),
		...(message === "" ? {} : { validationMessage: maskNumbers(normalize(message)).slice(0, longestMessage) }),
	};
}

/** The value of a field as a person reads it; undefined where it holds none. @throws never */
export function valueOf(target: Element, textIn: Known["textIn"]): string | undefined {
	if (target instanceof HTMLSelectElement) return [...target.selectedOptions].map(optionNames(target)).join(", ");
	if (target instanceof HTMLTextAreaElement) return target.value;
	if (target instanceof HTMLInputElement && target.type === "file") return [...(target.files ?? [])].map(({ name }) => name).join(", ");
	if (target instanceof HTMLInputElement) return target.type === "checkbox" || target.type === "radio" ? undefined : target.value;
	if (isStepper(target)) return real(target).getAttribute("aria-valuetext") ?? real(target).getAttribute("aria-valuenow") ?? undefined;
	return target instanceof HTMLElement && real(target).isContentEditable ? textIn(target) : undefined;
}

/** True for a tick or a pressed button that is on; undefined where it is neither. @throws never */
export function checkedOf(target: Element): boolean | undefined {
	if (target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "radio")) return target.checked;
	const aria = real(target).getAttribute("aria-checked") ?? real(target).getAttribute("aria-pressed");
	return aria === null ? undefined : aria === "true";
}
