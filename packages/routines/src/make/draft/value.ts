import type { Comparison } from "@webhand/contracts/routine/step";
import { withoutCurrency } from "../../notation/numbers.ts";
import { isAsMeant } from "../../replay/compare.ts";
import { isDate, isNumber } from "../../rows/check.ts";
import type { Proposal } from "./inputs.ts";

const longestCurrency = 3;

/** How a value is compared with what a page shows: by what it looks like, whatever its input is. */
const shapeOf = (meant: string): "number" | "date" | "text" => (isDate(meant) ? "date" : isNumber(meant) ? "number" : "text");

/** The whole text says the value, in whatever notation; a number may have its currency beside it. */
export function isValue(text: string, { text: meant }: Proposal): boolean {
	const shape = shapeOf(meant);
	if (shape === "number" && text.replaceAll(/\P{L}/gu, "").length > longestCurrency) return false;
	return isAsMeant(text, { meant, isData: true }, shape);
}

/** How a value that is shown so is compared with what its input is given. */
export function comparisonOf({ text: meant }: Proposal, shown: string): Comparison {
	const shape = shapeOf(meant);
	return shape === "number" && withoutCurrency(shown) !== undefined ? "money" : shape;
}
