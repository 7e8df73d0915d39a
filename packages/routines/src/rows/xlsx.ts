import { unzipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import type { Cell, Grid } from "./grid.ts";
import { uncalculated } from "./grid.ts";

/** Bytes of a file, and of what is packed in it: a small file may unpack to a huge one. */
export const largestFile = 15_000_000;
const largestUnpacked = 60_000_000;
/** A merge across more rows is a mistake, or paints a whole column. */
const mostMerged = 10_000;

/** True for the first bytes of a zip, which an XLSX file is. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

type Parts = Readonly<Record<string, Uint8Array>>;

/**
 * Reads a sheet of a workbook, by default the first with a value. Of cells merged downwards each row has the value; dates are days, with the
 * time behind them where there is one.
 *
 * @returns the reason where it cannot be read
 */
export async function gridOfXlsx(
	bytes: Uint8Array,
	{ sheet, most }: { readonly sheet?: string | undefined; readonly most: number },
): Promise<Grid | string> {
	const parts = unpack(bytes);
	if (typeof parts === "string") return parts;
	const sheets = sheetsOf(parts);
	if (sheets.length === 0) return "The file is no XLSX workbook";
	const wanted = sheet === undefined ? sheets : sheets.filter(({ name }) => name === sheet);
	const [chosen] = wanted.filter(({ xml }) => xml.includes("<v>") || xml.includes("<t")).concat(wanted);
	if (chosen === undefined) return `The file has no sheet ${JSON.stringify(sheet)}`;
	const names = sheets.map(({ name }) => name);
	if (chosen.xml.split("<row").length - 1 > most) return { rows: Array.from({ length: most }, () => ["x"]), sheets: names };
	try {
		// A Buffer is part of a larger one, and its own slice as well: only a copy has the file alone.
		const data = await readSheet(new Uint8Array(bytes).buffer, chosen.name);
		const cells = data.map((row) => row.map(cellOf));
		return { rows: withErrors(withMerged(cells, chosen.xml), chosen.xml), sheets: names };
	} catch {
		return `The sheet ${JSON.stringify(chosen.name)} cannot be read: save it again from a spreadsheet, or as CSV`;
	}
}

function unpack(bytes: Uint8Array): Parts | string {
	try {
		let size = 0;
		const isWanted = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) => {
			size += originalSize;
			return size <= largestUnpacked && /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name);
		};
		const parts = unzipSync(bytes, { filter: isWanted });
		return size > largestUnpacked ? "The file is too large when it is unpacked: split the list" : parts;
	} catch {
		return "The file is damaged";
	}
}

type Sheet = { readonly name: string; readonly xml: string };

/** The visible sheets in their order. */
function sheetsOf(parts: Parts): readonly Sheet[] {
	const text = (path: string) => new TextDecoder().decode(parts[path] ?? new Uint8Array());
	const targets = new Map(
		tagsOf(text("xl/_rels/workbook.xml.rels"), "Relationship").map((tag) => [tag("Id"), tag("Target").replace(/^\/?(?:xl\/)?/, "xl/")]),
	);
	return tagsOf(text("xl/workbook.xml"), "sheet").flatMap((tag) => {
		const path = targets.get(tag("r:id") || tag("id")) ?? "";
		return /hidden/i.test(tag("state")) || parts[path] === undefined ? [] : [{ name: tag("name"), xml: text(path) }];
	});
}

/** The tags of a name, as functions of the names of their attributes. */
function tagsOf(xml: string, name: string): readonly ((attribute: string) => string)[] {
	return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`, "g"))].map(([, inside = ""]) => {
		const attributes = new Map([...inside.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, unescaped(value)]));
		return (attribute) => attributes.get(attribute) ?? "";
	});
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
	text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
		const code = name.startsWith("#") ? Number(name.replace("#x", "0x").replace("#", "")) : undefined;
		if (code === undefined) return entities[name] ?? whole;
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});

function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return "";
	if (value instanceof Date) return dayOf(value);
	if (typeof value === "number") return value;
	return typeof value === "boolean" ? String(value) : String(value).trim();
}

/** A day; a time of day is kept, to the minute. */
function dayOf(date: Date): string {
	if (Number.isNaN(date.getTime())) return "";
	const [day = "", time = ""] = new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString().split("T");
	return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, 5)}`;
}

/** Cells merged across rows: each row has the value of the first. */
function withMerged(rows: Cell[][], xml: string): Cell[][] {
	for (const tag of tagsOf(xml, "mergeCell")) {
		const [, left = "", top = "", bottom = ""] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(tag("ref")) ?? [];
		const column = columnAt(left);
		const value = rows[Number(top) - 1]?.[column];
		if (value === undefined || value === "") continue;
		const last = Math.min(Number(bottom), rows.length, Number(top) + mostMerged);
		for (let at = Number(top); at < last; at += 1) {
			const row = rows[at];
			if (row !== undefined) row[column] = value;
		}
	}
	return rows;
}

/** The formulas that failed or were never calculated, which the library reads as empty: they are no values that are merely missing. */
function withErrors(rows: Cell[][], xml: string): Cell[][] {
	const mark = (tag: string, text: string) => {
		const [, letters = "", number = ""] = /\br="([A-Z]{1,3})(\d{1,7})"/.exec(tag) ?? [];
		const row = rows[Number(number) - 1];
		if (row !== undefined) row[columnAt(letters)] = text;
	};
	for (const [, tag = "", error = ""] of xml.matchAll(/<c\s([^>]*\bt="e"[^>]*)>(?:<f[^>]*>[^<]*<\/f>|<f[^>]*\/>)?<v>([^<]*)/g))
		mark(tag, unescaped(error));
	for (const [, tag = ""] of xml.matchAll(/<c\s([^>]*)>(?:<f[^>]*>[^<]*<\/f>|<f[^>]*\/>)(?:<v\s*\/>)?<\/c>/g)) mark(tag, uncalculated);
	return rows;
}

/** "A" is 0, "AA" 26. */
const columnAt = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
