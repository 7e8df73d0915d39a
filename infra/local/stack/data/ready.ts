import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readTextIfAny, writeFileWhole } from "./files.ts";

const Account = z.object({ email: z.string(), password: z.string() });

/**
 * `ready.json` of the data folder: written when everything is ready, removed when the stack stops. `pids` by name, the supervisor's own
 * and the reaper's included; `mongoUrl` is the administrator's.
 */
export const Ready = z.object({
	url: z.url(),
	services: z.object({ auth: z.url(), agentApi: z.url(), knowledgeProxy: z.url(), toolRunner: z.url() }),
	operator: Account,
	admin: Account,
	member: Account,
	extensionDir: z.string(),
	demoUrl: z.url(),
	mongoUrl: z.string(),
	redisUrl: z.string(),
	pids: z.record(z.string(), z.number()),
});
export type Ready = z.infer<typeof Ready>;

const pathOf = (folder: string) => join(folder, "ready.json");

export function writeReady(folder: string, ready: Ready): void {
	writeFileWhole(pathOf(folder), `${JSON.stringify(ready, null, "\t")}\n`);
}

export function removeReady(folder: string): void {
	rmSync(pathOf(folder), { force: true });
}

/** The address of the stack that runs on this folder, if it got that far. */
export function readUrl(folder: string): string | undefined {
	const text = readTextIfAny(pathOf(folder));
	return text === undefined ? undefined : Ready.safeParse(JSON.parse(text)).data?.url;
}
