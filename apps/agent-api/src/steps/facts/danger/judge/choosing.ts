import type { ElementView } from "@webhand/page/parse/view";
import { isField, isPressed } from "../../kinds.ts";
import { isDestructive, isToPayNow } from "../deeds.ts";
import { fold } from "../words.ts";
import type { Classified, Facts } from "./class.ts";
import { gravest, plain } from "./class.ts";
import { pressed } from "./clicking.ts";
import { committing } from "./committing.ts";

const lists: ReadonlySet<string> = new Set(["select", "combobox", "listbox", "radiogroup", "grid"]);
const menus: ReadonlySet<string> = new Set(["menu", "menubar", "tree", "list"]);

/** Choosing by label: each label is a control that is pressed, an entry of a field or of a menu. Text that is only marked is none. */
export function choosing(labels: readonly string[], facts: Facts): Classified {
	const { target } = facts;
	if (target === undefined) return plain("fill");
	const chosen = labels.filter((label) => !isMarking(label, target));
	if (chosen.length === 0) return plain("fill");
	const own = isDestructive(target, facts) ? [committing(facts, ["destructive_word"])] : [];
	return gravest(plain("fill"), ...own, ...chosen.map((label) => pressed({ ...facts, target: entryOf(target, label) })));
}

/** On what opens no list, choosing a text marks it: a piece of what the element says. */
function isMarking(label: string, target: ElementView): boolean {
	const opens = isPressed(target.type) || lists.has(target.type) || menus.has(target.type) || isField(target.type);
	const isOpening = opens || target.states.has("collapsed") || target.states.has("expanded") || target.attributes.has("options");
	return !isOpening && fold(target.content).includes(fold(label));
}

/** An entry of a field sets a value; one that says to pay at once, and any of a menu, is a button. */
function entryOf(target: ElementView, label: string): ElementView {
	const isValue = (isField(target.type) || lists.has(target.type)) && !isToPayNow(label);
	return {
		id: target.id,
		type: isValue ? "option" : "menuitem",
		name: label,
		content: label,
		parts: [{ kind: "text", text: label }],
		states: new Set(),
		attributes: new Map(),
		isNew: false,
		line: target.line,
		...(target.form === undefined ? {} : { form: target.form }),
		epoch: target.epoch,
	};
}
