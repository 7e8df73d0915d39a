import { boxOfArea, contentBoxOf } from "../../read/graphics/image-map.ts";
import { real } from "./nodes.ts";

/**
 * Brings an image map's area into view and locates it; an area has no client rectangle.
 *
 * @returns null where no image shows it
 */
export function placeOfArea(area: HTMLAreaElement): { readonly box: DOMRect; readonly whole: DOMRect } | null {
	const image = imageOf(area);
	if (image === undefined) return null;
	image.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
	const { x, y, width, height } = boxIn(image, area);
	const across = x + width / 2;
	const down = y + height / 2;
	// The image may be larger than the window.
	const isInside = across >= 0 && down >= 0 && across < innerWidth && down < innerHeight;
	if (!isInside) scrollBy({ left: across - innerWidth / 2, top: down - innerHeight / 2, behavior: "instant" });
	const box = boxIn(image, area);
	return { box, whole: box };
}

/** The box of an image map's area in the window; empty where no image uses the map. */
export function boxInImage(area: HTMLAreaElement): DOMRect {
	const image = imageOf(area);
	return image === undefined ? new DOMRect() : boxIn(image, area);
}

function imageOf(area: HTMLAreaElement): HTMLImageElement | undefined {
	const name = area.closest("map")?.getAttribute("name") ?? "";
	const root = area.getRootNode();
	if (name === "" || !(root instanceof Document || root instanceof ShadowRoot)) return undefined;
	const images = [...real(root).querySelectorAll("img[usemap]")].filter((image) => image instanceof HTMLImageElement);
	return images.find((image) => image.getAttribute("usemap") === `#${name}` && image.checkVisibility());
}

function boxIn(image: HTMLImageElement, area: HTMLAreaElement): DOMRect {
	const content = contentBoxOf(image.getBoundingClientRect(), getComputedStyle(image));
	const fact = (name: string) => area.getAttribute(name) ?? "";
	const { left, top, width, height } = boxOfArea({ shape: fact("shape"), coords: fact("coords") }, content);
	return new DOMRect(content.left + left, content.top + top, width, height);
}
