import type { Thing } from "../../sentence/clause.ts";
import { calculate, numberIn } from "../../words/math.ts";
import type { Finder } from "../find/finder.ts";
import { fitOf } from "../roles.ts";

export function countOf(finder: Finder, thing: Thing): string | undefined {
	const role = thing.roles[0];
	const elements = [...finder.view.elements.values()];
	if (thing.name === "" && role !== undefined) {
		const shapes = elements.filter(
			(element) => thing.roles.some((one) => fitOf(element, one) >= 1) || element.type === "shape" || element.type === "box",
		);
		const drawn = shapes.filter((element) => element.type === "shape" || element.type === "box");
		if (drawn.length > 0 && (thing.roles.includes("shape") || thing.roles.includes("section") || role === "number"))
			return String(drawn.length);
		if (shapes.length > 0) return String(shapes.length);
	}
	const said = finder.layout.spots
		.map((spot) => new RegExp(`(\\d[\\d,.]*)\\s+(?:\\w+\\s+){0,2}${escape(thing.whole.split(" ").at(-1) ?? "")}`, "i").exec(spot.text)?.[1])
		.find((one) => one !== undefined);
	if (said !== undefined) return said;
	const group = finder.layout.groups
		.filter(({ isNavigation }) => !isNavigation)
		.sort((left, right) => right.blocks.length - left.blocks.length)[0];
	return group === undefined || group.blocks.length < 2 ? undefined : String(group.blocks.length);
}

function numbersOf(finder: Finder, thing: Thing): readonly number[] {
	const matches = thing.name === "" ? undefined : finder.all(thing, () => 1);
	const texts =
		matches !== undefined && matches.length > 1
			? matches.map((match) => match.element.content || match.element.name)
			: finder.layout.spots.filter((spot) => /^[-\u2212$€£\s\d.,]+$/.test(spot.text)).map((spot) => spot.text);
	return texts.flatMap((text) => numberIn(text) ?? []);
}

export function sumOf(finder: Finder, thing: Thing): string | undefined {
	const numbers = numbersOf(finder, thing);
	return numbers.length === 0 ? undefined : String(Math.round(numbers.reduce((sum, one) => sum + one, 0) * 1e6) / 1e6);
}

export function extremeOf(finder: Finder, thing: Thing, end: "most" | "least"): string | undefined {
	const numbers = numbersOf(finder, { ...thing, name: "" });
	return numbers.length === 0 ? undefined : String(end === "most" ? Math.max(...numbers) : Math.min(...numbers));
}

/** The result of the one calculation that the page shows ("3 + 4 =", "What is 6 × 7?"). */
export function solve(finder: Finder): string | undefined {
	const lines = finder.view.lines.map((line) => line.text);
	for (const text of [...lines, lines.join(" ")]) {
		const result = calculate(text);
		if (result !== undefined) return String(result);
	}
	return undefined;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/s$/, "s?");
