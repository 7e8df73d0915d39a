import { z } from "zod";

/** What is kept of the notes that ask for more, in characters and in number; more of them wait until these are done. */
export const longestNote = 400;
export const mostNotes = 5;
/** What is kept of the row of a press, in characters. */
export const mostBeside = 200;

const Step = z.object({
	index: z.number(),
	action: z.string().max(300),
	key: z.string().max(160),
	then: z.enum(["next", "again"]),
	isExploring: z.boolean(),
});

/** The last move of a slider: where its value stood before, how far it was dragged, the longest step of a key so far. */
const Slide = z.object({ how: z.enum(["key", "x", "y"]), shown: z.number(), pixels: z.number(), jump: z.number() });

/** What a step stores of a decider's state; more is thrown away whole, and the task would begin anew. */
const mostCharacters = 8_000;

const Referent = z.object({ text: z.string().max(200), epoch: z.string().max(40), id: z.number().optional() });

/**
 * What the interpreter remembers from turn to turn, ≤ 8 KB as JSON. `clause` and `part` say how far it is, `step` the action it waits for,
 * `tried` the targets that failed for this clause, `visited` the places already explored, `seen` the items passed on earlier pages, `added`
 * what the person asked for while the task ran, `beside` the words of the row or card in which the last press was made, `listedAs` whether
 * a list of this clause is one thing after all, `since` the step that this clause began with, `filledIn` the document in which the newest
 * run of fills began, `heard` the keys of the notes taken in.
 */
export const Memory = z.object({
	clause: z.number().int().nonnegative().default(0),
	part: z.number().int().nonnegative().default(0),
	step: Step.optional(),
	tried: z.array(z.string().max(160)).max(40).default([]),
	retried: z.array(z.string().max(160)).max(20).default([]),
	visited: z.array(z.string().max(12)).max(200).default([]),
	seen: z.number().int().nonnegative().default(0),
	slide: Slide.optional(),
	reach: z.number().optional(),
	beside: z.string().max(mostBeside).optional(),
	listedAs: z.enum(["whole", "items"]).optional(),
	since: z.number().int().nonnegative().default(0),
	filledIn: z.string().max(40).optional(),
	isClipped: z.boolean().default(false),
	isDead: z.boolean().default(false),
	copied: z.string().max(1_000).optional(),
	remembered: z.string().max(1_000).optional(),
	answers: z.array(z.string().max(400)).max(10).default([]),
	referent: Referent.optional(),
	field: Referent.optional(),
	heard: z.array(z.string().max(12)).max(20).default([]),
	isAsked: z.boolean().default(false),
	added: z.array(z.string().max(longestNote)).max(mostNotes).default([]),
	chosen: z.string().max(200).optional(),
	passed: z.array(z.string().max(160)).max(10).default([]),
});
export type Memory = z.infer<typeof Memory>;

/** The memory a turn brings back; a fresh one when there is none or it does not fit. */
export function memoryOf(state: unknown): Memory {
	const read = Memory.safeParse(state ?? {});
	return read.success ? read.data : Memory.parse({});
}

/** False for what no turn of the rules left behind: how far the task is, is not known. */
export const isMemory = (state: unknown): boolean => Memory.safeParse(state).success && Object.hasOwn(Object(state), "clause");

/** The memory with every text and list within its limits, so that it always comes back whole: how far the task is, and what it was told. */
export function stored(memory: Memory): Memory {
	let kept = bounded(memory);
	for (const less of [24, 12, 6, 2]) {
		if (isStorable(kept)) return kept;
		kept = {
			...kept,
			tried: kept.tried.slice(-less),
			retried: kept.retried.slice(-less / 2),
			visited: kept.visited.slice(-less * 5),
			passed: kept.passed.slice(0, less / 6),
			answers: kept.answers.map((answer) => answer.slice(0, less * 10)),
		};
	}
	if (isStorable(kept)) return kept;
	// What is asked for then is missed, and said to be missing; half of it would be typed as if it were all.
	const { copied: _copied, remembered: _remembered, referent: _referent, field: _field, ...rest } = kept;
	return { ...rest, answers: [] };
}

const isStorable = (memory: Memory) => JSON.stringify(memory).length <= mostCharacters;

function bounded(memory: Memory): Memory {
	const cut = (text: string, limit: number) => text.slice(0, limit);
	return {
		...memory,
		tried: memory.tried.slice(-40).map((key) => cut(key, 160)),
		retried: memory.retried.slice(-20).map((key) => cut(key, 160)),
		visited: memory.visited.slice(-200),
		heard: memory.heard.slice(-20),
		answers: memory.answers.slice(0, 10).map((answer) => cut(answer, 400)),
		added: memory.added.slice(0, mostNotes).map((note) => cut(note, longestNote)),
		passed: memory.passed.slice(0, 10).map((text) => cut(text, 160)),
		...(memory.copied === undefined ? {} : { copied: cut(memory.copied, 1_000) }),
		...(memory.remembered === undefined ? {} : { remembered: cut(memory.remembered, 1_000) }),
		...(memory.referent === undefined ? {} : { referent: { ...memory.referent, text: cut(memory.referent.text, 200) } }),
		...(memory.field === undefined ? {} : { field: { ...memory.field, text: cut(memory.field.text, 200) } }),
		...(memory.chosen === undefined ? {} : { chosen: cut(memory.chosen, 200) }),
		...(memory.step === undefined
			? {}
			: { step: { ...memory.step, action: cut(memory.step.action, 300), key: cut(memory.step.key, 160) } }),
	};
}

/** A short key for a place on a page, to visit it once: seven characters, FNV-1a. */
export function placeKey(text: string): string {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < text.length; index += 1) {
		hash ^= text.charCodeAt(index);
		hash = Math.imul(hash, 0x01_00_01_93) >>> 0;
	}
	return hash.toString(36).padStart(7, "0");
}

/**
 * The key of a thing that this part of a clause opened to get at what stands inside. A page that draws it anew gives it another number: what
 * is called alike in the same document is the same thing.
 */
export const openedKey = ({ id, name }: { readonly id: number; readonly name: string }, { memory, finder }: Opened): string =>
	placeKey(`opened ${name === "" ? id : `${name} ${finder.view.epoch}`} ${memory.clause} ${memory.part}`);

type Opened = { readonly memory: Memory; readonly finder: { readonly view: { readonly epoch: string } } };
