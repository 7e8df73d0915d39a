import { ancestorsOf, deepestAt } from "@webhand/page/act/dom/point";
import { refuse, waitUntil } from "@webhand/page/act/outcome";
import type { Places } from "@webhand/page/act/perform";
import type { ActResult } from "@webhand/page/execute/page-action";

const restMs = 60;
const restLimitMs = 600;

/**
 * Converts points in a frame to points in this document, scrolled into view and hit-tested.
 *
 * @param frame the frame's element
 * @param places in the frame's viewport
 */
export async function placesAroundFrame(frame: HTMLElement, { from, to }: Places): Promise<Places | ActResult> {
	if (isTransformed(frame)) return refuse("TRUSTED_INPUT_NEEDED", "Trusted input does not reach into a transformed frame");
	if (from === null) return { from, to: null };
	// Scrolling inside the frame moves this document a moment later.
	await waitUntilStill(frame);
	const first = within(frame, from);
	if (!isInWindow(first)) {
		scrollBy({ left: first.x - innerWidth / 2, top: first.y - innerHeight / 2, behavior: "instant" });
		await waitUntilStill(frame);
	}
	const at = within(frame, from);
	const hit = deepestAt(at.x, at.y);
	if (hit !== frame) return refuse("COVERED", "The frame is covered where the element is, or cannot be brought into view");
	return { from: at, to: to === null ? null : within(frame, to) };
}

type Point = NonNullable<Places["from"]>;

const isInWindow = ({ x, y }: Point) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

function within(frame: HTMLElement, { x, y }: Point): Point {
	const inner = contentOf(frame);
	return { x: inner.x + x * inner.across, y: inner.y + y * inner.down };
}

/** Where the document of a frame begins in this document, and how much larger its pixels are here; null where it is turned. */
export function innerPlaceOf(frame: HTMLElement): ReturnType<typeof contentOf> | null {
	return isTransformed(frame) ? null : contentOf(frame);
}

function contentOf(frame: HTMLElement) {
	const box = frame.getBoundingClientRect();
	const { paddingLeft, paddingTop } = getComputedStyle(frame);
	const across = frame.offsetWidth === 0 ? 1 : box.width / frame.offsetWidth;
	const down = frame.offsetHeight === 0 ? 1 : box.height / frame.offsetHeight;
	return {
		x: box.left + (frame.clientLeft + Number.parseFloat(paddingLeft)) * across,
		y: box.top + (frame.clientTop + Number.parseFloat(paddingTop)) * down,
		across,
		down,
	};
}

/** True where the bounding box does not tell the direction inside: rotated, skewed, mirrored, or on a path. */
function isTransformed(frame: Element): boolean {
	return ancestorsOf(frame).some((element) => {
		const { transform, rotate, scale, offsetPath } = getComputedStyle(element);
		const { is2D, a, b, c, d } = new DOMMatrix(transform);
		const isUpright = is2D && b === 0 && c === 0 && a > 0 && d > 0;
		return !isUpright || !["none", "0deg"].includes(rotate) || scale.includes("-") || offsetPath !== "none";
	});
}

async function waitUntilStill(frame: Element): Promise<void> {
	let last = frame.getBoundingClientRect();
	let since = performance.now();
	await waitUntil(() => {
		const box = frame.getBoundingClientRect();
		if (box.left !== last.left || box.top !== last.top) [last, since] = [box, performance.now()];
		return performance.now() - since >= restMs;
	}, restLimitMs);
}
