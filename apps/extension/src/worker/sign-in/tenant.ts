import { switchRoute } from "@webhand/contracts/auth/account";
import type { TenantId } from "@webhand/contracts/ids";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem } from "../../storage.ts";
import { MessageError } from "../panel/message-error.ts";
import type { Scheduler } from "../run/scheduler.ts";
import type { RunStore } from "../run/store.ts";
import { inTime, takeSignIn } from "./complete.ts";

const toldWithinMs = 5_000;
const lookMs = 50;

export type SwitchDeps = {
	readonly api: SignedInApi;
	readonly runs: RunStore;
	readonly scheduler: Pick<Scheduler, "schedule" | "stop">;
	readonly now: () => number;
};

/**
 * Stops the tasks that run, since they belong to the tenant that is left, and signs in to another one. A second step that is due is shown
 * by the panel, and the old sign-in holds until then.
 *
 * @throws {ApiError} as the server refuses
 */
export async function switchTenant(deps: SwitchDeps, tenantId: TenantId): Promise<void> {
	const auth = await authItem.get();
	if (auth.kind === "none") throw new MessageError("SIGNED_OUT", "Sign in first");
	await stopAll(deps);
	await takeSignIn(auth.serverUrl, deps.api.call(switchRoute, { body: { tenantId }, signal: inTime() }));
}

/** Only the sign-in that is left can tell the server, so this waits until it has, or for five seconds. */
async function stopAll({ runs, scheduler, now }: SwitchDeps): Promise<void> {
	for (const record of await runs.list()) {
		if (record.phase === "ended") continue;
		await runs.apply(record, { kind: "stopped", leave: false, message: null, at: now() });
		scheduler.stop(record.tabId);
		scheduler.schedule(record.tabId);
	}
	const end = now() + toldWithinMs;
	const isUntold = async () => (await runs.list()).some(({ cancel }) => cancel === "pending");
	while ((await isUntold()) && now() < end) await new Promise((resolve) => setTimeout(resolve, lookMs));
}
