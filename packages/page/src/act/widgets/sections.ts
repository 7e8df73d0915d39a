import type { ActResult } from "../../execute/page-action.ts";
import type { Day } from "../../write/days.ts";
import { real } from "../dom/nodes.ts";
import { done, fail, refuse } from "../outcome.ts";
import { dayOf } from "./page-days.ts";
import { stateOf, stepTo } from "./stepper.ts";

/** How far up the parts of a date have a common ancestor. */
const levels = 4;
const part = "[role=spinbutton]";

/** The parts of a date field around one of them, or inside it; null for any other element. */
export function sectionsAround(target: Element): readonly Element[] | null {
	let around: Element | null = target;
	for (let level = 0; level <= levels && around !== null; level += 1) {
		const parts = [...real(around).querySelectorAll(part)];
		if (parts.length > 1) return parts;
		if (level === 0 && !real(target).matches(part)) return null;
		around = real(around).parentElement;
	}
	return null;
}

/** Writes a day into the parts of a date field, each known by how far its number goes. */
export async function fillSections(sections: readonly Element[], text: string): Promise<ActResult> {
	const day = dayOf(text);
	const parts = [...sections].flatMap((section) => {
		const unit = unitOf(section);
		return unit === undefined ? [] : [{ section, unit }];
	});
	const units = parts.map(({ unit }) => unit);
	if (day === undefined || new Set(units).size !== 3 || units.length !== 3)
		return refuse("BAD_VALUE", "The field has parts of its own; set each by its number");
	// The year comes first: a day may not exist in the year that stands there.
	const order = ["year", "month", "day"] as const;
	for (const unit of order) {
		const section = parts.find((each) => each.unit === unit)?.section;
		const result = section === undefined ? done : await stepTo(section, String(day[unit]), () => null);
		if (!result.success) return { ...result, isInert: false };
	}
	const isSame = parts.every(({ section, unit }) => stateOf(section).value === day[unit]);
	const value = parts.map(({ section }) => stateOf(section).text).join(" ");
	return isSame ? { ...done, actualState: { value: text } } : fail("NOT_TAKEN", `The field shows ${value}`, { value });
}

/** What a part stands for, in any language: by its largest number. */
function unitOf(section: Element): keyof Day | undefined {
	const [least, most] = [Number(section.getAttribute("aria-valuemin")), Number(section.getAttribute("aria-valuemax"))];
	if (most > 366) return "year";
	if (most >= 28 && most <= 31) return "day";
	return most === 12 && least === 1 ? "month" : undefined;
}
