import { isField, isTextual } from "../../kinds.ts";
import { isSensitiveField } from "../../sensitive.ts";
import { keystrokeOf } from "../keystroke.ts";
import type { Classified, Facts } from "./class.ts";
import { gravest, plain } from "./class.ts";
import { clicking, floorOf, isCheckout, pressed } from "./clicking.ts";
import { binning, committing } from "./committing.ts";

const looking = new Set(["tab", "escape", "arrowup", "arrowdown", "arrowleft", "arrowright", "pageup", "pagedown", "home", "end"]);

/** A key on what has the focus. */
export function pressing(keys: string, facts: Facts): Classified {
	const { target, page } = facts;
	const { key, isAlone } = keystrokeOf(keys);
	const onCheckout = isCheckout(page.url) ? committing(facts, ["checkout_page"]) : null;
	if (isAlone && looking.has(key)) return sliding(key, facts) ?? plain("observe");
	if (key === "enter") {
		if (target === undefined) return pressingAnything(committing(facts, ["enter_in_form"]), facts);
		if (facts.form !== undefined || isTextual(target.type)) return committing(facts, ["enter_in_form"]);
		return clicking(facts);
	}
	// A space presses the button that has the focus, and nobody knows what has it.
	if (key === " " && target === undefined) return pressingAnything(committing(facts, ["submits"]), facts);
	if (key === " " && target !== undefined && !isTextual(target.type)) return clicking(facts);
	if (key === "delete" || key === "backspace") return deleting(facts) ?? onCheckout ?? plain("fill");
	if (target !== undefined && isSensitiveField(target) && [...key].length === 1) return plain("fill_sensitive", "sensitive_field");
	return onCheckout ?? plain("fill");
}

/** Where nobody knows what has the focus, it may be the worst that the page has to press. */
function pressingAnything(commitment: Classified, facts: Facts): Classified {
	const pressable = [...facts.page.elements.values()].filter(({ type }) => !isField(type) && type !== "file");
	return gravest(commitment, ...floorOf(pressable, facts).filter(({ class: name }) => name === "commit_protected"));
}

/** The keys of a slider move it, to where it pays if that is what it is called. */
function sliding(key: string, facts: Facts): Classified | null {
	const isSlider = facts.target?.type === "slider" || facts.target?.type === "range";
	const judged = isSlider && key !== "tab" && key !== "escape" ? pressed(facts) : null;
	return judged?.class === "commit" || judged?.class === "commit_protected" ? judged : null;
}

/** In a field it takes text away; of a message, a file or a row it makes away with the thing. */
function deleting(facts: Facts): Classified | null {
	const { target } = facts;
	if (target === undefined) return committing(facts, ["destructive_word"]);
	return isField(target.type) ? null : binning(target, facts);
}
