import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import type { Range } from "../page/layout.ts";
import { nodesIn } from "../page/layout.ts";
import { calledOf, namesOf } from "../page/names.ts";
import { blocksOf, mainList } from "../page/places.ts";
import { canBeOn, isClickable, isDisabled, isList, isRadio, isToggle, takesValue } from "../page/roles.ts";
import { gradeOf, grades, quoted } from "../page/text.ts";
import { selectsRow } from "./choose.ts";
import { submitOf } from "./fill.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, formOf, locate, oneOf, target as plain, referentTo, stuck, unresolved } from "./move.ts";
import { namedMove } from "./named.ts";
import { setToggle } from "./set.ts";

type Click = Extract<Intent, { readonly kind: "click" }>;
const mostRepeats = 20;

/** Clicks the one control that is called so; "until" repeats it at most twenty times, until the text is there. */
export function clickMove({ target, how, until }: Click, scene: Scene): Move {
	const { layout } = scene;
	if (until !== undefined && isMet(layout.view.lines, until, layout)) return { kind: "end" };
	if (until !== undefined && scene.done.length >= mostRepeats)
		return stuck(
			`I clicked ${quoted(target.text)} ${mostRepeats} times, and ${quoted(until.text)} ${until.isGone ? "is still there" : "did not appear"}`,
			"impossible",
		);
	const all = target.isAll === true ? allOf(target, scene) : undefined;
	if (all !== undefined) return clickAll(all, scene);
	if (scene.part > 0 && until === undefined) return { kind: "end" };
	const found = locate(target, scene, isClickable);
	if (found.kind !== "one") return instead(target, scene) ?? unresolved(target, found);
	const { element } = found;
	if (until !== undefined && isDisabled(element))
		return stuck(
			`${calledOf(layout, element)} leads no further, and ${quoted(until.text)} ${until.isGone ? "is still there" : "did not appear"}`,
			"impossible",
		);
	if (until !== undefined)
		return clickOn(element, scene, {
			then: "again",
			key: `click ${scene.done.length}`,
			expect: until.isGone ? { kind: "text_gone", text: until.text } : { kind: "text_appears", text: until.text },
		});
	if (how === "single") return clickOn(element, scene);
	const kind = how;
	return clickOn(element, scene, {
		action: { name: "click", id: element.id, kind },
		thought: `I ${kind === "double" ? "double-click" : "right-click"} ${calledOf(layout, element)}.`,
		expect: { kind: "any_change" },
	});
}

/** True where the page shows the text of a condition, or does not any more. */
export function isMet(
	lines: readonly { readonly text: string; readonly kind: string }[],
	{ text, isGone }: { readonly text: string; readonly isGone: boolean },
	{ phrase, view }: Scene["layout"],
): boolean {
	const wanted = phrase(text).folded;
	const isThere =
		lines.some((line) => line.kind !== "collapsed" && line.text.toLowerCase().includes(wanted)) ||
		view.alerts.some((alert) => alert.toLowerCase().includes(wanted));
	return isThere !== isGone;
}

/** "Submit" that is no name but what the one button of the form does; a row or card that is pressed by its ordinal. */
function instead(target: Target, scene: Scene): Move | undefined {
	const { layout } = scene;
	if (/^submit$/i.test(target.name) && target.places.length === 0) {
		const field =
			scene.field?.id === undefined || scene.field.epoch !== layout.view.epoch ? undefined : layout.view.elements.get(scene.field.id);
		const all = [...layout.view.elements.values()].filter(
			({ states, form }) => states.has("submit") && (field === undefined || form === formOf(scene)),
		);
		const [only] = all;
		if (all.length === 1 && only !== undefined) return clickOn(only, scene);
		const button = field === undefined ? undefined : submitOf(field, scene);
		if (button?.kind === "one" && button.element.states.has("submit")) return clickOn(button.element, scene);
	}
	if ((target.role === "row" || target.role === "item") && target.places.length === 0) return blockMove(target, scene);
	if (target.isQuoted || target.name === "" || target.places.length > 0) return undefined;
	// "Click the blue kettle", where its card has one link.
	return target.role === undefined && target.ordinal === undefined ? blockMove(target, scene) : undefined;
}

/** Presses the one link or button of a row or card. */
function blockMove(target: Target, scene: Scene): Move | undefined {
	const [block, ...others] = blocksOf(scene.layout, target, scene.referent);
	const opener = block === undefined || others.length > 0 ? undefined : titleControl(block, scene);
	return opener === undefined ? undefined : clickOn(opener, scene);
}

/** What opens a row or card: its only control, else its only link, else the link in its title or first text. */
export function titleControl(block: Range, { layout, isFree }: Scene): ElementView | undefined {
	const nodes = nodesIn(layout, block);
	const group = layout.groups.find(({ blocks }) => blocks.some(({ from }) => from === block.from));
	const other = group?.blocks.find(({ from }) => from !== block.from);
	const repeated = new Set(
		other === undefined
			? []
			: nodesIn(layout, other).flatMap(({ element }) => (element === undefined ? [] : [element.content || element.name])),
	);
	// What is called alike in each row does something, unless it says that it shows more.
	const isRepeated = ({ content, name }: ElementView) =>
		repeated.has(content || name) && (content || name) !== "" && !opening.test(name) && !opening.test(content);
	const controls = nodes.flatMap(({ element }) =>
		element !== undefined && isClickable(element) && !canBeOn(element) && !takesValue(element) && isFree(element) && !isRepeated(element)
			? [element]
			: [],
	);
	const [only] = controls;
	if (controls.length === 1 && only !== undefined && !isDeed(only)) return only;
	const links = controls.filter(({ type, href }) => type === "a" || href !== undefined);
	if (links.length === 1) return links[0];
	const titled = nodes
		.filter(({ element, line }) => element !== undefined && links.includes(element) && layout.view.lines[line]?.kind === "heading")
		.flatMap(({ element }) => element ?? []);
	if (titled.length === 1) return titled[0];
	const targets = new Set(links.map(({ href }) => href));
	if (targets.size === 1 && links[0]?.href !== undefined) return links[0];
	const showing = controls.filter((element) => namesOf(layout, element).some((name) => opening.test(name)));
	if (showing.length === 1) return showing[0];
	// The row itself may be pressed, as the lists of many applications are.
	const around = controls.filter(
		({ id, type }) =>
			/^(?:row|tr|option|treeitem|listitem|li|gridcell|article|div|span|summary)$/.test(type) &&
			nodes.some(({ inside }) => inside.includes(id)),
	);
	if (around.length === 1) return around[0];
	return links[0] !== undefined && nodes.find(({ element }) => element !== undefined && !canBeOn(element))?.element === links[0]
		? links[0]
		: undefined;
}

const opening = /^(?:open|view|show|see|details?|read more|more info(?:rmation)?)(?!\p{L})/iu;

const isDeed = ({ type, states, name }: ElementView): boolean =>
	(type === "button" && !/^(?:open|view|show|details?)(?!\p{L})/iu.test(name) && !states.has("collapsed")) || states.has("submit");

/** All controls that a target names, in reading order. */
function allOf(target: Target, scene: Scene): readonly ElementView[] {
	const one = locate({ ...target, isAll: true }, { ...scene, chosen: undefined }, isClickable);
	return one.kind === "one" ? [one.element] : one.kind === "tied" ? one.elements : [];
}

function clickAll(all: readonly ElementView[], scene: Scene): Move {
	const next = all.find(({ id }) => !scene.done.includes(`clicked ${id}`));
	if (all.length === 0) return { kind: "missing", target: plain(""), near: [] };
	return next === undefined ? { kind: "end" } : clickOn(next, scene, { then: "again", key: `clicked ${next.id}` });
}

/** Ticks what is named, one a turn; "all" means every box of the place that it names. */
export function tickMove({ targets, isOn }: Extract<Intent, { readonly kind: "tick" }>, scene: Scene): Move {
	const { layout } = scene;
	const [first] = targets;
	if (first?.isAll === true && targets.length === 1) {
		const found = locate({ ...first, role: first.role ?? "checkbox" }, { ...scene, chosen: undefined }, isToggle);
		const boxes = found.kind === "one" ? [found.element] : found.kind === "tied" ? found.elements : [];
		if (boxes.length === 0 && found.kind === "none") return unresolved(first, found);
		const next = boxes.find((box) => box.states.has("checked") !== isOn && !isDisabled(box));
		const move = next === undefined ? ({ kind: "end" } as const) : setToggle(next, isOn, scene);
		return move.kind === "act" ? { ...move, then: "again" } : move;
	}
	const target = targets[scene.part];
	if (target === undefined) return { kind: "end" };
	const found = locate(target, scene, canBeOn);
	if (found.kind === "one") return setToggle(found.element, isOn, scene);
	if (found.kind === "tied") return unresolved(target, found);
	const boxes = blocksOf(layout, target, scene.referent).map((block) =>
		nodesIn(layout, block).flatMap(({ element }) => (element !== undefined && (isToggle(element) || isRadio(element)) ? [element] : [])),
	);
	const [box, ...others] = boxes[0] ?? [];
	if (boxes.length === 1 && box !== undefined && others.length === 0 && selectsRow(box, target, scene)) return setToggle(box, isOn, scene);
	// "Disable Bob": a button of his row is called by the verb.
	const verb = /^\p{L}+/u.exec(scene.clause)?.[0] ?? "";
	const named = /^(?:enable|disable|activate|deactivate|pause|resume|mute|unmute)$/i.test(verb)
		? namedMove({ kind: "named", verb, phrase: verb, object: target }, scene)
		: undefined;
	if (named !== undefined && named.kind === "act") return named;
	const boxed =
		boxes.length > 1 && boxes.every((some) => some.length === 1 && some.every((one) => selectsRow(one, target, scene)))
			? oneOf(boxes.flat(), scene)
			: undefined;
	if (boxed !== undefined) return setToggle(boxed, isOn, scene);
	return boxes.length > 1 && boxes.every(({ length }) => length === 1)
		? { kind: "tied", target, elements: boxes.flat() }
		: unresolved(target, found);
}

export function hoverMove(target: Target, scene: Scene): Move {
	if (scene.part > 0) return { kind: "end" };
	const found = locate(target, scene, () => true);
	if (found.kind !== "one") return unresolved(target, found);
	const { element } = found;
	return {
		kind: "act",
		action: { name: "hover", id: element.id },
		thought: `I point at ${calledOf(scene.layout, element)}.`,
		expect: { kind: "any_change" },
		target: element,
		then: "next",
		referent: referentTo(scene.layout, element),
	};
}

/** Opens a thing: a link, tab, menu or section called so, or the row, result or message by what opens it; what is only selected is not open. */
export function openMove(target: Target, scene: Scene): Move {
	const { layout } = scene;
	if (scene.part > 0) return { kind: "end" };
	const isListed = target.role === "row" || target.role === "item";
	const wanted = layout.phrase(target.name);
	// A button whose longer name holds the words does something of its own: "Order H-9 again".
	const isShowing = (element: ElementView) =>
		element.type !== "button" ||
		element.states.has("collapsed") ||
		element.states.has("expanded") ||
		namesOf(layout, element).some(
			(name) =>
				gradeOf(wanted, layout.phrase(name), true) >= grades.folded ||
				/^(?:open|view|show|details?)(?!\p{L})/iu.test(name) ||
				/^(?:menu|page|tab|panel|list|dialog|options|settings|overview)$/.test(
					layout.phrase(name).words.slice(wanted.words.length).join(" "),
				),
		);
	const isOpener = (element: ElementView) =>
		isShowing(element) &&
		isClickable(element) &&
		!isToggle(element) &&
		!isRadio(element) &&
		(!takesValue(element) || isList(element) || element.type === "date");
	const own =
		target.places.length > 0 && target.role !== undefined
			? plain(target.name, { places: target.places, isQuoted: target.isQuoted })
			: target;
	const found = isListed && target.name === "" ? undefined : locate(own, scene, isOpener);
	if (found?.kind === "one") return openWith(found.element, scene);
	const dated = target.age === undefined ? undefined : blockByAge(target, scene);
	const anchor = target.name === "" && target.places.length === 1 && target.ordinal === undefined ? target.places[0]?.anchor : undefined;
	const blocks =
		target.age === undefined
			? blocksOf(layout, anchor === undefined || anchor.name === "" ? target : anchor, scene.referent)
			: dated === undefined
				? []
				: [dated];
	const [block, ...others] = blocks;
	if (block !== undefined && others.length === 0) {
		const opener = titleControl(block, scene);
		return opener === undefined ? stuck(`I see nothing that opens ${quoted(target.text || "it")}`) : openWith(opener, scene);
	}
	const openers = blocks.flatMap((one) => titleControl(one, scene) ?? []);
	const chosen = oneOf(openers, scene);
	if (chosen !== undefined) return openWith(chosen, scene);
	if (openers.length > 1) return { kind: "tied", target, elements: openers };
	return found !== undefined ? unresolved(target, found) : { kind: "missing", target, near: [] };
}

function openWith(element: ElementView, scene: Scene): Move {
	if (element.states.has("expanded") || (element.type === "tab" && element.states.has("selected")))
		return { kind: "pass", referent: referentTo(scene.layout, element) };
	const isAgain = scene.failures > 0 && element.href === undefined;
	const thought = `I open ${calledOf(scene.layout, element)}.`;
	return isAgain
		? clickOn(element, scene, { action: { name: "click", id: element.id, kind: "double" }, thought, expect: { kind: "any_change" } })
		: clickOn(element, scene, { thought });
}

/** The row with the newest or oldest day, where each row has one. */
function blockByAge(target: Target, { layout, now }: Scene): Range | undefined {
	const blocks = mainList(layout, { ...target, name: "" })?.blocks ?? [];
	const times = blocks.map((block) => nodesIn(layout, block).flatMap(({ text }) => timeIn(text, now) ?? []));
	if (times.length === 0 || times.some(({ length }) => length !== 1)) return undefined;
	const sorted = blocks
		.map((block, at) => ({ block, time: times[at]?.[0] ?? 0 }))
		.sort((left, right) => (target.age === "newest" ? right.time - left.time : left.time - right.time));
	return sorted[0]?.time === sorted[1]?.time ? undefined : sorted[0]?.block;
}

function timeIn(text: string, now: Date): number | undefined {
	const iso = /\b(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/.exec(text);
	if (iso !== null) return Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), Number(iso[4] ?? 0), Number(iso[5] ?? 0));
	const ago = /^(\d+) (minute|min|hour|day|week|month|year)s? ago$/i.exec(text.trim());
	const minutes: Readonly<Record<string, number>> = { minute: 1, min: 1, hour: 60, day: 1_440, week: 10_080, month: 43_200, year: 525_600 };
	if (ago !== null) return now.getTime() - Number(ago[1]) * (minutes[ago[2]?.toLowerCase() ?? ""] ?? 0) * 60_000;
	const written = /^(?:\w{3},? )?(\d{1,2}\.? [A-Z][a-z]{2,8}\.?,? \d{4}|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4})(?:,? \d{1,2}:\d{2})?$/.exec(
		text.trim(),
	);
	const parsed = written === null ? Number.NaN : Date.parse(`${text.trim()} UTC`);
	return Number.isNaN(parsed) ? undefined : parsed;
}
