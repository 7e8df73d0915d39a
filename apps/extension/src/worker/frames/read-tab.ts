import type { PageReadReply } from "@webhand/page/execute/page-action";
import { firstIdAfter, firstIdOfBlock, lastIdOfBlock } from "@webhand/page/read/ids";
import type { FrameChild } from "@webhand/page/write/stitch";
import { stitchFrames } from "@webhand/page/write/stitch";
import type { FrameRef, RunRecord } from "../../run-record.ts";
import type { PageInput, Place } from "./ask-page.ts";
import { askPage, PageError } from "./ask-page.ts";
import type { Frame } from "./documents.ts";
import { inject, listFrames } from "./documents.ts";
import { hostOf } from "./frame-site.ts";

/** Documents of a tab as they were read before, which are not asked again; `found`: the tab's documents at that time. */
export type Taken = { readonly found: readonly Frame[]; readonly replies: ReadonlyMap<string, PageReadReply> };

type Known = Pick<RunRecord, "frames" | "highestId"> & { readonly taken?: Taken };

/** A tab as text with the documents that own its element ids, the top document first. */
export type TabText = {
	readonly text: string;
	/** Chrome's PDF viewer shows it, which no script can read: the text is empty. */
	readonly isPdf: boolean;
	readonly frames: readonly FrameRef[];
	/** The top document is over the limit even when collapsed. */
	readonly isOverLimit: boolean;
	/** All documents that were read. */
	readonly taken: Taken;
};

/** Which documents may be read. */
export type MayRead = { readonly page: (url: string) => boolean; readonly frame: (frame: Frame, frames: readonly Frame[]) => boolean };

/** More blocks than a text has room for. */
const maxGrants = 3;
/** Characters of a page with its frames: the usual cap, and the one that loses no control. */
const room = { cap: 50_000, extendedCap: 200_000 } as const;
const topLimitMs = 5_000;
const frameLimitMs = 2_000;
const tokenLimitMs = 150;

/**
 * Reads every frame of a tab and injects the content script where it is missing. The text marks a frame that does not answer.
 *
 * @param known documents of the last reading and the highest id; new documents get ids after it. Of what was `taken`, the tab may have
 * gone on to another page since
 * @param may `page` judges the top document's own address, since the tab may have navigated meanwhile; `frame` leaves out those that the
 * user refused, and what stands in them
 * @throws {PageError} when the top document cannot be read; `refused` when it is not allowed
 */
export async function readTab(tabId: number, known: Known, may: MayRead): Promise<TabText> {
	const { taken } = known;
	const found = taken?.found ?? (await listFrames(tabId));
	const top = found.find((frame) => frame.frameId === 0);
	if (top === undefined) throw new PageError("absent", "The tab shows no document");
	const frames = found.filter((frame) => frame === top || may.frame(frame, found));
	if (!may.page(top.url)) throw new PageError("refused", "The tab shows another site");
	const knownDocuments = new Set(known.frames.map(({ documentId }) => documentId));
	const reader = new Reader(tabId, frames, known);
	await inject(
		tabId,
		frames.filter((frame) => !knownDocuments.has(frame.documentId) && taken === undefined),
	);
	const look = await reader.lookAt(top, topLimitMs);
	const children = await reader.childrenOf(top, look);
	const text = stitchFrames(look.text, children);
	const told = { isPdf: isPdf(look), frames: reader.refs, taken: { found: frames, replies: reader.replies } };
	const framesLength = text.length - look.text.length;
	// The newest text of a document is not the one that was taken.
	if (framesLength <= 0 || text.length <= room.cap || taken !== undefined) return { ...told, text, isOverLimit: look.isOverLimit };
	// Only now is the room of the frames known; the top document gets the rest.
	const input = { cap: Math.max(0, room.cap - framesLength), extendedCap: room.extendedCap - framesLength };
	const fitted = await askPage(placeOf(tabId, top), { type: "page_fit", input, limitMs: topLimitMs }).catch(nullIfUnanswered);
	if (fitted === null) return { ...told, text, isOverLimit: look.isOverLimit };
	return { ...told, text: stitchFrames(fitted.text, children), isOverLimit: fitted.isOverLimit };
}

const isPdf = ({ contentType }: PageReadReply) => contentType === "application/pdf";

/** A document that cannot shorten its text was read all the same. */
function nullIfUnanswered(error: unknown): null {
	if (error instanceof PageError && (error.kind === "silent" || error.kind === "refused")) return null;
	throw error;
}

function placeOf(tabId: number, { frameId, documentId }: Frame): Place {
	return { tabId, frameId, documentId };
}

/** A frame's text, its true host and the texts of its own frames. */
type Child = { readonly token: string | null; readonly host: string; readonly text: string; readonly below: readonly FrameChild[] };

class Reader {
	readonly refs: FrameRef[] = [];
	readonly replies = new Map<string, PageReadReply>();
	readonly #taken: Taken["replies"];
	readonly #tabId: number;
	readonly #frames: readonly Frame[];
	/** The document of each block, by the block's first id. */
	readonly #owners: Map<number, string>;
	/** The block offered to each document; documents without one come first. */
	readonly #offers: ReadonlyMap<string, number>;
	#highestId: number;

	constructor(tabId: number, frames: readonly Frame[], known: Known) {
		this.#tabId = tabId;
		this.#frames = frames;
		this.#taken = known.taken?.replies ?? new Map();
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

	/** Reads a document. No two documents of a tab share an id, even after a task change or a silent document. */
	async lookAt(frame: Frame, limitMs: number): Promise<PageReadReply> {
		const { documentId } = frame;
		const taken = this.#taken.get(documentId);
		if (taken !== undefined) return this.#keep(frame, taken);
		const ask = (firstId: number, isReset?: true) => this.#ask(frame, { firstId, ...(isReset && { isReset }) }, limitMs);
		let reply = await ask(this.#offers.get(documentId) ?? this.#nextBlock());
		if (!this.#isOwn(documentId, reply.blocks)) reply = await ask(this.#nextBlock(), true);
		for (let grants = 0; reply.missingIds > 0 && grants < maxGrants; grants += 1) reply = await ask(this.#nextBlock());
		return this.#keep(frame, reply);
	}

	#keep(frame: Frame, reply: PageReadReply): PageReadReply {
		const { documentId } = frame;
		const { docEpoch, blocks } = reply;
		this.replies.set(documentId, reply);
		for (const firstId of blocks) {
			this.#owners.set(firstId, documentId);
			if (this.refs.some((ref) => ref.firstId === firstId)) continue;
			this.refs.push({ frameId: frame.frameId, documentId, docEpoch, firstId, lastId: lastIdOfBlock(firstId) });
		}
		return reply;
	}

	/** The first document to claim a block owns it; a later claimant starts over. */
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

	/** The texts of all frames below a document, by the ids of their frame elements. */
	async childrenOf(parent: Frame, look: PageReadReply): Promise<FrameChild[]> {
		if (look.frames.length === 0) return [];
		const frames = this.#frames.filter((frame) => frame.parentFrameId === parent.frameId);
		const read = (await Promise.all(frames.map((frame) => this.#child(frame)))).filter((child) => child !== null);
		const around = hostOf(parent, look.origin, this.#frames);
		return look.frames.flatMap(({ id, token }) => {
			const [child, another] = read.filter((candidate) => candidate.token === token);
			// A page can hand one token to two frames; then nobody knows which text belongs here.
			if (child === undefined || another !== undefined) return [{ id, text: null }];
			return [{ id, text: child.text, host: child.host === around ? "" : child.host }, ...child.below];
		});
	}

	/** The parent posts the token before it answers; our question rarely overtakes it. */
	async #child(frame: Frame): Promise<Child | null> {
		try {
			let look = await this.lookAt(frame, frameLimitMs);
			if (look.token === null) {
				await new Promise((resolve) => setTimeout(resolve, tokenLimitMs));
				look = await this.lookAt(frame, frameLimitMs);
			}
			if (isPdf(look)) return null;
			const host = hostOf(frame, look.origin, this.#frames);
			return { token: look.token, host, text: look.text, below: await this.childrenOf(frame, look) };
		} catch (error) {
			if (error instanceof PageError) return null;
			throw error;
		}
	}

	/** A block that no document of the task has used. */
	#nextBlock(): number {
		let firstId: number;
		do {
			firstId = firstIdAfter(this.#highestId);
			this.#highestId = lastIdOfBlock(firstId);
		} while (this.#owners.has(firstId));
		return firstId;
	}
}
