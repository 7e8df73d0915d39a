import type { FrameChild } from "@webhand/page/write/stitch";
import { stitchFrames } from "@webhand/page/write/stitch";
import type { LookReply } from "../../page/messages.ts";
import type { FrameRef } from "../../storage.ts";
import { inject } from "./inject.ts";
import type { Frame } from "./list.ts";
import { listFrames } from "./list.ts";
import type { Place } from "./send.ts";
import { askPage, PageError } from "./send.ts";

/** A tab as text, with the documents that its element ids belong to; the top document first. */
export type TabText = {
	readonly text: string;
	readonly title: string;
	readonly frames: readonly FrameRef[];
	/** Even collapsed the top document did not fit well. */
	readonly isOverLimit: boolean;
};

const blockSize = 10_000;
/** Characters of a page with its frames, where it loses no control by that, and at all. @source page.md §5 */
const room = { cap: 50_000, extendedCap: 200_000 } as const;
const topLimitMs = 5_000;
const frameLimitMs = 2_000;
const tokenLimitMs = 150;

/**
 * Reads every frame of a tab. The content script is put in where it is missing; a frame that does not answer is marked in the text.
 *
 * @param known documents of an earlier look: they keep their blocks of ids
 * @param isAllowed asked of the top document's own address: the tab may have gone elsewhere since its permission was looked up
 * @throws {PageError} when the top document cannot be read; `refused` when it is not allowed
 * @source page.md §2, §6
 */
export async function readTab(tabId: number, known: readonly FrameRef[], isAllowed: (url: string) => boolean): Promise<TabText> {
	const frames = await listFrames(tabId);
	const top = frames.find((frame) => frame.frameId === 0);
	if (top === undefined) throw new PageError("absent", "The tab shows no document");
	if (!isAllowed(top.url)) throw new PageError("refused", "The tab shows another site");
	const knownDocuments = new Set(known.map(({ documentId }) => documentId));
	const reader = new Reader(tabId, frames, known);
	await inject(
		tabId,
		frames.filter((frame) => !knownDocuments.has(frame.documentId)),
	);
	const look = await reader.lookAt(top, topLimitMs);
	const children = await reader.childrenOf(top, look);
	const text = stitchFrames(look.text, children);
	const told = { title: look.title, frames: reader.refs };
	const taken = text.length - look.text.length;
	if (taken <= 0 || text.length <= room.cap) return { ...told, text, isOverLimit: look.isOverLimit };
	// What the frames take is known only now: the top document gets what they leave.
	const input = { cap: Math.max(0, room.cap - taken), extendedCap: room.extendedCap - taken };
	const fitted = await askPage(placeOf(tabId, top), { type: "page_fit", input, limitMs: topLimitMs }).catch(asRead);
	if (fitted === null) return { ...told, text, isOverLimit: look.isOverLimit };
	return { ...told, text: stitchFrames(fitted.text, children), isOverLimit: fitted.isOverLimit };
}

/** A document that fails to say it shorter has been read all the same; one that is gone has not. */
function asRead(error: unknown): null {
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
	readonly #blocks: Map<string, number>;

	constructor(tabId: number, frames: readonly Frame[], known: readonly FrameRef[]) {
		this.#tabId = tabId;
		this.#frames = frames;
		this.#blocks = new Map(known.map(({ documentId, firstId }) => [documentId, firstId]));
	}

	async lookAt(frame: Frame, limitMs: number): Promise<LookReply> {
		const firstId = this.#blockFor(frame);
		const place = placeOf(this.#tabId, frame);
		const look = () => askPage(place, { type: "page_look", input: { firstId }, limitMs });
		const reply = await look().catch(async (error: unknown) => {
			if (!(error instanceof PageError) || error.kind !== "absent") throw error;
			await inject(this.#tabId, [frame]);
			return look();
		});
		const { docEpoch, lastId } = reply;
		const { frameId, documentId } = frame;
		if (!this.refs.some((ref) => ref.documentId === documentId))
			this.refs.push({ frameId, documentId, docEpoch, firstId: reply.firstId, lastId });
		return reply;
	}

	/** Texts of all frames below a document, by the number that their parent's text gives them. */
	async childrenOf(parent: Frame, look: LookReply): Promise<FrameChild[]> {
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
			return { token: look.token, text: look.text, below: await this.childrenOf(frame, look) };
		} catch (error) {
			if (error instanceof PageError) return null;
			throw error;
		}
	}

	/** The top document numbers from 1; each other one has a block of its own that no other document of the tab has had. */
	#blockFor(frame: Frame): number {
		const held = this.#blocks.get(frame.documentId);
		if (held !== undefined) return held;
		const taken = new Set(this.#blocks.values());
		let first = frame.frameId === 0 ? 1 : blockSize + 1;
		while (frame.frameId !== 0 && taken.has(first)) first += blockSize;
		this.#blocks.set(frame.documentId, first);
		return first;
	}
}
