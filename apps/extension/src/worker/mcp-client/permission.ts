import type { RunClient } from "../../panel-state.ts";
import type { RunRecord } from "../../run-record.ts";

/**
 * The sites that the user allowed or refused, for a client that reads a tab without a task. A permission for a task counts only for the
 * client that began the task, until the task ends.
 *
 * @param run the newest of the tab
 * @throws never
 */
export function saidForReading(run: RunRecord | undefined, client: Pick<RunClient, "id">): Pick<RunRecord, "sites" | "refused"> {
	if (run === undefined || run.phase === "ended") return { sites: [], refused: [] };
	return { sites: run.client?.id === client.id ? run.sites : [], refused: run.refused };
}
