import type { Skeleton } from "@webhand/page/parse/skeleton";
import type { ElementView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { digest } from "../keys.ts";
import { isPressed } from "../kinds.ts";
import { isSensitiveField, maskedValue } from "../sensitive.ts";

/** The target of an action as it was when the action was decided; `look` joins the live facts that an effect would change. */
export type TargetState = {
	readonly id: number;
	readonly role: string;
	readonly name: string;
	readonly value: string;
	readonly states: readonly string[];
	readonly look: string;
};

/**
 * The page as it was when an action was decided, at most 10 KB: what the next request is compared with. `view` is a digest of what stood
 * in the visible area, for scrolling.
 */
export type BeforeState = {
	readonly url: string;
	readonly title: string;
	readonly epoch: string;
	readonly skeleton: Skeleton;
	readonly dialogs: readonly string[];
	readonly alerts: readonly string[];
	/** Validation errors that stood there already; absent where there were none. */
	readonly errors?: readonly string[];
	/** The fields that the action sends, as of `sentFields`; absent where it sends none. */
	readonly sent?: string;
	readonly focusId?: number;
	readonly tabs: readonly number[];
	readonly screen: string;
	readonly view: string;
	readonly target?: TargetState;
	/** What the newest look showed, where the engine waited for the outcome. */
	readonly again?: SecondLook;
};

/**
 * What had changed of a page when it was looked at a second time, without an action in between: hashes of the texts that the state before
 * did not hold, those of all controls called by numbers, how many controls had come, and the target's look.
 */
export type SecondLook = {
	readonly texts: readonly string[];
	readonly controls: readonly string[];
	readonly added: number;
	readonly look?: string;
};

/** The live facts of one element, masked where sensitive. */
export function targetState(element: ElementView): TargetState {
	const value = element.attributes.get("value") ?? "";
	const states = [...element.states].filter((state) => state !== "focused" || !isPressed(element.type)).sort();
	const look = ["at", "size", "scroll", "options", "error"].map((key) => element.attributes.get(key) ?? "").join(" ");
	return {
		id: element.id,
		role: element.type,
		name: cut(element.name, 80),
		value: isSensitiveField(element) ? maskedValue : cut(value, 200),
		states,
		look: digest(`${states.join(" ")} ${value} ${element.content} ${look}`),
	};
}
