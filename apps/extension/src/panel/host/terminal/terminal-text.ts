import { cellsOf, erased, overwritten, textOfCells } from "./cells.ts";
import { colorsIn, cursorMove, moves, shownOnly, styleAfter, unfinishedEnd, withoutSequences } from "./escape-sequences.ts";

/** A row of a terminal. `text` holds colour sequences and no others; `note` tells of output that is not there. Keys count up by one. */
export type TerminalLine = {
	readonly key: number;
	readonly source: "stdout" | "stderr" | "note";
	text: string;
	/** Colour sequences that were in force before the line. */
	readonly style: string;
};

/** What a command wrote, as rows. */
export type TerminalText = {
	readonly lines: TerminalLine[];
	/** Rows that were dropped at the beginning. */
	dropped: number;
	readonly streams: Readonly<Record<"stdout" | "stderr", Stream>>;
};

type Stream = {
	/** The rows that the cursor can reach: own ones behind the last note. */
	rows: TerminalLine[];
	/** The row of the cursor; `rows.length` where the next character begins a new row. */
	at: number;
	/** The column of the cursor; null behind the end of a row that was only appended to. */
	column: number | null;
	saved: { readonly row: TerminalLine | undefined; readonly column: number } | null;
	/** The beginning of an escape sequence whose end has not come. */
	held: string;
	style: string;
};

/** Rows that are kept; a page with more scrolls badly. */
export const keptLines = 5_000;
/** Characters of a row: a line of a packed script has millions, and would be drawn whole. */
const rowCharacters = 1_000;
/** The longest escape sequence of a colour. */
const mostSequence = 100;
/** Rows that a cursor can move up; screens are not higher. */
const reachableRows = 200;

export function emptyTerminal(): TerminalText {
	const stream = (): Stream => ({ rows: [], at: 0, column: null, saved: null, held: "", style: "" });
	return { lines: [], dropped: 0, streams: { stdout: stream(), stderr: stream() } };
}

/**
 * Adds output, in place, as a terminal without a height shows it: the cursor moves and erases by places. Other escape sequences but colours
 * go; the oldest rows are dropped.
 *
 * @throws never
 */
export function addOutput(terminal: TerminalText, source: "stdout" | "stderr", data: string): void {
	const stream = terminal.streams[source];
	const text = stream.held + data;
	// A sequence may be cut between two pieces of output.
	stream.held = unfinishedEnd(text);
	for (const [index, part] of shownOnly(text.slice(0, text.length - stream.held.length))
		.split(moves)
		.entries()) {
		if (index % 2 === 1) move(terminal, source, part);
		else if (part !== "") write(terminal, source, part);
	}
	drop(terminal);
}

/** Adds a sentence of ours between the output. @throws never */
export function addNote(terminal: TerminalText, text: string): void {
	terminal.lines.push({ key: nextKey(terminal), source: "note", text, style: "" });
	for (const stream of Object.values(terminal.streams)) Object.assign(stream, { rows: [], at: 0, column: null, saved: null });
	drop(terminal);
}

/** The rows as plain text, for the clipboard. @throws never */
export function plainText(lines: readonly TerminalLine[]): string {
	return lines.map(({ text }) => withoutSequences(text)).join("\n");
}

const nextKey = ({ lines, dropped }: TerminalText) => lines.length + dropped;

function write(terminal: TerminalText, source: "stdout" | "stderr", part: string): void {
	const stream = terminal.streams[source];
	if (stream.column === null) append(terminal, source, part);
	else {
		const row = stream.rows[stream.at] ?? openRow(terminal, source);
		const written = cellsOf(part, stream.style).slice(0, Math.max(0, rowCharacters - stream.column));
		row.text = textOfCells(overwritten(cellsOf(row.text, row.style), stream.column, written), row.style);
		stream.column += written.length;
	}
	stream.style = styleAfter(stream.style, part);
}

/** The usual case: a row goes on at its end. */
function append(terminal: TerminalText, source: "stdout" | "stderr", part: string): void {
	const stream = terminal.streams[source];
	let row = stream.rows[stream.at];
	for (const piece of rowsOf(part, rowCharacters - (row?.text.length ?? 0))) {
		if (row === undefined || row.text.length >= rowCharacters) row = openRow(terminal, source);
		row.text += piece;
	}
}

function openRow(terminal: TerminalText, source: "stdout" | "stderr"): TerminalLine {
	const stream = terminal.streams[source];
	const row: TerminalLine = { key: nextKey(terminal), source, text: "", style: stream.style };
	terminal.lines.push(row);
	stream.rows.push(row);
	if (stream.rows.length > reachableRows) stream.rows.shift();
	stream.at = stream.rows.length - 1;
	return row;
}

function move(terminal: TerminalText, source: "stdout" | "stderr", said: string): void {
	const stream = terminal.streams[source];
	if (said === "\n") {
		nextRow(terminal, source);
		return;
	}
	const row = stream.rows[stream.at];
	// Before the first character of a row nothing can be returned to.
	if (row === undefined && (said === "\r" || said === "\b")) return;
	// Line ends of Windows are common, and where the row ends does not matter to them.
	if (said === "\r") {
		stream.column = 0;
		return;
	}
	const column = stream.column ?? (row === undefined ? 0 : cellsOf(row.text, row.style).length);
	const { count, letter } = cursorMove(said) ?? { count: undefined, letter: said };
	const place = placeAfter({ at: stream.at, column }, letter, count);
	if (place !== null) go(stream, place);
	else if (letter === "s") stream.saved = { row, column };
	else if (letter === "u") restore(stream);
	// A screen that is cleared stays readable in a log.
	else if (letter === "K" || (count ?? 0) === 0) {
		erase(stream, { column, part: count ?? 0, isBelow: letter === "J" });
		go(stream, { at: stream.at, column });
	}
}

function go(stream: Stream, { at, column }: Place): void {
	stream.at = Math.min(stream.rows.length, Math.max(0, at));
	stream.column = Math.min(rowCharacters - 1, Math.max(0, column));
}

function restore(stream: Stream): void {
	if (stream.saved === null) return;
	const { row, column } = stream.saved;
	const at = row === undefined ? stream.rows.length : stream.rows.indexOf(row);
	if (at === -1) return;
	stream.at = at;
	stream.column = column;
}

type Erasure = { readonly column: number; readonly part: number; readonly isBelow: boolean };

function erase(stream: Stream, { column, part, isBelow }: Erasure): void {
	const row = stream.rows[stream.at];
	if (row !== undefined) row.text = textOfCells(erased(cellsOf(row.text, row.style), column, part), row.style);
	if (isBelow) for (const below of stream.rows.slice(stream.at + 1)) below.text = "";
}

function nextRow(terminal: TerminalText, source: "stdout" | "stderr"): void {
	const stream = terminal.streams[source];
	if (stream.rows[stream.at] === undefined) openRow(terminal, source);
	stream.at += 1;
	stream.column = stream.at < stream.rows.length ? 0 : null;
}

/** A text in rows; neither a colour sequence nor a pair of code units is cut. */
function rowsOf(text: string, first: number): string[] {
	const rows: string[] = [];
	let from = 0;
	let room = first > 0 ? first : rowCharacters;
	while (text.length - from > room) {
		const end = endOfRow(text, from + room);
		rows.push(text.slice(from, end));
		from = end;
		room = rowCharacters;
	}
	rows.push(text.slice(from));
	return rows;
}

function endOfRow(text: string, wanted: number): number {
	const from = Math.max(0, wanted - mostSequence);
	const cut = colorsIn(text.slice(from, wanted + mostSequence)).find(
		({ index, text: found }) => from + index < wanted && from + index + found.length > wanted,
	);
	const end = cut === undefined ? wanted : from + cut.index + cut.text.length;
	return /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end + 1 : end;
}

function drop(terminal: TerminalText): void {
	const surplus = terminal.lines.length - keptLines;
	if (surplus <= 0) return;
	terminal.lines.splice(0, surplus);
	terminal.dropped += surplus;
	for (const stream of Object.values(terminal.streams)) {
		const gone = stream.rows.filter(({ key }) => key < terminal.dropped).length;
		stream.rows.splice(0, gone);
		stream.at = Math.max(0, stream.at - gone);
	}
}

/** A row of a stream and a column in it. */
type Place = { readonly at: number; readonly column: number };

/**
 * Where a move puts the cursor, before any edge counts.
 *
 * @param letter of a sequence of the cursor, or `\b`; `count` as written
 * @returns null for what does not move it by places
 * @throws never
 */
function placeAfter({ at, column }: Place, letter: string, count: number | undefined): Place | null {
	const places = Math.max(1, count ?? 1);
	switch (letter) {
		case "\b":
			return { at, column: column - 1 };
		case "A":
			return { at: at - places, column };
		case "B":
			return { at: at + places, column };
		case "C":
			return { at, column: column + places };
		case "D":
			return { at, column: column - places };
		case "E":
			return { at: at + places, column: 0 };
		case "F":
			return { at: at - places, column: 0 };
		case "G":
			return { at, column: places - 1 };
		default:
			return null;
	}
}
