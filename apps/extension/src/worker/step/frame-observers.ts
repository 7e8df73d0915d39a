import type { ActivityReply } from "@webhand/page/execute/page-action";
import { firstIdAfter, lastIdOfBlock } from "@webhand/page/read/ids";
import { siteOfAddress } from "@webhand/page/site";
import type { RunRecord } from "../../run-record.ts";
import type { PageError } from "../frames/ask-page.ts";
import type { Frame } from "../frames/documents.ts";
import type { Settled } from "../run/engine.ts";
import { toldAddress } from "../tabs/site.ts";

/**
 * `acted`: the action happened here, or its result stands here. `near`: the page around it and frames of the same sites. `far`: other
 * sites, where ads and players move by themselves; they prove nothing and nobody waits for them.
 */
type Part = "acted" | "near" | "far";

/** A document to ask. `isNew`: it replaced a document that was read; `firstId` is an unused block of ids. */
export type FrameObserver = { readonly frame: Frame; readonly part: Part; readonly isNew: boolean; readonly firstId: number };

/** Its answer, or why there is none. */
export type FrameReport = FrameObserver & { readonly age: ActivityReply | PageError["kind"] };

type Known = Pick<RunRecord, "frames" | "acted" | "highestId" | "lastUrl">;

/** Beside the top document and those that were acted in. */
const maxOthers = 5;

/**
 * The documents to ask about an action: the top one, those that were acted in, then the nearest and newest.
 *
 * @param frames of the tab now, the top one first
 * @returns empty where the tab shows no document
 * @throws never
 */
export function observersOf(known: Known, frames: readonly Frame[]): readonly FrameObserver[] {
	const blocks = new Map(known.frames.toReversed().map(({ documentId, firstId }) => [documentId, firstId]));
	const readFrames = new Set(known.frames.map(({ frameId }) => frameId));
	const partOf = relationsIn(frames, actedFrames(known));
	let highestId = known.highestId;
	const freshBlock = () => {
		const firstId = firstIdAfter(highestId);
		highestId = lastIdOfBlock(firstId);
		return firstId;
	};
	const observers = frames.flatMap((frame): readonly FrameObserver[] => {
		const part = partOf(frame);
		const held = blocks.get(frame.documentId);
		if (held !== undefined) return [{ frame, part, isNew: false, firstId: held }];
		if (frame.frameId === 0) return [{ frame, part, isNew: true, firstId: 1 }];
		return readFrames.has(frame.frameId) && part !== "far" ? [{ frame, part, isNew: true, firstId: freshBlock() }] : [];
	});
	const isSure = ({ frame, part }: FrameObserver) => frame.frameId === 0 || part === "acted";
	const others = observers.filter((observer) => !isSure(observer)).toReversed();
	const nearestFirst = [...others.filter(({ part }) => part === "near"), ...others.filter(({ part }) => part === "far")];
	return [...observers.filter(isSure), ...nearestFirst.slice(0, maxOthers)];
}

function actedFrames({ frames, acted }: Known): ReadonlySet<number> {
	return new Set(frames.filter(({ documentId }) => acted?.documentIds.includes(documentId) === true).map(({ frameId }) => frameId));
}

function relationsIn(frames: readonly Frame[], acted: ReadonlySet<number>): (frame: Frame) => Part {
	const byId = new Map(frames.map((frame) => [frame.frameId, frame]));
	const parentOf = (frame: Frame) => byId.get(frame.parentFrameId);
	// A frame without its own address belongs to its parent's site.
	const siteOf = (frame: Frame | undefined): string | null =>
		frame === undefined ? null : (siteOfAddress(frame.url) ?? siteOf(parentOf(frame)));
	const around = new Set<number>([0]);
	for (const frameId of acted)
		for (let frame = byId.get(frameId); frame !== undefined && !around.has(frame.frameId); frame = parentOf(frame))
			around.add(frame.frameId);
	const sites = new Set([0, ...acted].map((frameId) => siteOf(byId.get(frameId))));
	return (frame) => (acted.has(frame.frameId) ? "acted" : around.has(frame.frameId) || sites.has(siteOf(frame)) ? "near" : "far");
}

/**
 * The tab settles when all its documents do; far ones do not count.
 *
 * @param isComplete Chrome says that the tab finished loading
 * @throws never
 */
export function restOf(told: readonly FrameReport[], isComplete: boolean): ActivityReply["rest"] {
	const asked = told.filter(({ part, ...testimony }) => part === "acted" || (part === "near" && !isOlder(testimony)));
	// A document too busy to answer has not settled; one beside the action is not awaited.
	const isBusy = asked.some(
		({ age, part, frame }) => typeof age === "string" && age !== "absent" && (part === "acted" || frame.frameId === 0),
	);
	const ages = agesOf(asked);
	// A link or form leads away and the server has not answered: the old page is quiet, the action is not done.
	const isLeaving = !isComplete && ages.some(({ hasLeft }) => hasLeft);
	if (isBusy || isLeaving || ages.some(({ rest }) => rest === "waiting")) return "waiting";
	return ages.some(({ rest }) => rest === "capped") ? "capped" : "quiet";
}

/** A document that replaced another before the action has its own time. */
function isOlder({ frame, isNew, age }: Omit<FrameReport, "part">): boolean {
	return isNew && frame.frameId !== 0 && typeof age !== "string" && !age.hasChanged;
}

function agesOf(told: readonly FrameReport[]): readonly ActivityReply[] {
	return told.flatMap(({ age }) => (typeof age === "string" ? [] : [age]));
}

/** The tab at the end, with the reports of the asked documents. */
export type Scene = {
	readonly frames: readonly Frame[];
	readonly told: readonly FrameReport[];
	readonly url: string | undefined;
	readonly elapsedMs: number;
};

/**
 * Combines the reports. Counts, form and dropdown come from the documents that were acted in; near documents report only that they
 * changed.
 *
 * @throws never
 */
export function settledFrom(known: Known, { frames, told, url, elapsedMs }: Scene): Omit<Settled, "isPending"> {
	const [first] = known.frames;
	const isNavigated = first !== undefined && frames.find(({ frameId }) => frameId === 0)?.documentId !== first.documentId;
	const lost = known.frames.filter((ref) => !frames.some(({ documentId }) => documentId === ref.documentId));
	const lostActed = lost.filter(({ documentId }) => known.acted?.documentIds.includes(documentId) === true);
	const isReplaced = lostActed.some((ref) => frames.some(({ frameId }) => frameId === ref.frameId));
	// A new document counts from its own start, so its counts say nothing of the action.
	const acted = isNavigated ? [] : agesOf(told.filter(({ part, isNew }) => part === "acted" && !isNew));
	const near = told.filter(({ part }) => part === "near");
	const far = agesOf(told.filter(({ part }) => part === "far"));
	const hasNewNear = agesOf(near.filter(({ isNew }) => isNew)).some(({ hasChanged }) => hasChanged);
	const sum = (count: (age: ActivityReply) => number) => acted.reduce((total, age) => total + count(age), 0);
	const addedCount = sum((age) => age.addedCount);
	const removedCount = sum((age) => age.removedCount);
	// A press may change a text alone, far from its form; what changes by itself is left out there.
	const hasChanged = [...acted, ...agesOf(near)].some((age) => age.hasChanged) || acted.some((age) => age.hasFormChange);
	const urlChanged = url !== undefined && known.lastUrl !== null && toldAddress(url) !== known.lastUrl;
	return {
		didOthersChange: lost.length > 0 || far.some((age) => age.hasChanged || age.hasNetwork || age.hasLeft),
		domChanges: {
			addedCount,
			removedCount,
			dropdownDetected: acted.some((age) => age.dropdownDetected),
			stabilizationTime: elapsedMs,
			...(known.lastUrl === null ? {} : { previousUrl: known.lastUrl }),
			urlChanged,
		},
		clientObservations: {
			// A document that is being left has sent a request.
			didNetworkOccur:
				isNavigated ||
				isReplaced ||
				hasNewNear ||
				acted.some((age) => age.hasLeft) ||
				[...acted, ...agesOf(near)].some((age) => age.hasNetwork),
			didDomMutate: isNavigated || lostActed.length > 0 || addedCount + removedCount > 0 || hasChanged,
			didUrlChange: urlChanged,
		},
	};
}
