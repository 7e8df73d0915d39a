import type { DragTarget } from "@webhand/contracts/action/grammar";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isPressed } from "../../kinds.ts";
import { isDestructive } from "../deeds.ts";
import { fold } from "../words.ts";
import type { Classified, Facts } from "./class.ts";
import { gravest, plain } from "./class.ts";
import { clicking, clickingAt, pressed, pressedAt } from "./clicking.ts";
import { binning, committing } from "./committing.ts";
import { controlsInside } from "./inside.ts";

/** A drag: one that may end on what it began on is a click there, and what a thing is dropped upon is used. */
export function dragging(to: DragTarget, facts: Facts): Classified {
	const { page, target } = facts;
	if (target === undefined) return plain("fill");
	const own = isDestructive(target, facts) ? [committing(facts, ["destructive_word"])] : [];
	const onto = to.kind === "offset" ? undefined : page.elements.get(to.id);
	const dropped =
		onto === undefined || onto === target ? [] : [...droppedUpon(onto, facts), ...(isBin(onto) ? [binning(target, facts)] : [])];
	const thrown = to.kind === "offset" && mayEndOnBin(to, target, page) ? [binning(target, facts)] : [];
	return gravest(plain("fill"), ...own, ...ending(target, to, facts), ...sliding(facts), ...dropped, ...thrown);
}

/** Where the end of a drag by a distance is not told by places, it may be a bin that the page has. What slides stays where it is. */
function mayEndOnBin({ dx, dy }: Extract<DragTarget, { readonly kind: "offset" }>, target: ElementView, page: PageView): boolean {
	if (slides.has(target.type) || (dx === 0 && dy === 0)) return false;
	const from = rectangleOf(target);
	return [...page.elements.values()].filter(isBin).some((bin) => {
		const onto = rectangleOf(bin);
		if (bin === target || from === undefined || onto === undefined) return bin !== target;
		const isWithin = (axis: 0 | 1, by: number) => from.to[axis] + by >= onto.from[axis] && from.from[axis] + by <= onto.to[axis];
		return isWithin(0, dx) && isWithin(1, dy);
	});
}

type Rectangle = { readonly from: readonly [number, number]; readonly to: readonly [number, number] };

/** Where a thing that is drawn stands, from its `at=` and `size=`. */
function rectangleOf({ attributes }: ElementView): Rectangle | undefined {
	const at = /^(-?[\d.]+),(-?[\d.]+)$/.exec(attributes.get("at") ?? "");
	const size = /^([\d.]+)x([\d.]+)$/.exec(attributes.get("size") ?? "");
	if (at === null || size === null) return undefined;
	const [x, y] = [Number(at[1]), Number(at[2])];
	return { from: [x, y], to: [x + Number(size[1]), y + Number(size[2])] };
}

/** The click that it is when it ends on the thing itself, surely or, by its distance, maybe. */
function ending(target: ElementView, to: DragTarget, facts: Facts): readonly Classified[] {
	if (to.kind !== "offset") {
		const onto = facts.page.elements.get(to.id);
		const isInside = onto !== undefined && controlsInside(target, facts.page).includes(onto);
		if (onto !== target && !isInside) return [];
		return [to.kind === "points" ? clickingAt(to, facts) : clicking(facts)];
	}
	if (to.dx === 0 && to.dy === 0) return [clicking(facts)];
	const size = /^(\d+)x(\d+)$/.exec(target.attributes.get("size") ?? "");
	const isFar = size !== null && (Math.abs(to.dx) >= Number(size[1]) || Math.abs(to.dy) >= Number(size[2]));
	return isFar || !isPressed(target.type) ? [] : [pressed(facts)];
}

/** "Slide to pay": what a slider is called is done at its end. */
function sliding(facts: Facts): readonly Classified[] {
	return slides.has(facts.target?.type ?? "") ? [pressed(facts)] : [];
}

const slides: ReadonlySet<string> = new Set(["slider", "range"]);
const bins =
	/^(?:(?:the )?(?:trash|recycle bin|bin|garbage|wastebasket)(?: can)?|papierkorb|corbeille|papelera|cestino|lixeira|корзина|回收站|垃圾箱|ゴミ箱|🗑\uFE0F?|🚮)$/u;

function isBin({ name, content, attributes }: ElementView): boolean {
	return [name, content, attributes.get("hint") ?? ""].some((text) => bins.test(fold(text)));
}

/** Dropping on a thing uses it for what it is called; that it might save or send when it is clicked means nothing. */
function droppedUpon(onto: ElementView, facts: Facts): readonly Classified[] {
	return [onto, ...controlsInside(onto, facts.page)]
		.map((element) => pressedAt(element, facts))
		.filter(({ reasons }) => reasons.some((reason) => reason === "destructive_word" || reason === "pay_word"));
}
