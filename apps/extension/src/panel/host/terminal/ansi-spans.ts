import Anser from "anser";

const colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
export type TerminalColor = (typeof colors)[number];

/** A part of a row with one look; null is the usual colour. */
export type TerminalSpan = {
	readonly text: string;
	readonly fg: TerminalColor | null;
	readonly bg: TerminalColor | null;
	readonly isBold: boolean;
	readonly isDim: boolean;
	readonly isItalic: boolean;
	readonly isUnderlined: boolean;
};

/**
 * The parts of a row by their colours. Colours are those eight that have a token: others become the nearest of them.
 *
 * @param style colour sequences that are in force before the row
 * @returns parts with text, in order; `hidden` text is shown
 * @throws never
 */
export function spansOf(text: string, style: string): readonly TerminalSpan[] {
	if (style === "" && !text.includes("\u001b")) return text === "" ? [] : [{ ...plain, text }];
	return Anser.ansiToJson(style + text, { json: true, use_classes: true, remove_empty: true }).map((entry) => ({
		text: entry.content,
		fg: colorOf(entry.fg, entry.fg_truecolor),
		bg: colorOf(entry.bg, entry.bg_truecolor),
		isBold: entry.decorations.includes("bold"),
		isDim: entry.decorations.includes("dim"),
		isItalic: entry.decorations.includes("italic"),
		isUnderlined: entry.decorations.includes("underline"),
	}));
}

const plain = { fg: null, bg: null, isBold: false, isDim: false, isItalic: false, isUnderlined: false } as const;

function colorOf(name: string | null, trueColor: string | null): TerminalColor | null {
	if (name === null) return null;
	if (name === "ansi-truecolor") return nearest((trueColor ?? "").split(",").map(Number));
	const index = /^ansi-palette-(\d+)$/.exec(name)?.[1];
	if (index !== undefined) return nearest(paletteColor(Number(index)));
	return colors.find((color) => name.endsWith(`-${color}`)) ?? null;
}

/** The 6 × 6 × 6 cube and the 24 greys of xterm's 256 colours, from 16 on. */
function paletteColor(index: number): readonly number[] {
	const levels = [0, 95, 135, 175, 215, 255];
	if (index >= 232) return Array.from({ length: 3 }, () => 8 + (index - 232) * 10);
	return [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6].map((level) => levels[level] ?? 0);
}

/** Each part of a colour counts as on above the middle of its brightest and its darkest one. */
function nearest([red = 0, green = 0, blue = 0]: readonly number[]): TerminalColor {
	const most = Math.max(red, green, blue);
	const least = Math.min(red, green, blue);
	// Grey: less than a quarter of its brightness is colour.
	if (most - least < most / 4) return most < 128 ? "black" : "white";
	const middle = (most + least) / 2;
	return colors[(red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)] ?? "white";
}
