import type { ElementView } from "@webhand/page/parse/view";
import { boxOf } from "../roles.ts";
import type { Finder } from "./finder.ts";

const pointPattern = /^\D*\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)\s*$/;

/**
 * The drawn point that a coordinate names ("grid coordinate (1,-2)"): of equal shapes in rows and columns, counted from the middle, the
 * second number upwards. Undefined where the page draws no such grid.
 */
export function gridPoint(finder: Finder, name: string): ElementView | undefined {
	const wanted = pointPattern.exec(name);
	if (wanted === null) return undefined;
	const drawn = [...finder.view.elements.values()].flatMap((element) => {
		const box = boxOf(element);
		return box === undefined || box.width === 0 || box.height === 0 ? [] : [{ element, box, size: `${box.width}x${box.height}` }];
	});
	const sizes = new Map<string, number>();
	for (const { size } of drawn) sizes.set(size, (sizes.get(size) ?? 0) + 1);
	const commonest = [...sizes].sort((left, right) => right[1] - left[1])[0]?.[0];
	const points = drawn.filter(({ size }) => size === commonest);
	const columns = [...new Set(points.map(({ box }) => box.x))].sort((left, right) => left - right);
	const rows = [...new Set(points.map(({ box }) => box.y))].sort((left, right) => left - right);
	// Without a point in the middle nothing says where the origin is.
	if (columns.length % 2 === 0 || rows.length % 2 === 0 || points.length !== columns.length * rows.length || points.length < 9)
		return undefined;
	const x = columns[(columns.length - 1) / 2 + Number(wanted[1])];
	const y = rows[(rows.length - 1) / 2 - Number(wanted[2])];
	return points.find(({ box }) => box.x === x && box.y === y)?.element;
}
