import { firstIdAfter, firstIdOfBlock, lastIdOfBlock } from "@webhand/page/read/ids";
import type { FrameChild } from "@webhand/page/write/stitch";
import { stitchFrames } from "@webhand/page/write/stitch";
import type { PageReadReply } from "../../page/messages.ts";
import type { FrameRef, RunRecord } from "../../storage.ts";
import type { PageInput, Place } from "./ask-page.ts";
import { askPage, PageError } from "./ask-page.ts";
import type { Frame } from "./documents.ts";
import { inject, listFrames } from "./documents.ts";

type Known = Pick<RunRecord, "frames" | "highestId">;

/** A tab as text, with the documents that its element ids belong to; the top document first. */
export type TabText = {
	readonly text: string;
	readonly title: string;
	/** Shown by Chrome's own viewer, which no script can read: the text is empty. */
	readonly isPdf: boolean;
	readonly frames: readonly FrameRef[];
	/** Even collapsed the top document did not fit well. */
	readonly isOverLimit: boolean;
};

/** A document of more controls than so many blocks have numbers is more than a text can hold. */
const maxGrants = 3;
/** Characters of a page with its frames, where it loses no control by that, and at all. */
const room = { cap: 50_000, extendedCap: 200_000 } as const;
const topLimitMs = 5_000;
const frameLimitMs = 2_000;
const tokenLimitMs = 150;

/**
 * Reads every frame of a tab. The content script is put in where it is missing; a frame that does not answer is marked in the text.
 *
 * @param known documents of an earlier look, and how far ids were given: later documents number on from there
 * @param isAllowed asked of the top document's own address: the tab may have gone elsewhere since its permission was looked up
 * @throws {PageError} when the top document cannot be read; `refused` when it is not allowed
 */
export async function readTab(tabId: number, known: Known, isAllowed: (url: string) => boolean): Promise<TabText> {
	const frames = await listFrames(tabId);
	const top = frames.find((frame) => frame.frameId === 0);
	if (top === undefined) throw new PageError("absent", "The tab shows no document");
	if (!isAllowed(top.url)) throw new PageError("refused", "The tab shows another site");
	const knownDocuments = new Set(known.frames.map(({ documentId }) => documentId));
	const reader = new Reader(tabId, frames, known);
	await inject(
		tabId,
		frames.filter((frame) => !knownDocuments.has(frame.documentId)),
	);
	const look = await reader.lookAt(top, topLimitMs);
	const children = await reader.childrenOf(top, look);
	const text = stitchFrames(look.text, children);
	const told = { title: look.title, isPdf: isPdf(look), frames: reader.refs };
	const taken = text.length - look.text.length;
	if (taken <= 0 || text.length <= room.cap) return { ...told, text, isOverLimit: look.isOverLimit };
	// What the frames take is known only now: the top document gets what they leave.
	const input = { cap: Math.max(0, room.cap - taken), extendedCap: room.extendedCap - taken };
	const fitted = await askPage(placeOf(tabId, top), { type: "page_fit", input, limitMs: topLimitMs }).catch(nullIfUnanswered);
	if (fitted === null) return { ...told, text, isOverLimit: look.isOverLimit };
	return { ...told, text: stitchFrames(fitted.text, children), isOverLimit: fitted.isOverLimit };
}

const isPdf = ({ contentType }: PageReadReply) => contentType === "application/pdf";

/** A document that fails to say it shorter has been read all the same; one that is gone has not. */
function nullIfUnanswered(error: unknown): null {
	if (error instanceof PageError && (error.kind === "silent" || error.kind === "refused")) return null;
	throw error;
}

function placeOf(tabId: number, { frameId, documentId }: Frame): Place {
	return { tabId, frameId, documentId };
}

class Reader {
	readonly refs: FrameRef[] = [];
	readonly #tabId: number;
	readonly #frames: readonly Frame[];
	/** Whose each block is, by its first id. */
	readonly #owners: Map<number, string>;
	/** The block that each document may take, those that have none yet first. */
	readonly #offers: ReadonlyMap<string, number>;
	#highestId: number;

	constructor(tabId: number, frames: readonly Frame[], known: Known) {
		this.#tabId = tabId;
		this.#frames = frames;
		const present = new Set(frames.map(({ documentId }) => documentId));
		this.#owners = new Map(
			known.frames.filter(({ documentId }) => present.has(documentId)).map(({ firstId, documentId }) => [firstId, documentId]),
		);
		const isKnown = ({ documentId }: Frame) => known.frames.some((ref) => ref.documentId === documentId);
		this.#highestId = Math.max(known.highestId, lastIdOfBlock(firstIdOfBlock(0)));
		this.#offers = new Map(
			[...frames]
				.sort((a, b) => Number(isKnown(a)) - Number(isKnown(b)))
				.map((frame) => [frame.documentId, frame.frameId === 0 && !isKnown(frame) ? firstIdOfBlock(0) : this.#nextBlock()]),
		);
	}

	/** Two documents of a tab never have an id in common, also where one was numbered for another task, or was silent for a while. */
	async lookAt(frame: Frame, limitMs: number): Promise<PageReadReply> {
		const { documentId } = frame;
		const ask = (firstId: number, isReset?: true) => this.#ask(frame, { firstId, ...(isReset && { isReset }) }, limitMs);
		let reply = await ask(this.#offers.get(documentId) ?? this.#nextBlock());
		if (!this.#isOwn(documentId, reply.blocks)) reply = await ask(this.#nextBlock(), true);
		for (let grants = 0; reply.missingIds > 0 && grants < maxGrants; grants += 1) reply = await ask(this.#nextBlock());
		const { docEpoch, blocks } = reply;
		for (const firstId of blocks) {
			this.#owners.set(firstId, documentId);
			if (this.refs.some((ref) => ref.firstId === firstId)) continue;
			this.refs.push({ frameId: frame.frameId, documentId, docEpoch, firstId, lastId: lastIdOfBlock(firstId) });
		}
		return reply;
	}

	/** Who says first that a block is its own has it: what answers later begins anew. */
	#isOwn(documentId: string, blocks: readonly number[]): boolean {
		const isOwn = blocks.every((firstId) => (this.#owners.get(firstId) ?? documentId) === documentId);
		if (isOwn) for (const firstId of blocks) this.#owners.set(firstId, documentId);
		return isOwn;
	}

	async #ask(frame: Frame, input: PageInput<"page_read">, limitMs: number): Promise<PageReadReply> {
		const place = placeOf(this.#tabId, frame);
		const look = () => askPage(place, { type: "page_read", input, limitMs });
		try {
			return await look();
		} catch (error) {
			if (!(error instanceof PageError) || error.kind !== "absent") throw error;
			await inject(this.#tabId, [frame]);
			return look();
		}
	}

	/** Texts of all frames below a document, by the number that their parent's text gives them. */
	async childrenOf(parent: Frame, look: PageReadReply): Promise<FrameChild[]> {
		if (look.frames.length === 0) return [];
		const frames = this.#frames.filter((frame) => frame.parentFrameId === parent.frameId);
		const read = (await Promise.all(frames.map((frame) => this.#child(frame)))).filter((child) => child !== null);
		return look.frames.flatMap(({ id, token }) => {
			const child = read.find((candidate) => candidate.token === token);
			return child === undefined ? [{ id, text: null }] : [{ id, text: child.text }, ...child.below];
		});
	}

	/** The token is posted to the child before its parent answers; only rarely does our question overtake it. */
	async #child(
		frame: Frame,
	): Promise<{ readonly token: string | null; readonly text: string; readonly below: readonly FrameChild[] } | null> {
		try {
			let look = await this.lookAt(frame, frameLimitMs);
			if (look.token === null) {
				await new Promise((resolve) => setTimeout(resolve, tokenLimitMs));
				look = await this.lookAt(frame, frameLimitMs);
			}
			if (isPdf(look)) return null;
			return { token: look.token, text: look.text, below: await this.childrenOf(frame, look) };
		} catch (error) {
			if (error instanceof PageError) return null;
			throw error;
		}
	}

	/** A block that no document of the task has had. */
	#nextBlock(): number {
		let firstId: number;
		do {
			firstId = firstIdAfter(this.#highestId);
			this.#highestId = lastIdOfBlock(firstId);
		} while (this.#owners.has(firstId));
		return firstId;
	}
}
