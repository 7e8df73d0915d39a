import { boxInImage } from "@webhand/page/act/dom/area";
import type { PageReader } from "@webhand/page/execute/page-reader";
import { innerPlaceOf } from "./frame-position.ts";
import type { PictureFacts } from "./messages.ts";

type Box = PictureFacts["secrets"][number];

/** The boxes of this document that the worker draws on a picture or blanks. Changes nothing in the page. */
export function pictureFacts(
	reader: Pick<PageReader, "visibleControls" | "hiddenParts">,
	tokenOf: (frame: Element) => string,
): Omit<PictureFacts, "token"> {
	const { innerWidth: width, innerHeight: height, scrollX, scrollY } = window;
	const { scale: zoom = 1, offsetLeft: left = 0, offsetTop: top = 0 } = window.visualViewport ?? {};
	const { secrets, frames } = reader.hiddenParts();
	return {
		window: { width, height, zoom, left, top, scrollX, scrollY },
		numbered: reader.visibleControls().flatMap(({ id, element }) => {
			const box = boxOf(element instanceof HTMLAreaElement ? boxInImage(element) : element.getBoundingClientRect());
			return isSeen(box) ? [{ id, box }] : [];
		}),
		secrets: secrets.map(boxOf),
		frames: frames.flatMap((element) => {
			const box = boxOf(element.getBoundingClientRect());
			if (!isSeen(box)) return [];
			const inner = element instanceof HTMLElement ? innerPlaceOf(element) : null;
			return [{ token: tokenOf(element), box, inner }];
		}),
	};
}

type Edges = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

const boxOf = ({ left, top, width, height }: Edges): Box => ({ x: left, y: top, width, height });

function isSeen({ x, y, width, height }: Box): boolean {
	return width > 0 && height > 0 && x + width > 0 && y + height > 0 && x < innerWidth && y < innerHeight;
}
