import { pictureLimits } from "@webhand/contracts/agent/picture";
import type { PictureFacts } from "../../page/messages.ts";

type Box = PictureFacts["secrets"][number];
type Place = NonNullable<PictureFacts["frames"][number]["inner"]>;

/** A document that was read, with the documents of its frames. */
export type FrameTree = { readonly facts: PictureFacts; readonly children: readonly FrameTree[] };

/** Boxes in the window of a tab, in CSS pixels. */
export type TabFacts = { readonly numbered: PictureFacts["numbered"]; readonly blanks: readonly Box[] };

/**
 * Merges the facts of all documents. A frame whose document was not read (refused by the user, silent, rotated, ambiguous token) is blanked
 * as a whole.
 *
 * @throws never
 */
export function factsOfTab({ facts, children }: FrameTree, place: Place = { x: 0, y: 0, across: 1, down: 1 }): TabFacts {
	const move = ({ x, y, width, height }: Box): Box => ({
		x: place.x + x * place.across,
		y: place.y + y * place.down,
		width: width * place.across,
		height: height * place.down,
	});
	const framed = facts.frames.map(({ token, box, inner }): TabFacts => {
		const [child, another] = children.filter((candidate) => candidate.facts.token === token);
		const around = move(box);
		if (inner === null || child === undefined || another !== undefined) return { numbered: [], blanks: [around] };
		const corner = move({ x: inner.x, y: inner.y, width: inner.across, height: inner.down });
		const inside = factsOfTab(child, { x: corner.x, y: corner.y, across: corner.width, down: corner.height });
		return {
			numbered: inside.numbered.flatMap(({ id, box: own }) => clipped(own, around).map((shown) => ({ id, box: shown }))),
			blanks: inside.blanks.flatMap((own) => clipped(own, around)),
		};
	});
	return {
		numbered: [...facts.numbered.map(({ id, box }) => ({ id, box: move(box) })), ...framed.flatMap(({ numbered }) => numbered)],
		blanks: [...facts.secrets.map(move), ...framed.flatMap(({ blanks }) => blanks)],
	};
}

function clipped(box: Box, around: Box): readonly Box[] {
	const [x, y] = [Math.max(box.x, around.x), Math.max(box.y, around.y)];
	const width = Math.min(box.x + box.width, around.x + around.width) - x;
	const height = Math.min(box.y + box.height, around.y + around.height) - y;
	return width > 0 && height > 0 ? [{ x, y, width, height }] : [];
}

/**
 * True where nothing that a picture hides moved between two readings, one before and one after it was taken.
 *
 * @throws never
 */
export function isStill(before: FrameTree, after: FrameTree): boolean {
	const kept = (tree: FrameTree) =>
		JSON.stringify([tree.facts.window, factsOfTab(tree).blanks], (_, value) => (typeof value === "number" ? Math.round(value) : value));
	return kept(before) === kept(after);
}

/** The size of a label: digits of 7 pixels in bold 12 px, and a margin. */
const label = { height: 15, digit: 7, margin: 6 } as const;
/** Text may paint a little outside of its box. CSS pixels. */
const blankMargin = 3;
const slimmest = 3;

type Mark = { readonly text: string; readonly box: Box; readonly label: Box };

/** How a picture is drawn, in its own pixels. `scale`: CSS pixels of the page behind one of them. */
export type DrawingPlan = {
	readonly width: number;
	readonly height: number;
	readonly scale: number;
	readonly blanks: readonly Box[];
	readonly marks: readonly Mark[];
};

/**
 * Plans a picture: its size, the boxes that are blanked, and the numbers with places where they hide each other as little as possible.
 *
 * @param image size of what the browser captured, in device pixels
 * @returns null where the capture has another shape than the window: it shows something else
 * @throws never
 */
export function drawingPlan(
	image: { readonly width: number; readonly height: number },
	window: PictureFacts["window"],
	{ numbered, blanks }: TabFacts,
): DrawingPlan | null {
	const ratio = image.width / window.width;
	if (Math.abs(image.height - window.height * ratio) > Math.max(4, image.height * 0.02)) return null;
	const factor = Math.min(1, pictureLimits.side / Math.max(window.width, window.height));
	const [width, height] = [Math.round(window.width * factor), Math.round(window.height * factor)];
	const zoom = factor * window.zoom;
	const scaled = ({ x, y, width: across, height: down }: Box): Box => ({
		x: (x - window.left) * zoom,
		y: (y - window.top) * zoom,
		width: across * zoom,
		height: down * zoom,
	});
	const whole = { x: 0, y: 0, width, height };
	const hidden = blanks.flatMap((box) => clipped(outward(scaled(grown(box))), whole));
	const taken: Box[] = [];
	const marks = numbered.flatMap(({ id, box }): readonly Mark[] => {
		const [shown] = clipped(scaled(box), whole);
		if (shown === undefined || shown.width < slimmest || shown.height < slimmest) return [];
		const text = String(id);
		const place = labelPlace(shown, { width: text.length * label.digit + label.margin, height: label.height }, { taken, whole });
		taken.push(place);
		return [{ text, box: shown, label: place }];
	});
	return { width, height, scale: 1 / zoom, blanks: hidden, marks };
}

const grown = ({ x, y, width, height }: Box): Box => ({
	x: x - blankMargin,
	y: y - blankMargin,
	width: width + 2 * blankMargin,
	height: height + 2 * blankMargin,
});

function outward({ x, y, width, height }: Box): Box {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

/** Above or below the box where there is room, so that its own text stays readable; else in its corner, at last over a neighbour. */
function labelPlace(
	{ x, y, width, height }: Box,
	size: { readonly width: number; readonly height: number },
	{ taken, whole }: { readonly taken: readonly Box[]; readonly whole: Box },
): Box {
	const corners = [
		[x, y - size.height],
		[x, y + height],
		[x + width - size.width, y - size.height],
		[x, y],
		[x - size.width, y],
		[x + width, y],
	] as const;
	const boxes = corners.map(([left, top]) => ({ x: left, y: top, ...size }));
	const isFree = (box: Box) =>
		box.x >= 0 &&
		box.y >= 0 &&
		box.x + box.width <= whole.width &&
		box.y + box.height <= whole.height &&
		taken.every((other) => clipped(box, other).length === 0);
	const inCorner = {
		...size,
		x: Math.max(0, Math.min(x, whole.width - size.width)),
		y: Math.max(0, Math.min(y, whole.height - size.height)),
	};
	return boxes.find(isFree) ?? inCorner;
}
