import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { TaskId } from "@webhand/contracts/ids";
import { htmlToPageText } from "@webhand/page/parse/html";
import { isPageText } from "@webhand/page/parse/page-text";
import type { Identity } from "@webhand/service-kit/guard";
import type { Log } from "@webhand/service-kit/logs";
import type { TraceStore } from "./store.ts";

/** The page that a step was decided on, as it was read; kept only where the tenant switched traces on. */
export type TracedStep = {
	readonly identity: Pick<Identity, "tenantId" | "limits">;
	readonly taskId: TaskId;
	readonly stepIndex: number;
	readonly text: string;
	/** The text is a snapshot of the second door as JSON, and no page text or HTML. */
	readonly isSnapshot?: boolean;
};

/** Keeps pages in the background: a reply never waits for it, and trouble with it is logged, no more. */
export type PageKeeper = {
	readonly keep: (step: TracedStep) => void;
	/** Ends once all that was begun is written. Never rejects. */
	readonly close: () => Promise<void>;
};

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const maxBytes = 60 * 1_024;
const maxWaiting = 32;

/** Opens the keeper. With many pages unwritten further ones are let go: traces are a help, no record. */
export function createPageKeeper(deps: {
	readonly pages: Pick<TraceStore, "putPage">;
	readonly log: Log;
	readonly now: () => Date;
}): PageKeeper {
	const writing = new Set<Promise<void>>();
	return {
		keep: ({ identity, taskId, stepIndex, text, isSnapshot = false }) => {
			if (identity.limits.traces !== true || writing.size >= maxWaiting) return;
			const createdAt = deps.now();
			const write = packPage(isSnapshot ? text : asRead(text))
				.then((packed) => deps.pages.putPage(identity.tenantId, { taskId, stepIndex }, { ...packed, createdAt }))
				.catch((cause: unknown) => deps.log.warn({ err: cause, taskId, stepIndex }, "the page of a step was not kept"))
				.finally(() => writing.delete(write));
			writing.add(write);
		},
		close: async () => {
			await Promise.all(writing);
		},
	};
}

/**
 * Page text, which comes without what secret fields hold, as it is, and so is a snapshot; of whatever else is sent what was read of it: no
 * values of such fields, nothing hidden, no script.
 */
function asRead(text: string): string {
	return isPageText(text) ? text : htmlToPageText(text.toWellFormed()).text;
}

/** A text packed into at most 60 KB; what does not fit is cut at the end. */
export async function packPage(text: string): Promise<{ readonly gzip: Buffer; readonly truncated: boolean }> {
	for (let kept = text; ; kept = kept.slice(0, Math.floor(kept.length / 2))) {
		const packed = await pack(kept);
		if (packed.length <= maxBytes) return { gzip: packed, truncated: kept.length < text.length };
	}
}

/** The text that was packed. */
export async function unpackPage(packed: Buffer): Promise<string> {
	return (await unpack(packed)).toString("utf8");
}
