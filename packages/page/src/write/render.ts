import type { Header } from "../parse/header.ts";
import type { Draft, DraftElement, DraftLine, DraftPart, DraftTag } from "./draft.ts";
import { grammarVersion, needsEscape, writeAttribute } from "./grammar.ts";

function writeTag(tag: DraftTag): string {
	let text = `<${tag.type}`;
	if (tag.id !== undefined) text += tag.isNew ? ` ${tag.id}*` : ` ${tag.id}`;
	if (tag.name !== "") text += ` "${tag.name}"`;
	if (tag.type !== "form" && tag.href !== undefined) text += ` ${tag.href}`;
	for (const state of tag.states) text += ` ${state}`;
	if (tag.type === "form" && tag.href !== undefined) text += ` ${tag.href}`;
	for (const [key, value] of tag.attributes) text += ` ${writeAttribute(key, value)}`;
	return `${text}>`;
}

function writeElement(element: DraftElement): string {
	return `${writeTag(element)}${writeParts(element.parts)}</>`;
}

/** Writes parts; every control is closed. */
export function writeParts(parts: readonly DraftPart[]): string {
	let text = "";
	for (const part of parts) text += part.kind === "text" ? part.text : writeElement(part.element);
	return text;
}

function withoutFinalEnds(line: string): string {
	let end = line.length;
	while (line.endsWith("</>", end)) end -= 3;
	return line.slice(0, end).trimEnd();
}

function writeContent(line: DraftLine): string {
	const inline = () => writeParts(line.cells[0] ?? []);
	switch (line.kind) {
		case "heading":
			return `${"#".repeat(line.level)} ${inline()}`;
		case "item":
			return `- ${inline()}`;
		case "row":
			return line.cells.map((cell) => `| ${writeParts(cell)}`.trimEnd()).join(" ");
		case "region":
			return `${line.region === undefined ? "" : writeTag(line.region)} ${inline()}`;
		case "collapsed":
			return `… ${inline()}`;
		case "text": {
			const text = inline();
			return needsEscape(text) ? `\\${text}` : text;
		}
	}
}

/** Writes one line without indentation and line end. */
export function writeLine(line: DraftLine): string {
	return withoutFinalEnds(writeContent(line).trimEnd());
}

/** Writes header lines. */
export function writeHeader(header: Header): readonly string[] {
	const lines = [`@page ${grammarVersion}`];
	const add = (key: string, value: string | undefined) => {
		if (value !== undefined && value !== "") lines.push(`@${key} ${value}`);
	};
	const tabs = header.tabs.map(({ id, title, host, isCurrent }) => {
		const place = host === "" ? "" : `(${host})`;
		return [`${id}${isCurrent ? "*" : ""}`, title, place].filter((part) => part !== "").join(" ");
	});
	add("url", header.url);
	add("title", header.title);
	add("epoch", header.epoch);
	add("screen", header.screen);
	add("focus", header.focus?.toString());
	for (const { name, id } of header.dialogs) add("dialog", `"${name}"${id === undefined ? "" : ` ${id}`}`);
	for (const alert of header.alerts) add("alert", `"${alert}"`);
	add("tabs", tabs.join(" | "));
	add("files", header.files.map((file) => `"${file}"`).join(" "));
	add("changed", header.changed);
	add("pending", header.pending ? "yes" : "");
	add("restricted", header.restricted);
	add("shown", header.shown);
	add("partial", header.partial ? "time" : "");
	return lines;
}

/** Joins written lines below their header, with zone marks and indentation. */
export function joinLines(header: Header, lines: readonly { readonly line: DraftLine; readonly text: string }[]): string {
	const out = [...writeHeader(header), ""];
	let zone = "none";
	for (const { line, text } of lines) {
		if (line.zone !== zone && line.zone !== "none") {
			zone = line.zone;
			out.push(`@${zone}`);
		}
		out.push(line.depth === 0 ? text : " ".repeat(line.depth) + text);
	}
	return out.join("\n");
}

/** Writes the page text of a draft. */
export function renderDraft({ header, lines }: Draft): string {
	return joinLines(
		header,
		lines.map((line) => ({ line, text: writeLine(line) })),
	);
}
