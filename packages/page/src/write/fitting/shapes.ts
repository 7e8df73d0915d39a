import type { Weighed } from "./weighed-lines.ts";

const levels = 3;
const longest = 400;

/**
 * What each line and the lines inside it look like, without their words: equal for lines of the same kinds and types down to three levels.
 */
export function shapesOf(lines: readonly Weighed[]): readonly string[] {
	const shapes = lines.map(() => "");
	const below: (string[] | undefined)[] = [];
	for (let index = lines.length - 1; index >= 0; index -= 1) {
		const weighed = lines[index];
		if (weighed === undefined) continue;
		const { line, parent, elements } = weighed;
		const own = [line.kind, line.region?.type ?? "", ...elements.map(({ type }) => type)].join(" ");
		const inner = (below[index] ?? []).toReversed().join(";").slice(0, longest);
		const shape = `${own}{${inner}}`;
		shapes[index] = shape;
		if (parent === -1) continue;
		const siblings = below[parent];
		const trimmed = trimDepth(shape, levels - 1);
		if (siblings === undefined) below[parent] = [trimmed];
		else siblings.push(trimmed);
	}
	return shapes;
}

/** A shape down to a number of levels. */
function trimDepth(shape: string, most: number): string {
	let depth = 0;
	let text = "";
	for (const character of shape) {
		if (character === "{") depth += 1;
		if (depth < most) text += character;
		if (character === "}") depth -= 1;
	}
	return text;
}
