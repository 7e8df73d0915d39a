import { pictureLimits } from "@webhand/contracts/agent/picture";
import type { DrawingPlan } from "./policy.ts";

const qualities = [0.7, 0.5, 0.3];

/** Decodes a data URL, which the extension's content security policy does not let fetch() read. */
export async function decode(dataUrl: string): Promise<ImageBitmap> {
	const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
	return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}

/**
 * Draws a picture by its plan: the page, the blanks, then outlines and numbers that stand out on light and dark pages.
 *
 * @returns JPEG in base64; null where it stays too large
 */
export async function draw(image: ImageBitmap, { width, height, blanks, marks }: DrawingPlan): Promise<string | null> {
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext("2d", { alpha: false });
	if (context === null) return null;
	context.imageSmoothingQuality = "high";
	context.drawImage(image, 0, 0, width, height);
	context.fillStyle = "#000";
	for (const box of blanks) context.fillRect(box.x, box.y, box.width, box.height);
	for (const { box } of marks) {
		outline(context, box, { color: "rgb(0 0 0 / 60%)", lineWidth: 3 });
		outline(context, box, { color: "#ffd400", lineWidth: 1 });
	}
	context.font = "bold 12px sans-serif";
	context.textAlign = "center";
	context.textBaseline = "middle";
	for (const { text, label } of marks) {
		context.fillStyle = "#000";
		context.fillRect(label.x, label.y, label.width, label.height);
		context.fillStyle = "#ffd400";
		context.fillRect(label.x + 1, label.y + 1, label.width - 2, label.height - 2);
		context.fillStyle = "#000";
		context.fillText(text, label.x + label.width / 2, label.y + label.height / 2 + 0.5);
	}
	for (const quality of qualities) {
		const text = base64Of(new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality })).arrayBuffer()));
		if (text.length <= pictureLimits.characters) return text;
	}
	return null;
}

type Box = DrawingPlan["blanks"][number];

function outline(
	context: OffscreenCanvasRenderingContext2D,
	{ x, y, width, height }: Box,
	{ color, lineWidth }: { readonly color: string; readonly lineWidth: number },
): void {
	context.strokeStyle = color;
	context.lineWidth = lineWidth;
	context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.max(1, Math.round(width) - 1), Math.max(1, Math.round(height) - 1));
}

const pieceBytes = 0x8000;

function base64Of(bytes: Uint8Array): string {
	let text = "";
	for (let from = 0; from < bytes.length; from += pieceBytes) text += String.fromCharCode(...bytes.subarray(from, from + pieceBytes));
	return btoa(text);
}
