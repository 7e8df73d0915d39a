import { isSameValue, normalize } from "@webhand/page/write/normalize";
import { isToggle } from "../kinds.ts";
import { isSameDocument } from "../seen/before.ts";
import { chosenOptions, showsValue } from "../seen/expect.ts";
import type { Scene } from "../seen/observe.ts";
import { isSensitiveTarget } from "../sensitive.ts";
import { targetIdOf } from "../target.ts";
import { hidesTicks, hidesValues } from "./blind.ts";
import { isSameButFormat } from "./same.ts";

/**
 * Compares what was set with what the page, or else the client, shows of the target. `format`: the same in another form.
 *
 * @throws never
 */
export function readBack({ action, before, page, report }: Scene): { readonly kind: "equal" | "format" | "different" | "unknown" } {
	const id = targetIdOf(action);
	const isSame = before === null || isSameDocument(before, page);
	const element = id !== undefined && isSame ? page.elements.get(id) : undefined;
	const actual = report.lastActionResult?.actualState;
	const isBlind = hidesValues(page);
	if (action.name === "setValue") {
		if (element !== undefined && isToggle(element.type)) {
			// Where it was ticked before, its page tells of ticks: what is left out now is not one.
			const isTold = !hidesTicks(page) || (before?.target?.id === id && before?.target?.states.includes("checked") === true);
			if (!isTold) return compare(actual?.value, action.text);
			return { kind: element.states.has("checked") === (action.text === "true") ? "equal" : "different" };
		}
		if (isBlind && (element === undefined || !showsValue(element, action.text))) return compare(actual?.value, action.text);
		if (id !== undefined && isSensitiveTarget(page, id))
			return { kind: element?.states.has("filled") === (action.text !== "") ? "equal" : "different" };
		if (element !== undefined && showsValue(element, action.text)) return { kind: "equal" };
		const shown = element?.attributes.get("value") ?? (element === undefined ? undefined : "");
		return shown === undefined ? compare(actual?.value, action.text) : compare(shown, action.text);
	}
	if (action.name === "select" && element !== undefined) {
		const [first = ""] = action.options;
		if (action.options.length === 1 && showsValue(element, first)) return { kind: "equal" };
		const chosen = chosenOptions(element);
		if (chosen.length === 0 && !element.attributes.has("value")) return compare(actual?.value, action.options.join(", "), "unknown");
		return {
			kind: action.options.every((option) => chosen.some((label) => isSameValue(label, option)))
				? "equal"
				: selectFallback(actual?.value, action.options),
		};
	}
	if (action.name === "upload") {
		const shown = element?.attributes.get("value") ?? actual?.value;
		if (shown === undefined) return { kind: "unknown" };
		const names = shown.split(/[\\/,]/).map((name) => name.trim());
		return { kind: names.some((name) => isSameValue(name, action.file)) ? "equal" : "different" };
	}
	return { kind: "unknown" };
}

/** The text lists eight options only: beyond these the client's own reading counts. */
function selectFallback(told: string | undefined, options: readonly string[]): "equal" | "different" {
	if (told === undefined) return "different";
	const labels = [told, ...told.split(/[,|]/)].map((label) => normalize(label));
	return options.every((option) => labels.some((label) => isSameValue(label, option))) ? "equal" : "different";
}

function compare(shown: string | undefined, wanted: string, otherwise: "different" | "unknown" = "different") {
	if (shown === undefined) return { kind: "unknown" } as const;
	if (isSameValue(normalize(shown), wanted)) return { kind: "equal" } as const;
	return { kind: isSameButFormat(shown, wanted) ? "format" : otherwise } as const;
}
