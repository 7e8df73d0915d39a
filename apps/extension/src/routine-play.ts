import { RoutineRunId, SessionId, TenantId, UserId } from "@webhand/contracts/ids";
import { z } from "zod";
import { Attachment } from "./attachments.ts";
import { Domain, RunClient } from "./panel-state.ts";

/**
 * A run of a routine that this browser does, row after row; each row is an ordinary task. It ends with the browser: the run waits on the server
 * until a person goes on with it.
 */
export const RoutinePlay = z.object({
	runId: RoutineRunId,
	owner: z.object({ userId: UserId, tenantId: TenantId }),
	/** Where the rows are done. `hasOwnTab`: the tab was opened for them. */
	tabId: z.number().int(),
	windowId: z.number().int(),
	hasOwnTab: z.boolean(),
	/** The browser took the run by itself, into a window of its own. */
	isTaken: z.boolean().optional(),
	/** The MCP client that asked for its row; absent for a run of the person. */
	client: RunClient.optional(),
	/** The chat of all rows. */
	sessionId: SessionId,
	files: z.array(Attachment),
	/** Sites that the person allowed when they began it. */
	sites: z.array(Domain).optional(),
	/** The task that began last, and the sites that it was allowed or refused: they count for the whole run. */
	runKey: z.string().nullable(),
	/** Why it rests until the person goes on. */
	problem: z.object({ code: z.string(), message: z.string() }).nullable(),
	/** Attempts to take a row that failed, and the time of the next one (ms). */
	retry: z.object({ count: z.number().int(), at: z.number() }).nullable(),
});
export type RoutinePlay = z.infer<typeof RoutinePlay>;
