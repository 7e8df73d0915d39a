import type { ElementView } from "@webhand/page/parse/view";
import { calledOf, namesOf } from "../page/names.ts";
import { quoted } from "../page/text.ts";
import type { Move, Scene } from "./move.ts";
import { act, clickOn, referentTo, stuck } from "./move.ts";

const months = "january february march april may june july august september october november december".split(" ");
const monthName = new RegExp(`\\b(${months.join("|")})\\b`, "i");
const ways = { next: /^(?:next|next month|›|»|>)$/i, previous: /^(?:prev(?:ious)?|prev(?:ious)? month|‹|«|<)$/i } as const;

/** Picks a day (`2026-03-05`) in the calendar that a field opens: opens it, turns its months, presses the day. */
export function dayMove(element: ElementView, day: string, scene: Scene): Move {
	const { layout, done } = scene;
	const called = calledOf(layout, element);
	const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
	const title = layout.nodes.find(({ text }) => text.length <= 30 && monthName.test(text));
	const isDay = ({ name, type, id }: ElementView) =>
		/^\d{1,2}$/.test(name) &&
		/^(?:a|button|gridcell|td)$/.test(type) &&
		(layout.nodeOf.get(id)?.order ?? -1) > (title?.order ?? Number.POSITIVE_INFINITY);
	const days = layout.elements.filter(isDay);
	if (title === undefined || days.length < 28) {
		if (done.includes("calendar")) return stuck(`${called} shows no calendar that I can read`, "impossible");
		return clickOn(element, scene, {
			thought: `I open the calendar of ${called}.`,
			then: "again",
			key: "calendar",
			field: referentTo(layout, element),
		});
	}
	const shown = months.indexOf(monthName.exec(title.text)?.[1]?.toLowerCase() ?? "") + 1;
	const shownYear = Number(/\b(\d{4})\b/.exec(`${title.text} ${layout.nodes[title.order + 1]?.text ?? ""}`)?.[1] ?? year);
	const apart = (year - shownYear) * 12 + month - shown;
	if (apart === 0) {
		const one = days.find(({ name, states }) => Number(name) === date && !states.has("disabled"));
		return one === undefined
			? stuck(`${quoted(day)} cannot be chosen in ${called}`, "impossible")
			: clickOn(one, scene, { thought: `I choose ${quoted(day)}.` });
	}
	const way = apart > 0 ? "next" : "previous";
	const arrow = layout.elements.find((one) => namesOf(layout, one).some((name) => ways[way].test(name.trim())));
	const word = layout.nodes.find(({ text, element: control }) => control === undefined && ways[way].test(text.trim()))?.text.trim();
	// A word that is no control gets a number when it is looked up.
	if (arrow === undefined && word !== undefined && !done.includes("find"))
		return act({ name: "find", what: word }, `I look for ${quoted(word)} on the page.`, {
			expect: { kind: "none" },
			then: "again",
			key: "find",
		});
	if (arrow === undefined || Math.abs(apart) > 36) return stuck(`I see no way to the month of ${quoted(day)}`, "impossible");
	return clickOn(arrow, scene, { thought: `I turn the calendar to the ${way} month.`, then: "again" });
}
