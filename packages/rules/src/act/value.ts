import type { ElementView } from "@webhand/page/parse/view";
import { casual } from "chrono-node/en";
import type { Entry } from "../clause.ts";

/** A value in the way its field writes it; undefined where the field cannot hold it. */
export function valueFor(element: ElementView, { value, iso }: Pick<Entry, "value" | "iso">, now: Date): string | undefined {
	if (value === "") return value;
	switch (element.type) {
		case "number":
		case "spinbutton":
		case "range":
		case "slider":
			return plainNumber(value);
		case "time":
			return timeOf(iso ?? value);
		case "date":
			return dayOf(iso ?? value, now);
		case "month":
			return dayOf(iso ?? value, now)?.slice(0, 7);
		case "week":
			return /^\d{4}-W\d{2}$/.test(value) ? value : undefined;
		case "datetime-local": {
			const day = dayOf(iso ?? value, now);
			return day === undefined
				? undefined
				: `${day}T${timeOf(/\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?/i.exec(iso ?? value)?.[0] ?? "00:00") ?? "00:00"}`;
		}
		case "color":
			return colorOf(value);
		default:
			return inPattern(element, { value, iso }, now);
	}
}

/** A text field that shows how it wants a date gets it so; others get what was said. */
function inPattern(element: ElementView, { value, iso }: { readonly value: string; readonly iso: string | undefined }, now: Date): string {
	const pattern = [element.attributes.get("format"), element.attributes.get("placeholder")].find(
		(text) => text !== undefined && /^[ymdhs\s./,:-]{6,}$/i.test(text) && /y{2}/i.test(text),
	);
	const day = pattern === undefined ? undefined : dayOf(iso ?? value, now);
	return pattern === undefined || day === undefined ? value : writeDay(day, pattern);
}

/** Digits with a point: "1.234,50 €" and "12,50" have a comma for it. */
function plainNumber(text: string): string | undefined {
	const bare = text.replaceAll(/[$€£%\s]/g, "").replace("−", "-");
	if (/^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return bare.replaceAll(",", "");
	if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll(".", "").replace(",", ".");
	const pointed = bare.replace(/^([-+]?\d+),(\d+)$/, "$1.$2");
	return /^[-+]?\d+(?:\.\d+)?$/.test(pointed) ? pointed : undefined;
}

function timeOf(text: string): string | undefined {
	const read = /(?:^|T)\s*(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])?\.?m?\.?\s*$/i.exec(text);
	if (read === null) return undefined;
	const [hour, minute, half] = [Number(read[1]), Number(read[2] ?? 0), read[3]?.toLowerCase()];
	if (hour > (half === undefined ? 23 : 12) || minute > 59) return undefined;
	const full = half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0);
	return `${String(full).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** The day that a text names, as `2026-03-05`; dots mean day first, other marks month first. */
export function dayOf(text: string, now: Date): string | undefined {
	const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text.trim());
	if (iso !== null) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]));
	const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text.trim());
	if (numeric !== null) {
		const year = Number(numeric[4]) + (numeric[4]?.length === 2 ? 2_000 : 0);
		const [first, second] = [Number(numeric[1]), Number(numeric[3])];
		return numeric[2] === "."
			? (dated(year, second, first) ?? dated(year, first, second))
			: (dated(year, first, second) ?? dated(year, second, first));
	}
	const parsed = casual.parse(text.slice(0, 60), now, { forwardDate: true })[0]?.start;
	if (parsed === undefined || !(parsed.isCertain("day") || parsed.isCertain("weekday"))) return undefined;
	return dated(parsed.get("year") ?? 0, parsed.get("month") ?? 0, parsed.get("day") ?? 0);
}

function dated(year: number, month: number, day: number): string | undefined {
	const date = new Date(Date.UTC(year, month - 1, day));
	const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return isReal ? `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` : undefined;
}

function writeDay(day: string, pattern: string): string {
	const [year = "", month = "", date = ""] = day.split("-");
	return pattern
		.replaceAll(/y+/gi, (letters) => (letters.length <= 2 ? year.slice(2) : year))
		.replaceAll(/m+/gi, (letters) => (letters.length === 1 ? String(Number(month)) : month))
		.replaceAll(/d+/gi, (letters) => (letters.length === 1 ? String(Number(date)) : date));
}

const colors: Readonly<Record<string, string>> = {
	black: "#000000",
	white: "#ffffff",
	red: "#ff0000",
	green: "#008000",
	blue: "#0000ff",
	yellow: "#ffff00",
	orange: "#ffa500",
	purple: "#800080",
	pink: "#ffc0cb",
	gray: "#808080",
	grey: "#808080",
};

function colorOf(text: string): string | undefined {
	const plain = text.trim().toLowerCase();
	return /^#[0-9a-f]{6}$/.test(plain) ? plain : colors[plain];
}
