import { TenantId, UserId } from "@webhand/contracts/ids";
import { z } from "zod";
import { Domain, TabId } from "./panel-state.ts";
import { RecordingView } from "./recording.ts";
import { FrameRef } from "./run-record.ts";

/** A tab of a recording. `visited`: its addresses behind each other, so that a step back is told from a step forward. */
const RecordedTab = z.object({
	id: TabId,
	title: z.string(),
	host: z.string(),
	visited: z.array(z.string()).max(50),
	/** Opened by the person and still without a page. */
	isEmpty: z.boolean(),
	/** It came to the front before it had a title: the step is told with its page. */
	isArriving: z.boolean(),
	frames: z.array(FrameRef),
	highestId: z.number().int(),
});
export type RecordedTab = z.infer<typeof RecordedTab>;

/**
 * A recording with all that a new worker needs to go on. `sites`, `refused`: domains that the person allowed and refused for it. `lastActAt`
 * (ms): what a page does by itself right after an act came of the act.
 */
export const RecordingRecord = RecordingView.extend({
	owner: z.object({ userId: UserId, tenantId: TenantId }),
	windowId: z.number().int(),
	tabs: z.array(RecordedTab),
	sites: z.array(Domain),
	refused: z.array(Domain),
	nextKey: z.number().int().positive(),
	lastActAt: z.number(),
});
export type RecordingRecord = z.infer<typeof RecordingRecord>;
