import type { Manifest } from "./manifest.ts";
import type { Restored } from "./restore.ts";

/** What a finished backup says. @throws never */
export function backupReport(to: string, { databases, folders, keys }: Manifest): readonly string[] {
	const rows = databases.flatMap(({ collections }) => collections).reduce((sum, collection) => sum + collection.rows, 0);
	return [
		`The backup is in ${to}: ${rows} rows, ${folders.length} folders.`,
		`The keys are not in it: keep ${Object.keys(keys).join(", ")} in another place. Nothing opens without them.`,
	];
}

/** What a finished restore says. @throws never */
export function restoreReport({ manifest, ended }: Restored): readonly string[] {
	const back = `Everything of ${manifest.takenAt} is back. The services bring it to their version when they start.`;
	if (ended === undefined) return [back];
	const { signIns, apiKeys, invites, clients, mandates, approvals, runs, schedules, triggers } = ended;
	return [
		back,
		`Ended: ${signIns} sign-ins, so everybody signs in again and each runner needs a new code${apiKeys > 0 ? `; ${apiKeys} API keys` : ""}.`,
		`Revoked: ${invites} invites, ${clients} connected MCP clients, ${mandates} mandates, ${approvals} standing approvals. Give again what is still wanted.`,
		`Paused: ${runs} runs of routines and ${schedules} schedules that were due meanwhile: what they did since is not known here; ${triggers} addresses that start routines.`,
		...(apiKeys > 0 ? [] : ["API keys, passwords and members are those of that moment: end again what was ended since."]),
	];
}
