import type { ElementView } from "@webhand/page/parse/view";
import type { Finder } from "../../page/find/finder.ts";
import type { Spot } from "../../page/layout.ts";
import { isList } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Day } from "../../words/dates.ts";
import { monthName, monthOf, monthsBetween } from "../../words/dates.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, referentTo } from "../move.ts";
import { controlAt } from "../pin.ts";

/** A month that a calendar shows, and the order number of its heading. */
type ShownMonth = { readonly year: number; readonly month: number; readonly order: number };

/**
 * Picks a day in a calendar: opens it, reads the month it shows, goes forward or back until that is the one, then takes the day.
 *
 * @param field the date field that opens the calendar, if there is one
 */
export function dayMove(day: Day, field: ElementView | undefined, scene: Scene): Move {
	const { finder } = scene;
	const shown = shownMonth(finder, field);
	const wanted = `${day.day} ${monthName(day.month)} ${day.year}`;
	if (shown === undefined) {
		const opened = [1, 2].map((turn) => placeKey(`calendar ${turn} ${scene.memory.clause} ${scene.memory.part}`));
		const place = opened.find((one) => !scene.memory.visited.includes(one));
		if (field === undefined || place === undefined) return { kind: "stuck", reason: `I see no calendar in which to pick ${wanted}` };
		return {
			kind: "act",
			action: { name: "click", id: field.id },
			thought: `I open the calendar of ${calledOf(finder, field)} to pick ${wanted}.`,
			expect: { kind: "any_change" },
			then: "again",
			place,
			learned: { field: referentTo(finder, field) },
		};
	}
	const away = monthsBetween(shown, day);
	if (away !== 0) {
		const spot = turningSpot(finder, shown, away > 0);
		const at = spot === undefined ? undefined : controlAt(spot, scene);
		if (at === undefined)
			return {
				kind: "stuck",
				reason: `The calendar shows ${monthName(shown.month)} ${shown.year}, and I see no way to turn it to ${monthName(day.month)} ${day.year}`,
			};
		if (at.kind === "move") return at.move;
		const turn = at.element;
		return {
			kind: "act",
			action: { name: "click", id: turn.id },
			thought: `The calendar shows ${monthName(shown.month)} ${shown.year}; I turn it towards ${monthName(day.month)} ${day.year}.`,
			expect: { kind: "any_change" },
			then: "again",
		};
	}
	const cell = dayCell(finder, shown, day.day);
	if (cell === undefined) return { kind: "stuck", reason: `I do not see day ${day.day} in the calendar` };
	return {
		kind: "act",
		action: { name: "click", id: cell.id },
		thought: `I pick ${wanted}.`,
		expect: { kind: "any_change" },
		target: cell,
		then: "next",
	};
}

/** The first "March 2026" on the page, in one piece or as month and year side by side. */
function shownMonth(finder: Finder, field: ElementView | undefined): ShownMonth | undefined {
	for (const line of finder.view.lines) {
		const spots = finder.layout.spotsOfLine[line.index] ?? [];
		if (spots.some((spot) => spot.element !== undefined && spot.element.id === field?.id)) continue;
		const chosen = spots.flatMap((spot) =>
			spot.element !== undefined && isList(spot.element) ? [spot.element.attributes.get("value") ?? ""] : [],
		);
		const text = `${line.text} ${chosen.join(" ")}`;
		const found = /\b([A-Z][a-z]{2,8})\.?,?\s+(\d{4})\b/.exec(text);
		const month = found === null ? undefined : monthOf(found[1] ?? "");
		if (month !== undefined && text.length < 120) return { year: Number(found?.[2]), month, order: spots[0]?.order ?? 0 };
	}
	return undefined;
}

const forwards = /^(?:next|next month|forward|›|»|>|→|▶|chevron right|arrow right|right)$/i;
const backwards = /^(?:prev|previous|previous month|prev month|back|‹|«|<|←|◀|chevron left|arrow left|left)$/i;

function turningSpot(finder: Finder, shown: ShownMonth, isForward: boolean): Spot | undefined {
	const pattern = isForward ? forwards : backwards;
	const spots = finder.layout.spots.filter((spot) => {
		if (spot.element?.states.has("disabled")) return false;
		return [spot.text, spot.element?.content ?? "", spot.element?.attributes.get("hint") ?? ""].some((text) => pattern.test(text.trim()));
	});
	return spots.reduce<Spot | undefined>(
		(best, spot) => (best === undefined || Math.abs(spot.order - shown.order) < Math.abs(best.order - shown.order) ? spot : best),
		undefined,
	);
}

/** The control "15" below the month's heading; days of the month before stand first and count only from 20 on. */
function dayCell(finder: Finder, shown: ShownMonth, day: number): ElementView | undefined {
	const cells = finder.layout.spots.filter(
		(spot) =>
			spot.order > shown.order &&
			spot.element !== undefined &&
			!spot.element.states.has("disabled") &&
			new RegExp(`^0?${day}$`).test((spot.element.content || spot.element.name).trim()),
	);
	const first = finder.layout.spots.find(
		(spot) => spot.order > shown.order && spot.element !== undefined && /^0?1$/.test((spot.element.content || spot.element.name).trim()),
	);
	const inMonth = day >= 20 && first !== undefined ? (cells.find((spot) => spot.order > first.order) ?? cells[0]) : cells[0];
	return inMonth?.element;
}
