import { isButtonList, isClickable, isRadio, takesValue } from "@webhand/page/layout/controls";
import { namesOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import type { Entry, Intent } from "../clause.ts";
import { calledOf } from "../page/names.ts";
import { chooseMove } from "./choose.ts";
import { allFields, fieldFor } from "./fields.ts";
import type { Move, Scene } from "./move.ts";
import { act, clickOn, fieldOf, missing, target as plain, stuck } from "./move.ts";
import { setField } from "./set.ts";

type Fill = Extract<Intent, { readonly kind: "fill" }>;

/** Fills the entry that is due, one a turn; behind the last one the form is sent where the order says so. */
export function fillMove({ entries, submits }: Fill, scene: Scene): Move {
	const slots = entries.flatMap((one): readonly Slot[] =>
		one.field?.isAll === true ? allFields(one.field, scene).map((element) => ({ entry: one, element })) : [{ entry: one }],
	);
	const { entry, element: own } = slots[scene.part] ?? {};
	if (slots.length === 0) return missing(entries[0]?.field ?? plain("", { role: "field" }));
	if (entry === undefined) return submits && scene.part === slots.length ? sendMove(scene) : { kind: "end" };
	if (own !== undefined) return setField(own, entry, scene);
	// Nothing is begun of what cannot be done to its end.
	for (const one of scene.part === 0 && scene.failures === 0 ? entries.slice(1) : []) {
		const found = one.field === undefined || one.field.name === "" ? undefined : fieldFor(one, scene);
		const move = found?.kind === "one" ? setField(found.element, one, scene) : found;
		if (move?.kind === "missing" || (move?.kind === "stuck" && move.category === "impossible")) return move;
	}
	const isInOrder = entries.length > 1 && entries.every(({ field }) => (field?.name ?? "") === "");
	const found = fieldFor(entry, scene, isInOrder);
	if (found.kind !== "one") return found;
	const { element } = found;
	const field = entry.field === undefined ? {} : { field: entry.field };
	if (isRadio(element) || isButtonList(element) || element.type === "combobox")
		return chooseMove({ kind: "choose", options: [plain(entry.value)], ...field }, { ...scene, part: 0 });
	return setField(element, entry, scene);
}

/** One value with its field, where that is known beforehand. */
type Slot = { readonly entry: Entry; readonly element?: ElementView };

/** Sends what was filled in: by the one button of its form, else with Enter in its last field. */
export function sendMove(scene: Scene): Move {
	const { layout } = scene;
	const last = fieldOf(scene);
	if (last === undefined) return stuck("I cannot tell which form is to be sent");
	const button = submitOf(last, scene);
	const called = calledOf(layout, last);
	if (button.kind === "one") return clickOn(button.element, scene, { thought: `I send it with ${calledOf(layout, button.element)}.` });
	if (button.kind === "tied") return { kind: "tied", target: plain("send"), elements: button.elements };
	if (last.type === "textarea" || last.type === "editable") return stuck(`I see no button that sends ${called}`, "impossible");
	return act({ name: "press", id: last.id, keys: "Enter" }, `I press Enter in ${called}.`, { target: last });
}

type Submit =
	| { readonly kind: "one"; readonly element: ElementView }
	| { readonly kind: "tied"; readonly elements: readonly ElementView[] }
	| { readonly kind: "none" };

/** What sends the form of a field: its only button that submits, the one right behind a field of no form, or the only icon that says so. */
export function submitOf(field: ElementView, { layout }: Pick<Scene, "layout">): Submit {
	const own = layout.elements.filter(({ type, form }) => (type === "button" || type === "submit") && form === field.form);
	const submits = own.filter(({ states }) => states.has("submit"));
	const behind = field.form === undefined && own.length > 1 ? own.filter((button) => isRightBehind(field, button, layout)) : own;
	const sends = (element: ElementView) =>
		isClickable(element) && !takesValue(element) && namesOf(layout, element).some((name) => /^(?:send|submit|post)(?!\p{L})/iu.test(name));
	const buttons = submits.length > 0 ? submits : behind.length > 0 || field.form !== undefined ? behind : layout.elements.filter(sends);
	const [only, ...others] = buttons;
	if (only === undefined) return { kind: "none" };
	if (others.length === 0) return { kind: "one", element: only };
	return field.form === undefined && submits.length === 0 ? { kind: "none" } : { kind: "tied", elements: buttons };
}

/** True for the first button behind a field that belongs to no form, with no other field between them. */
function isRightBehind(field: ElementView, button: ElementView, { nodes, nodeOf }: Scene["layout"]): boolean {
	const [from, to] = [nodeOf.get(field.id)?.order ?? -1, nodeOf.get(button.id)?.order ?? -1];
	if (from === -1 || to <= from || to - from > 4) return false;
	return nodes.slice(from + 1, to).every(({ element }) => element === undefined || (!takesValue(element) && element.type !== "button"));
}
