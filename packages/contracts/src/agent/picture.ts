import { z } from "zod";

/** Bounds of a picture: pixels of its longer side, characters of its base64. */
export const pictureLimits = { side: 1_280, characters: 1_000_000 } as const;

/**
 * The visible part of the page as JPEG in base64, with the numbers of its controls drawn on it and its secrets blanked by the client.
 * `scale`: CSS pixels of the page behind one pixel of the picture, above 0 and up to 100.
 */
export const TakenPicture = z.object({
	jpeg: z.string().max(pictureLimits.characters).superRefine(refuseOtherPictures),
	scale: z.number().positive().max(100),
});
export type TakenPicture = z.infer<typeof TakenPicture>;

/**
 * Why a client that was asked for a picture has none. `hidden`: the task's tab is not the one in front; `moving`: the page or its tab changed
 * while it was taken; `unreadable`: the page may not be read; `failed`: the browser gave no picture, or a too large one.
 */
export const PictureProblem = z.enum(["hidden", "moving", "unreadable", "failed"]);
export type PictureProblem = z.infer<typeof PictureProblem>;

/** A picture, or why there is none. */
export const PagePicture = z.union([TakenPicture, z.object({ problem: PictureProblem })]);
export type PagePicture = z.infer<typeof PagePicture>;

const lettersOnly = /^[A-Za-z0-9+/]+={0,2}$/;

function refuseOtherPictures(text: string, context: z.RefinementCtx): void {
	const size = lettersOnly.test(text) && text.length % 4 === 0 ? jpegSize(text) : null;
	if (size === null) context.addIssue({ code: "custom", message: "must be a JPEG in base64" });
	else if (Math.max(size.width, size.height) > pictureLimits.side)
		context.addIssue({ code: "custom", message: `must have at most ${pictureLimits.side} pixels a side` });
}

/** Segments before the frame header: far more than any encoder writes. */
const mostSegments = 100;

/** Reads width and height from the frame header of a JPEG (ITU-T T.81 B.2.2); null where there is none. */
function jpegSize(base64: string): { readonly width: number; readonly height: number } | null {
	const bytes = (from: number, count: number) => bytesAt(base64, from, count);
	const word = (from: number) => {
		const [high = 0, low = 0] = bytes(from, 2);
		return high * 256 + low;
	};
	if (word(0) !== 0xffd8) return null;
	let at = 2;
	for (let segment = 0; segment < mostSegments; segment += 1) {
		const [mark, kind = 0] = bytes(at, 2);
		if (mark !== 0xff) return null;
		const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
		if (isFrame) {
			const [height, width] = [word(at + 5), word(at + 7)];
			return width === 0 || height === 0 ? null : { width, height };
		}
		at += 2 + word(at + 2);
	}
	return null;
}

/** Decodes a few bytes of base64, so a picture is not decoded whole. */
function bytesAt(base64: string, from: number, count: number): readonly number[] {
	const first = Math.floor(from / 3);
	const text = atob(base64.slice(first * 4, (Math.floor((from + count - 1) / 3) + 1) * 4));
	return Array.from(text.slice(from - first * 3, from - first * 3 + count), (letter) => letter.charCodeAt(0));
}
