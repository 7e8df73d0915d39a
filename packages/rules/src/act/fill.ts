import type { ElementView } from "@webhand/page/parse/view";
import type { Entry, Intent, Target } from "../clause.ts";
import { dialogRange } from "../page/find.ts";
import { isIn } from "../page/layout.ts";
import { calledOf, namesOf, valueOf } from "../page/names.ts";
import { isButtonList, isClickable, isDisabled, isRadio, isSearchField, isTextField, isToggle, takesValue } from "../page/roles.ts";
import { sectionsOf } from "../page/places.ts";
import { grades, quoted } from "../page/text.ts";
import { chooseMove } from "./choose.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, formOf, locate, referentTo, stuck, unresolved } from "./move.ts";
import { setField } from "./set.ts";
import { dayOf } from "./value.ts";

type Fill = Extract<Intent, { readonly kind: "fill" }>;

/** Fills the entry that is due, one a turn; behind the last one the form is sent where the order says so. */
export function fillMove({ entries, submits }: Fill, scene: Scene): Move {
	const entry = entries[scene.part];
	if (entry === undefined) return submits && scene.part === entries.length ? sendMove(scene) : { kind: "end" };
	if (scene.part === 0 && scene.failures === 0 && entries.length > 1) {
		// Nothing is begun of what cannot be done to its end.
		for (const one of entries.slice(1)) {
			const found = one.field === undefined || one.field.name === "" ? undefined : fieldOf(one, scene);
			const move = found?.kind === "one" ? setField(found.element, one, scene) : found;
			if (move?.kind === "missing" || (move?.kind === "stuck" && move.category === "impossible")) return move;
		}
	}
	const isInOrder = entries.length > 1 && entries.every(({ field }) => field?.name === undefined || field.name === "");
	const found = fieldOf(entry, scene, isInOrder);
	if (found.kind !== "one") return found;
	const { element } = found;
	if (isRadio(element))
		return chooseMove(
			{ kind: "choose", options: [valueTarget(entry)], ...(entry.field === undefined ? {} : { field: entry.field }) },
			{ ...scene, part: 0 },
		);
	if (isButtonList(element) || element.type === "combobox")
		return chooseMove(
			{ kind: "choose", options: [valueTarget(entry)], ...(entry.field === undefined ? {} : { field: entry.field }) },
			{ ...scene, part: 0 },
		);
	const isDay = element.states.has("readonly") || (scene.failures > 0 && entry.iso !== undefined);
	const day = isDay ? dayOf(entry.iso ?? entry.value, scene.now) : undefined;
	return day === undefined ? setField(element, entry, scene) : dayMove(element, day, scene);
}

const valueTarget = ({ value }: Entry): Target => ({ text: value, name: value, isQuoted: false, places: [] });

type FieldFound = { readonly kind: "one"; readonly element: ElementView } | Extract<Move, { readonly kind: "missing" | "tied" | "stuck" }>;
type Refused = Extract<Move, { readonly kind: "missing" | "tied" | "stuck" }>;

const isFillable = (element: ElementView): boolean => takesValue(element) || isToggle(element) || isButtonList(element);
const typeAliases: Readonly<Record<string, RegExp>> = {
	password: /^pass(?:word|code)?$/,
	email: /^e-?mail(?: address)?$/,
	tel: /^(?:phone|telephone|mobile)(?: number)?$/,
	date: /^date$/,
	time: /^time$/,
	number: /^(?:number|amount|quantity)$/,
	url: /^(?:url|address|website)$/,
	search: /^search$/,
	textarea: /^(?:message|comment|text|description|text ?area)$/,
	color: /^colou?r$/,
};

/** The field that an entry names; without a name the one that is meant can only be the field at hand or the next empty one. */
function fieldOf({ field }: Entry, scene: Scene, isInOrder = false): FieldFound {
	if (field === undefined || (field.name === "" && field.ordinal === undefined && field.places.length === 0 && field.text === ""))
		return anyField(scene, field, isInOrder);
	const isSearch = /(?<!\p{L})(?:search|find|filter|query|such\w*)(?!\p{L})/iu.test(field.text);
	const found = locate(
		field,
		scene,
		(element) => isFillable(element) && (isSearch || !isSearchField(element) || isNamedSo(element, field, scene)),
	);
	if (found.kind === "one") return found;
	const section = found.kind === "none" ? inSection(field, scene) : undefined;
	if (section !== undefined) return { kind: "one", element: section };
	if (found.kind === "tied") return { kind: "tied", target: field, elements: found.elements };
	const [kind] = Object.entries(typeAliases).find(([, words]) => words.test(field.name.toLowerCase())) ?? [];
	const alias =
		kind === undefined ? undefined : locate({ ...field, name: "", text: "", role: "field" }, scene, ({ type }) => type === kind);
	if (alias?.kind === "one") return alias;
	const group = locate(field, scene, (element) => isRadio(element));
	if (group.kind === "one" && group.grade === grades.exact) return group;
	const named = [...scene.layout.view.elements.values()].find(
		(element) => isRadio(element) && (element.attributes.get("of") ?? "").toLowerCase() === field.name.toLowerCase() && field.name !== "",
	);
	if (named !== undefined) return { kind: "one", element: named };
	return unresolved(field, found) as Refused;
}

const isNamedSo = (element: ElementView, field: Target, { layout }: Scene): boolean =>
	namesOf(layout, element).some((name) => layout.phrase(name).folded === layout.phrase(field.name).folded);

/** "The billing street": the field "Street" of the section "Billing address". */
function inSection(field: Target, scene: Scene): ElementView | undefined {
	const { words } = scene.layout.phrase(field.name);
	if (field.isQuoted || field.places.length > 0 || words.length < 2 || words.length > 4) return undefined;
	for (let at = 1; at < words.length; at += 1) {
		const [section, name] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
		const anchor: Target = { text: section, name: section, isQuoted: false, places: [] };
		if (sectionsOf(scene.layout, anchor).length !== 1) continue;
		const found = locate({ ...field, text: name, name, places: [{ relation: "section", anchor }] }, scene, isFillable);
		if (found.kind === "one") return found.element;
	}
	return undefined;
}

/** Text for no named field goes into the one that was just filled or focused, else into the only one, or the next empty one in order. */
function anyField(scene: Scene, field: Target | undefined, isInOrder: boolean): FieldFound {
	const { layout, part } = scene;
	const { view } = layout;
	const dialog = dialogRange(layout);
	const isHere = ({ id }: ElementView) => dialog === undefined || isIn(dialog, layout.nodeOf.get(id)?.order ?? -1);
	const all = [...view.elements.values()].filter(
		(element) =>
			(field?.role === "slider" ? takesValue(element) : isTextField(element)) &&
			!isDisabled(element) &&
			!element.states.has("readonly") &&
			scene.isFree(element) &&
			isHere(element),
	);
	const at = [scene.referent, scene.field].map((one) =>
		one?.id !== undefined && one.epoch === view.epoch ? view.elements.get(one.id) : undefined,
	);
	const known = part === 0 ? at.find((element) => element !== undefined && all.includes(element)) : undefined;
	const focused = view.focus === undefined ? undefined : all.find(({ id }) => id === view.focus);
	const isUsed = (element: ElementView) => scene.failures === 0 && scene.done.includes(`filled ${element.id}`);
	if (known !== undefined && !isUsed(known)) return { kind: "one", element: known };
	if (part === 0 && focused !== undefined && (!isSearchField(focused) || scene.referent?.id === focused.id))
		return { kind: "one", element: focused };
	const own = all.filter((element) => !isSearchField(element));
	const form = formOf(scene);
	const near = own.filter((element) => form !== undefined && element.form === form);
	const candidates = near.length > 0 ? near : own;
	const roled = field?.role === "slider" ? candidates.filter(({ type }) => /^(?:range|slider|spinbutton|number)$/.test(type)) : candidates;
	const empty = roled.filter((element) => valueOf(element) === "" && !element.states.has("filled") && !isUsed(element));
	const wanted = field ?? { text: "", name: "", isQuoted: false, role: "field", places: [] };
	const [only, ...others] = roled.length === 1 ? roled : empty;
	if (only === undefined) return { kind: "missing", target: wanted, near: [] };
	// A list of values goes into unnamed fields in order; one value alone has to have one field.
	if (others.length > 0 && !isInOrder && roled.some((element) => namesOf(layout, element).length > 0))
		return { kind: "tied", target: wanted, elements: empty };
	return { kind: "one", element: only };
}

/** Sends what was filled in: by the one button of its form, else with Enter in its last field. */
export function sendMove(scene: Scene): Move {
	const { layout, field } = scene;
	const last = field?.id === undefined || field.epoch !== layout.view.epoch ? undefined : layout.view.elements.get(field.id);
	if (last === undefined) return stuck("I cannot tell which form is to be sent");
	const button = submitOf(last, scene);
	if (button.kind === "one") return clickOn(button.element, scene, { thought: `I send it with ${calledOf(layout, button.element)}.` });
	if (button.kind === "tied")
		return { kind: "tied", target: { text: "send", name: "", isQuoted: false, role: "button", places: [] }, elements: button.elements };
	if (last.type === "textarea" || last.type === "editable")
		return stuck(`I see no button that sends ${calledOf(layout, last)}`, "impossible");
	return {
		kind: "act",
		action: { name: "press", id: last.id, keys: "Enter" },
		thought: `I press Enter in ${calledOf(layout, last)}.`,
		expect: { kind: "any_change" },
		target: last,
		then: "next",
	};
}

/** The button that sends the form of a field: the only one of the form that submits, or stands right behind the field. */
export function submitOf(
	field: ElementView,
	{ layout }: Pick<Scene, "layout">,
):
	| { readonly kind: "one"; readonly element: ElementView }
	| { readonly kind: "tied"; readonly elements: readonly ElementView[] }
	| { readonly kind: "none" } {
	const all = [...layout.view.elements.values()].filter(({ type }) => type === "button" || type === "submit");
	const own = field.form === undefined ? all.filter(({ form }) => form === undefined) : all.filter(({ form }) => form === field.form);
	const submits = own.filter(({ states }) => states.has("submit"));
	const behind = field.form === undefined ? own.filter((button) => isRightBehind(field, button, layout)) : own;
	const [only, ...others] =
		submits.length > 0 ? submits : behind.length > 0 || field.form !== undefined ? behind : own.length === 1 ? own : [];
	// An icon that says that it sends, the only one on the page.
	const icons =
		all.length > 0 || field.form === undefined
			? [...layout.view.elements.values()].filter(
					(one) =>
						isClickable(one) && !takesValue(one) && namesOf(layout, one).some((name) => /^(?:send|submit|post)(?!\p{L})/iu.test(name)),
				)
			: [];
	const [icon] = icons;
	if (only === undefined)
		return field.form === undefined && icons.length === 1 && icon !== undefined ? { kind: "one", element: icon } : { kind: "none" };
	return others.length === 0 ? { kind: "one", element: only } : { kind: "tied", elements: [only, ...others] };
}

/** True for the first button behind a field that belongs to no form, with no other field between them. */
function isRightBehind(field: ElementView, button: ElementView, { nodes, nodeOf }: Scene["layout"]): boolean {
	const [from, to] = [nodeOf.get(field.id)?.order ?? -1, nodeOf.get(button.id)?.order ?? -1];
	if (from === -1 || to <= from || to - from > 4) return false;
	return nodes.slice(from + 1, to).every(({ element }) => element === undefined || (!takesValue(element) && element.type !== "button"));
}

/** Picks a day in the calendar that a field opens: opens it, turns the months, presses the day. */
function dayMove(element: ElementView, day: string, scene: Scene): Move {
	const { layout } = scene;
	const [year = "", month = "", date = ""] = day.split("-");
	const names = "january february march april may june july august september october november december".split(" ");
	const shown = layout.nodes.flatMap(({ text, order }) => {
		const read = /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/i.exec(text);
		return read === null || text.length > 30 ? [] : [{ month: names.indexOf(read[1]?.toLowerCase() ?? "") + 1, order, text }];
	})[0];
	const days = [...layout.view.elements.values()].filter(
		({ name, type, id }) =>
			/^\d{1,2}$/.test(name) &&
			(type === "a" || type === "button" || type === "gridcell" || type === "td") &&
			shown !== undefined &&
			(layout.nodeOf.get(id)?.order ?? -1) > shown.order,
	);
	if (shown === undefined || days.length < 28) {
		if (scene.done.includes("calendar")) return stuck(`${calledOf(layout, element)} shows no calendar that I can read`, "impossible");
		return clickOn(element, scene, {
			thought: `I open the calendar of ${calledOf(layout, element)}.`,
			then: "again",
			key: "calendar",
			field: referentTo(layout, element),
		});
	}
	const shownYear = Number(/\b(\d{4})\b/.exec(`${shown.text} ${layout.nodes[shown.order + 1]?.text ?? ""}`)?.[1] ?? year);
	const apart = (Number(year) - shownYear) * 12 + Number(month) - shown.month;
	if (apart === 0) {
		const one = days.find(({ name, states }) => Number(name) === Number(date) && !states.has("disabled"));
		return one === undefined
			? stuck(`${quoted(day)} cannot be chosen in ${calledOf(layout, element)}`, "impossible")
			: clickOn(one, scene, { thought: `I choose ${quoted(day)}.` });
	}
	const way = apart > 0 ? /^(?:next|next month|›|»|>)$/i : /^(?:prev(?:ious)?|prev(?:ious)? month|‹|«|<)$/i;
	const arrow = [...layout.view.elements.values()].find((one) => namesOf(layout, one).some((name) => way.test(name.trim())));
	if (arrow === undefined || Math.abs(apart) > 36) return stuck(`I see no way to the month of ${quoted(day)}`, "impossible");
	return clickOn(arrow, scene, { thought: `I turn the calendar to ${apart > 0 ? "the next" : "the previous"} month.`, then: "again" });
}
