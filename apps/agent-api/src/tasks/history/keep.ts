import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { limitOf } from "@webhand/contracts/auth/limits";
import type { TaskId } from "@webhand/contracts/ids";
import { htmlToPageText } from "@webhand/page/parse/html";
import { isPageText } from "@webhand/page/parse/page-text";
import type { Identity } from "@webhand/service-kit/guard";
import type { Log } from "@webhand/service-kit/logs";
import type { TenantCount } from "../../shared/tenant-count.ts";
import type { TraceStore } from "./store.ts";

/** The page that a step was decided on; stored only where the tenant switched traces on. */
export type TracedStep = {
	readonly identity: Pick<Identity, "tenantId" | "limits">;
	readonly taskId: TaskId;
	readonly stepIndex: number;
	readonly text: string;
	/** The text is a snapshot of the run channel as JSON, not page text or HTML. */
	readonly isSnapshot?: boolean;
};

/** Stores pages in the background: no reply waits for it, and a failure is only logged. */
export type PageKeeper = {
	readonly keep: (step: TracedStep) => void;
	/** Resolves once all pages are written. Never rejects. */
	readonly close: () => Promise<void>;
};

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const maxBytes = 60 * 1_024;
const maxWaiting = 32;
const spareShare = 0.02;

/** Opens the page keeper. While 32 pages wait, further ones are dropped: traces are no record. */
export function createPageKeeper(deps: {
	readonly pages: Pick<TraceStore, "putPage" | "dropOldestPages">;
	readonly count: TenantCount;
	readonly log: Log;
	readonly now: () => Date;
}): PageKeeper {
	const writing = new Set<Promise<void>>();
	/** A little more than is needed goes, so that not each page of a full tenant counts all. */
	const trimNow = async ({ tenantId, limits }: TracedStep["identity"]) => {
		deps.count.add(tenantId);
		const most = limitOf(limits, "tracePages");
		const count = await deps.count.of(tenantId, most + Math.ceil(spareShare * most));
		if (count <= most) return;
		await deps.pages.dropOldestPages(tenantId, count - most + Math.floor(spareShare * most));
		deps.count.forget(tenantId);
	};
	// One after the other: two at once would count, and delete, the same pages.
	let trimming = Promise.resolve();
	const trim = (identity: TracedStep["identity"]) => {
		const turn = trimming.then(() => trimNow(identity));
		trimming = turn.catch(() => undefined);
		return turn;
	};
	return {
		keep: ({ identity, taskId, stepIndex, text, isSnapshot = false }) => {
			if (identity.limits.traces !== true || writing.size >= maxWaiting) return;
			const createdAt = deps.now();
			const write = packPage(isSnapshot ? text : asRead(text))
				.then((packed) => deps.pages.putPage(identity.tenantId, { taskId, stepIndex }, { ...packed, createdAt }))
				.then(() => trim(identity))
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
 * The text to store. Page text holds no values of secret fields; HTML is converted to page text, which also drops hidden content and
 * scripts.
 */
function asRead(text: string): string {
	return isPageText(text) ? text : htmlToPageText(text.toWellFormed()).text;
}

/** Compresses a text into at most 60 KB; the rest is cut at the end. */
export async function packPage(text: string): Promise<{ readonly gzip: Buffer; readonly truncated: boolean }> {
	for (let kept = text; ; kept = kept.slice(0, Math.floor(kept.length / 2))) {
		const packed = await pack(kept);
		if (packed.length <= maxBytes) return { gzip: packed, truncated: kept.length < text.length };
	}
}

/** The text of a compressed page. */
export async function unpackPage(packed: Buffer): Promise<string> {
	return (await unpack(packed)).toString("utf8");
}
