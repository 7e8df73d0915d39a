import type { DragTarget } from "@webhand/contracts/action/grammar";
import { isDenying } from "@webhand/lexicon/denials";
import { fold, splitWords, wordSet } from "@webhand/lexicon/text";
import type { ElementView, LinePart, PageView } from "@webhand/page/parse/view";
import { rowOf, subtree } from "../facts/lines.ts";
import { isField, isPressable, isRow, isSlider, isTextual, isToggle } from "../facts/roles.ts";
import { formOf } from "../facts/target.ts";
import { classifyCommit, classifyDeletion, fullLabelOf, isDestructive, isPayButton, isUnlabeled, paysAtOnce } from "./commit-risk.ts";
import { isFormlessButton, isHarmless, pressKey } from "./harmless.ts";
import { saysUnsaid } from "./leaks.ts";
import { classifyLink } from "./navigate.ts";
import type { ActionFacts, Classification, TaskFacts } from "./risk.ts";
import { classification, mostSevere } from "./risk.ts";
import { deedWordIn, labelPays, mentionsPaying, wordsOf } from "./words.ts";

/** A click, or a key that acts as one. On a checkout page every click commits. */
export function classifyClick(facts: ActionFacts): Classification {
	return isCheckout(facts.page.url) ? classifyCommit(facts, ["checkout_page"]) : classifyPress(facts);
}

/** What pressing the target does by its own facts, on any page. */
export function classifyPress(facts: ActionFacts): Classification {
	const { page, target, task } = facts;
	if (target === undefined) return classification("fill");
	const label = fullLabelOf(target, page);
	if (saysPaying(target, label)) return classifyCommit(facts, ["pay_word"]);
	if (wordsOf("destructive", label).length > 0) return classifyCommit(facts, ["destructive_word"]);
	if (submitsForm(target, page)) return classifyCommit(facts, ["submits"]);
	if (target.type === "file") return classification("upload", "upload");
	if (isPayButton(target, page)) return classifyCommit(facts, ["pay_word"]);
	if (target.type === "a" || target.href !== undefined) return classifyLink(target, facts);
	if (isField(target.type)) return takesEffectAtOnce(target, label) ? classifyCommit(facts, ["commit_word"]) : classification("fill");
	if (!folds(target) ? wordsOf("commit", label).length > 0 : deedWordIn(target.name || target.content) !== undefined)
		return classifyCommit(facts, ["commit_word"]);
	if (isUnlabeled(target, page)) return classifyCommit(facts, ["nameless"]);
	if (endsEntry(target, page)) return classifyCommit(facts, ["commit_word"]);
	if (!isFormlessButton(target) || isHarmless(target, page)) return classification("fill");
	const isKnown = task.allowedPresses?.includes(pressKey(target, page)) === true;
	return isKnown || isNamedByPerson(target, task) ? classification("fill") : classification("press_unknown", "unknown_button");
}

/** True for a control that says whether a part of the page is folded: it only opens or closes that part. */
const folds = ({ states }: ElementView) => states.has("expanded") || states.has("collapsed");

/**
 * True for a label that speaks of paying (spec 003). What only opens a part of the page, and a link that leads elsewhere, may be called after
 * ways to pay: "Payment methods".
 */
function saysPaying(target: ElementView, label: string): boolean {
	if (target.type === "tab" || target.type === "summary") return paysAtOnce(label);
	return folds(target) || target.href !== undefined ? labelPays(label) : mentionsPaying(label);
}

/** HTML calls each plain button a submit; without a form it sends nothing. A snapshot does not say which forms there are. */
function submitsForm({ type, states, form, attributes }: ElementView, page: PageView): boolean {
	if (!states.has("submit") && type !== "submit") return false;
	return page.mode !== "html" || form !== undefined || attributes.has("method");
}

const cancels = /^(?:cancel|abbrechen|annuler|cancelar|anular|annulla|отменить|отмена|取消|キャンセル)$/u;

/** "Cancel" beside an order or a booking cancels that; beside a field it leaves the field as it was. */
function endsEntry({ type, name, line }: ElementView, page: PageView): boolean {
	const row = type === "button" && cancels.test(fold(name)) ? rowOf(line, page) : undefined;
	if (row === undefined) return false;
	const { from, to } = subtree(row.index, page);
	return ![...page.elements.values()].some((element) => element.line >= from && element.line < to && isField(element.type));
}

/** The person said each word of it: they know the button. Where a page gave orders, it may have chosen those words. */
function isNamedByPerson({ name, content, states }: ElementView, task: ActionFacts["task"]): boolean {
	if (task.isTainted || states.has("unseen") || !/\p{L}/u.test(name)) return false;
	const { query, notes = [], secrets = [] } = task;
	return !saysUnsaid(`${name} ${content}`, { query: withoutDenied(query), notes: notes.filter((note) => !denies(note)), secrets });
}

/** "Look at it, do not launch it" names no button that launches. After a comma the denial may go on. */
function withoutDenied(text: string): string {
	const clauses = text.split(/[.;!?\n]+|(?<!\p{L})(?:but|then|aber|dann|mais|puis|pero|luego|но|затем)(?!\p{L})/iu);
	return clauses.filter((clause) => !denies(clause)).join(" ");
}

const denies = (text: string) => isDenying(fold(text), splitWords(fold(text)));

/** A switch, and a tick without a form, acts at once; in a form it is the sending that counts. */
function takesEffectAtOnce({ type, form }: ElementView, label: string): boolean {
	return (type === "switch" || (form === undefined && isToggle(type))) && wordsOf("grant", label).length > 0;
}

/** The same for another element than the target of the action. */
function classifyPressOf(target: ElementView, { page, task }: ActionFacts): Classification {
	return classifyPress({ page, task, target, form: formOf(target, page) });
}

/**
 * A click at a point. On a control without inner controls it is a plain click. Elsewhere it may press something that the page text does not
 * show, or any control inside.
 */
export function classifyClickAt(point: { readonly x: number; readonly y: number }, facts: ActionFacts): Classification {
	const { page, target } = facts;
	if (target === undefined) return classifyCommit(facts, ["at_point"]);
	if (isOutside(point, target)) return classification("refused", "outside_element");
	const inside = controlsInside(target, page);
	const isLeaf = inside.length === 0 && (isTextual(target.type) || (isPressable(target.type) && !pictures.has(target.type)));
	if (isLeaf) return classifyClick(facts);
	return mostSevere(classifyCommit(facts, ["at_point"]), classifyClick(facts), ...protectedRisks(inside, facts));
}

/** The classifications that ask in every mode, of controls of which any may be pressed. Their links do not count. */
export function protectedRisks(elements: readonly ElementView[], facts: ActionFacts): readonly Classification[] {
	return elements
		.slice(0, maxPressed)
		.map(({ href: _, ...element }) => classifyPressOf(element, facts))
		.filter(({ class: name }) => name === "commit_protected" || name === "upload");
}

/** A bound on work. */
const maxPressed = 1_000;
/** These may hold more than the page text shows. */
const pictures = wordSet("image shape box row cell treeitem");

function isOutside({ x, y }: { readonly x: number; readonly y: number }, target: ElementView): boolean {
	const size = /^(\d+)x(\d+)$/.exec(target.attributes.get("size") ?? "");
	return x < 0 || y < 0 || (size !== null && (x > Number(size[1]) || y > Number(size[2])));
}

/** On these pages every click and every key commits (spec 003). */
export function isCheckout(url: string): boolean {
	return /checkout|payment/i.test(url);
}

/** A drag: it may end as a click on its start, it uses the control it ends on, and it may end on a bin. */
export function classifyDrag(to: DragTarget, facts: ActionFacts): Classification {
	const { page, target } = facts;
	if (target === undefined) return classification("fill");
	const own = isDestructive(target, facts) ? [classifyCommit(facts, ["destructive_word"])] : [];
	const onto = to.kind === "offset" ? undefined : page.elements.get(to.id);
	const drops = onto === undefined || onto === target ? [] : classifyDrop(onto, facts);
	const isBinned = onto === undefined ? to.kind === "offset" && mayEndOnBin(to, target, page) : onto !== target && isBin(onto);
	const deletions = isBinned ? [classifyDeletion(target, facts)] : [];
	return mostSevere(classification("fill"), ...own, ...classifyDragEnd(target, to, facts), ...classifySlide(facts), ...drops, ...deletions);
}

/** True for a drag by a distance that may end on a bin; where the page gives no places, any bin counts. A slider stays where it is. */
function mayEndOnBin({ dx, dy }: Extract<DragTarget, { readonly kind: "offset" }>, target: ElementView, page: PageView): boolean {
	if (isSlider(target.type) || (dx === 0 && dy === 0)) return false;
	const from = rectangleOf(target);
	return [...page.elements.values()].filter(isBin).some((bin) => {
		const onto = rectangleOf(bin);
		if (bin === target || from === undefined || onto === undefined) return bin !== target;
		const overlaps = (axis: 0 | 1, by: number) => from.to[axis] + by >= onto.from[axis] && from.from[axis] + by <= onto.to[axis];
		return overlaps(0, dx) && overlaps(1, dy);
	});
}

type Rectangle = { readonly from: readonly [number, number]; readonly to: readonly [number, number] };

/** The place of a drawn thing, from its `at=` and `size=`. */
function rectangleOf({ attributes }: ElementView): Rectangle | undefined {
	const at = /^(-?[\d.]+),(-?[\d.]+)$/.exec(attributes.get("at") ?? "");
	const size = /^([\d.]+)x([\d.]+)$/.exec(attributes.get("size") ?? "");
	if (at === null || size === null) return undefined;
	const [x, y] = [Number(at[1]), Number(at[2])];
	return { from: [x, y], to: [x + Number(size[1]), y + Number(size[2])] };
}

/** The click of a drag that ends on its start, for certain or, by its distance, maybe. */
function classifyDragEnd(target: ElementView, to: DragTarget, facts: ActionFacts): readonly Classification[] {
	if (to.kind !== "offset") {
		const onto = facts.page.elements.get(to.id);
		const isInside = onto !== undefined && controlsInside(target, facts.page).includes(onto);
		if (onto !== target && !isInside) return [];
		return [to.kind === "points" ? classifyClickAt(to, facts) : classifyClick(facts)];
	}
	if (to.dx === 0 && to.dy === 0) return [classifyClick(facts)];
	const size = /^(\d+)x(\d+)$/.exec(target.attributes.get("size") ?? "");
	const isFar = size !== null && (Math.abs(to.dx) >= Number(size[1]) || Math.abs(to.dy) >= Number(size[2]));
	return isFar || !isPressable(target.type) ? [] : [classifyPress(facts)];
}

/** "Slide to pay": at its end a slider does what its label says. */
function classifySlide(facts: ActionFacts): readonly Classification[] {
	return isSlider(facts.target?.type ?? "") ? [classifyPress(facts)] : [];
}

const bins =
	/^(?:(?:the )?(?:trash|recycle bin|bin|garbage|wastebasket)(?: can)?|papierkorb|corbeille|papelera|cestino|lixeira|корзина|回收站|垃圾箱|ゴミ箱|🗑\uFE0F?|🚮)$/u;

function isBin({ name, content, attributes }: ElementView): boolean {
	return [name, content, attributes.get("hint") ?? ""].some((text) => bins.test(fold(text)));
}

/** Dropping on a control does what its label says, if that pays or destroys: saving and sending need a click. */
function classifyDrop(onto: ElementView, facts: ActionFacts): readonly Classification[] {
	return [onto, ...controlsInside(onto, facts.page)]
		.map((element) => classifyPressOf(element, facts))
		.filter(({ reasons }) => reasons.some((reason) => reason === "destructive_word" || reason === "pay_word"));
}

/** The controls inside another one at any depth: in its content, its region (a section, a frame), its row. None in a snapshot. */
export function controlsInside(target: ElementView, page: PageView): readonly ElementView[] {
	const { from, to } = subtree(target.line, page);
	const isRegion = page.lines[target.line]?.id === target.id;
	// A row holds its own line; of a region the lines inside are what it holds.
	const inside = isRow(target.type) ? page.lines.slice(from, to) : isRegion ? page.lines.slice(from + 1, to) : [];
	const ids = new Set([...idsIn(target.parts, page), ...inside.flatMap(({ cells }) => cells.flatMap((cell) => idsIn(cell, page)))]);
	ids.delete(target.id);
	return [...ids].flatMap((id) => page.elements.get(id) ?? []);
}

function idsIn(parts: readonly LinePart[], page: PageView): readonly number[] {
	return parts.flatMap((part) => (part.kind === "text" ? [] : [part.id, ...idsIn(page.elements.get(part.id)?.parts ?? [], page)]));
}

/** What a person reads in one question: further names, and characters of each. A longer name would be cut, and could hide something. */
const [mostBeside, maxName] = [5, 40];
/** A larger group is a list, and takes long to judge. */
const maxGroup = 50;

/**
 * The other unknown buttons in the line of a button and in the neighbouring lines of buttons alone: one question names them all. None where
 * they are too many to read, or where a page gave orders.
 *
 * @throws never
 */
export function unknownBeside(target: ElementView, page: PageView, task: TaskFacts): readonly ElementView[] {
	if (task.isTainted) return [];
	const lines = groupOf(target, page);
	const near = [...page.elements.values()].filter((one) => one.id !== target.id && lines.has(one.line));
	if (near.length > maxGroup) return [];
	const unknown = near.filter(
		(one) => classifyPress({ page, task, target: one, form: undefined }).class === "press_unknown" && one.name !== target.name,
	);
	const isReadable = unknown.length <= mostBeside && unknown.every((one) => one.name.length <= maxName && saysOnlyItsName(one, page));
	return isReadable ? unknown : [];
}

/** False for a button whose name leaves out a part: a hint, or the question of the dialog that it answers. */
function saysOnlyItsName(button: ElementView, page: PageView): boolean {
	return fullLabelOf(button, page)
		.split(" | ")
		.every((part) => part.trim() === "" || part.trim() === button.name);
}

/** The line of a button, and its neighbours of nothing but buttons. */
function groupOf({ line }: ElementView, { lines, elements }: PageView): ReadonlySet<number> {
	const own = lines[line];
	const isOfButtons = (index: number) => {
		const parts = lines[index]?.cells.flat() ?? [];
		const isAlike = lines[index]?.parent === own?.parent && lines[index]?.kind === own?.kind;
		return isAlike && parts.length > 0 && parts.every((part) => part.kind === "element" && elements.get(part.id)?.type === "button");
	};
	const found = new Set([line]);
	if (!isOfButtons(line)) return found;
	for (const step of [-1, 1]) for (let at = line + step; isOfButtons(at); at += step) found.add(at);
	return found;
}
