import type { ElementView } from "@webhand/page/parse/view";
import type { Entry } from "../clause.ts";

type Value = Pick<Entry, "value" | "iso">;

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

/** A value in the way its field writes it: ISO for dates, 24 hours for times, a point in numbers; undefined where the field cannot hold it. */
export function valueFor({ type, attributes, states }: ElementView, entry: Value): string | undefined {
	const { value } = entry;
	if (value === "") return value;
	if (/^(?:number|spinbutton|range|slider)$/.test(type)) return plainNumber(value);
	const [day, time] = [dayOf(entry), /(?:^|T)(\d{2}:\d{2})/.exec(entry.iso ?? value)?.[1]];
	if (type === "time") return time;
	if (type === "date") return day;
	if (type === "month") return day?.slice(0, 7);
	if (type === "datetime-local") return day === undefined ? undefined : `${day}T${time ?? "00:00"}`;
	if (type === "color") return /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : colors[value.trim().toLowerCase()];
	if (states.has("readonly") && day !== undefined) return day;
	// A text field that shows how it wants a date gets it so; others get what was said.
	const isPattern = (text: string) => /^[ymdhs\s./,:-]{6,}$/i.test(text) && /y{2}/i.test(text);
	const pattern = [attributes.get("format") ?? "", attributes.get("placeholder") ?? ""].find(isPattern);
	if (day === undefined || pattern === undefined) return day !== undefined && !/\d/.test(value) ? day : value;
	return writeDay(day, pattern);
}

/** The day of a value, as `2026-03-05`. */
export const dayOf = ({ value, iso }: Value): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(iso ?? value)?.[0];

/** Digits with a point: "1.234,50 €" and "12,50" have a comma for it. */
function plainNumber(text: string): string | undefined {
	const bare = text.replaceAll(/[$€£%\s]/g, "").replace("−", "-");
	if (/^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return bare.replaceAll(",", "");
	if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll(".", "").replace(",", ".");
	const pointed = bare.replace(/^([-+]?\d+),(\d+)$/, "$1.$2");
	return /^[-+]?\d+(?:\.\d+)?$/.test(pointed) ? pointed : undefined;
}

function writeDay(day: string, pattern: string): string {
	const [year = "", month = "", date = ""] = day.split("-");
	const bare = (digits: string, letters: string) => (letters.length === 1 ? String(Number(digits)) : digits);
	return pattern
		.replaceAll(/y+/gi, (letters) => (letters.length <= 2 ? year.slice(2) : year))
		.replaceAll(/m+/gi, (letters) => bare(month, letters))
		.replaceAll(/d+/gi, (letters) => bare(date, letters));
}
