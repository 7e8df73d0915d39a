import { isDenying } from "@webhand/lexicon/denials";
import { fold, wordsOf } from "../../words/fold.ts";
import type { Memory } from "./memory.ts";
import { longestNote, mostNotes, placeKey } from "./memory.ts";
import { readingOf } from "./reading.ts";

const said = /^The person said: ([\s\S]+)$/;

/** What was heard so far, as keys: a turn brings the newest twenty notes, so a count would soon say nothing. */
export const heardOf = (notes: readonly string[]): string[] => notes.map(placeKey);

/** The notes that were not taken in yet: what stands behind those heard, of which the oldest may have gone. */
export function unheard(heard: readonly string[], notes: readonly string[]): readonly string[] {
	const keys = heardOf(notes);
	const gone = heard.findIndex((_key, shift) => heard.slice(shift).every((key, index) => keys[index] === key));
	return notes.slice(gone === -1 ? 0 : heard.length - gone);
}

/**
 * What the person asked for without being asked, since the last turn: it is done after the instruction. Where there is no room left, what
 * is done makes way, and what is not done yet lets the rest wait its turn.
 *
 * @param own how many clauses the instruction itself has
 */
export function withAdded(before: Memory, notes: readonly string[], own: number): Memory {
	if (before.isAsked) return before;
	let memory = before;
	let waiting = unheard(before.heard, notes);
	for (; waiting.length > 0; waiting = waiting.slice(1)) {
		const order = said
			.exec(waiting[0] ?? "")?.[1]
			?.trim()
			.slice(0, longestNote);
		if (order === undefined) continue;
		if (memory.added.length >= mostNotes) memory = withoutDone(memory, own);
		if (memory.added.length >= mostNotes) break;
		memory = { ...memory, added: [...memory.added, order] };
	}
	return { ...memory, heard: heardOf(notes.slice(0, notes.length - waiting.length)) };
}

/** What a person says while a task runs, that ends it at once. `isUnclear`: not by a no, but since it is not understood. */
export type Halt = { readonly text: string; readonly isUnclear: boolean };

const stops =
	/^(?:please |ok(?:ay)?[,.]? |no[,.!]* )*(?:stop|halt|wait|hold on|pause|no|abort|cancel|quit|enough|that['’]?s enough|forget it|never ?mind|stopp|warte|nein|abbrechen|arrête|non|para|basta)(?!\p{L})/iu;

/**
 * A no of the person counts before the next action, and so does what is not understood: it may be one. All else is done after the instruction.
 *
 * @returns undefined where nothing new was said, or what was said is an order
 */
export function haltOf(before: Memory, notes: readonly string[]): Halt | undefined {
	if (before.isAsked) return undefined;
	const orders = unheard(before.heard, notes).flatMap((note) => said.exec(note)?.[1]?.trim().slice(0, longestNote) ?? []);
	const denied = orders.find(isHalting);
	if (denied !== undefined) return { text: denied, isUnclear: false };
	const unclear = orders.find((order) => readingOf(order).some(({ intent }) => intent.kind === "unknown"));
	return unclear === undefined ? undefined : { text: unclear, isUnclear: true };
}

function isHalting(order: string): boolean {
	const own = fold(order.replace(/["“][^"”]*["”]/g, " "));
	return stops.test(order) || isDenying(own, wordsOf(own));
}

const hidden = "•••";

/**
 * What was added, as the person said it: what is kept of it between steps has secrets taken out, which only the notes still hold.
 *
 * @returns orders of which the secret is gone as they are kept: they can no longer be carried out
 */
export function asSaid(added: readonly string[], notes: readonly string[]): readonly string[] {
	const orders = notes.flatMap((note) => said.exec(note)?.[1]?.trim().slice(0, longestNote) ?? []);
	return added.map((kept) => (kept.includes(hidden) ? (orders.find((order) => isHiddenAs(order, kept)) ?? kept) : kept));
}

function isHiddenAs(order: string, kept: string): boolean {
	const [first = "", ...others] = kept.split(hidden);
	let at = order.startsWith(first) ? first.length : -1;
	for (const part of others) if (at !== -1) at = order.indexOf(part, at) === -1 ? -1 : order.indexOf(part, at) + part.length;
	return at !== -1 && order.endsWith(others.at(-1) ?? "");
}

/** True for an order whose secret nobody can give back. */
export const isHidden = (order: string): boolean => order.includes(hidden);

/** The memory without the oldest order of the person, if that is done. */
function withoutDone(memory: Memory, own: number): Memory {
	const [oldest, ...added] = memory.added;
	const clauses = oldest === undefined ? 0 : readingOf(oldest).length;
	return oldest === undefined || memory.clause < own + clauses ? memory : { ...memory, added, clause: memory.clause - clauses };
}
