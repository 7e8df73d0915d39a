import { browser } from "wxt/browser";
import type { PageCommand, PageCommandType, PageReply } from "../../page/messages.ts";
import { PageEnvelope, pageReplies } from "../../page/messages.ts";
import { withTimeLimit } from "../time-limit.ts";

/** The document of a message. It keeps a decision about one document away from the next. */
export type Place = { readonly tabId: number; readonly frameId: number; readonly documentId: string };

/**
 * Why a document did not answer.
 * `absent`: nobody received the message, so nothing was done. `lost`: the document went away before it answered.
 * `silent`: no answer in time; the document is busy or shows a dialog. `refused`: it answered with an error.
 */
export class PageError extends Error {
	override readonly name = "PageError";
	readonly kind: "absent" | "lost" | "silent" | "refused";

	constructor(kind: PageError["kind"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}

export type PageInput<T extends PageCommandType> = Omit<Extract<PageCommand, { type: T }>, "v" | "id" | "type">;

/**
 * Sends a command to one document.
 *
 * @param request `limitMs` is the longest wait
 * @throws {PageError}
 */
export async function askPage<T extends PageCommandType>(
	place: Place,
	request: { readonly type: T; readonly input: PageInput<T>; readonly limitMs: number },
): Promise<PageReply<T>> {
	const { type, input, limitMs } = request;
	const message = { v: 1, id: crypto.randomUUID(), type, ...input };
	const { frameId, documentId } = place;
	const sent: Promise<unknown> = browser.tabs.sendMessage(place.tabId, message, { frameId, documentId }).catch(asPageError);
	const answer = await withTimeLimit(sent, limitMs, () => {
		throw new PageError("silent", `No answer in ${limitMs} ms`);
	});
	const envelope = PageEnvelope.safeParse(answer);
	if (!envelope.success) throw new PageError("absent", "The document gave no answer of ours");
	if (!envelope.data.ok) throw new PageError("refused", `${envelope.data.error.code}: ${envelope.data.error.message}`);
	const data = pageReplies[type].safeParse(envelope.data.data);
	if (!data.success) throw new PageError("refused", `The document's answer to ${type} is not of the protocol`);
	return data.data as PageReply<T>;
}

function asPageError(cause: unknown): never {
	const message = cause instanceof Error ? cause.message : String(cause);
	const isAbsent = /Receiving end does not exist|No tab with id|No frame with id|No document with id/i.test(message);
	throw new PageError(isAbsent ? "absent" : "lost", message, { cause });
}
