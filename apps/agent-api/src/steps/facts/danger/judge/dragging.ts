import type { DragTarget } from "@webhand/contracts/action/grammar";
import type { ElementView } from "@webhand/page/parse/view";
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
	if (target === undefined) return plain("C1");
	const own = isDestructive(target, facts) ? [committing(facts, ["destructive_word"])] : [];
	const onto = to.kind === "offset" ? undefined : page.elements.get(to.id);
	const dropped =
		onto === undefined || onto === target ? [] : [...droppedUpon(onto, facts), ...(isBin(onto) ? [binning(target, facts)] : [])];
	return gravest(plain("C1"), ...own, ...ending(target, to, facts), ...sliding(facts), ...dropped);
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
	const isSlider = facts.target?.type === "slider" || facts.target?.type === "range";
	return isSlider ? [pressed(facts)] : [];
}

const bins =
	/^(?:(?:the )?(?:trash|recycle bin|bin|garbage|wastebasket)(?: can)?|papierkorb|corbeille|papelera|cestino|lixeira|корзина|回收站|垃圾箱|ゴミ箱)$/u;

function isBin({ name, content, attributes }: ElementView): boolean {
	return [name, content, attributes.get("hint") ?? ""].some((text) => bins.test(fold(text)));
}

/** Dropping on a thing uses it for what it is called; that it might save or send when it is clicked means nothing. */
function droppedUpon(onto: ElementView, facts: Facts): readonly Classified[] {
	return [onto, ...controlsInside(onto, facts.page)]
		.map((element) => pressedAt(element, facts))
		.filter(({ reasons }) => reasons.some((reason) => reason === "destructive_word" || reason === "pay_word"));
}
