import type { RunRecord } from "../../run-record.ts";

/**
 * What the user said of sites that counts when a client reads a tab without a task. A permission for a task is that task's: it counts for
 * the client that began it, until it ends.
 *
 * @param run the newest of the tab
 * @throws never
 */
export function saidForReading(run: RunRecord | undefined, client: { readonly name: string }): Pick<RunRecord, "sites" | "refused"> {
	if (run === undefined || run.phase === "ended") return { sites: [], refused: [] };
	return { sites: run.client?.name === client.name ? run.sites : [], refused: run.refused };
}
