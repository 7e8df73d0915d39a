import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import type { RunRecord } from "../../run-record.ts";
import { siteGrantsItem } from "../../storage.ts";
import type { Frame } from "../frames/documents.ts";
import { listFrames } from "../frames/documents.ts";
import { addressOf } from "../frames/frame-site.ts";
import type { IsShut } from "./shut-sites.ts";
import { injectableOrigins } from "./site.ts";

/** Whether this run may inject a script now: the user's permission, then Chrome's. */
export async function mayInject({ sites, refused }: Pick<RunRecord, "sites" | "refused">, url: string): Promise<boolean> {
	const origins = injectableOrigins(url, { sites, refused, grants: await siteGrantsItem.get() }, siteOfAddress);
	return origins !== null && (await isAllowedByChrome(origins));
}

type Refusing = Pick<RunRecord, "refused"> & { readonly isShut?: IsShut };

/**
 * Whether the user refused the site of a document, or of one around it, for this run, or the organization did.
 *
 * @param frames of the tab
 * @throws never
 */
export function isRefused({ refused, isShut }: Refusing, frame: Frame, frames: readonly Frame[]): boolean {
	for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(at, frames)) {
		const address = addressOf(at, frames);
		if (isShut?.(address) === true || refused.includes(siteOfAddress(address) ?? "")) return true;
	}
	return false;
}

function parentOf({ parentFrameId, frameId }: Frame, frames: readonly Frame[]): Frame | undefined {
	return frames.find((other) => other.frameId === parentFrameId && other.frameId !== frameId);
}

/** The documents of a run's tab that stand on sites which the user refused, by id. A site may be refused after it was read. */
export async function refusedDocuments(record: Pick<RunRecord, "refused" | "currentTabId">): Promise<ReadonlySet<string>> {
	if (record.refused.length === 0) return new Set();
	const frames = await listFrames(record.currentTabId);
	return new Set(frames.filter((frame) => isRefused(record, frame, frames)).map(({ documentId }) => documentId));
}

/** Whether Chrome grants these origins. Asked before each injection, since `executeScript` never settles on a withheld site. */
export async function isAllowedByChrome(origins: readonly string[]): Promise<boolean> {
	return browser.permissions.contains({ origins: [...origins] });
}
