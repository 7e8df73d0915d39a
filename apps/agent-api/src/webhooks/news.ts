import type { WebhookEvent, WebhookMessage } from "@webhand/contracts/authority/webhooks";
import type { TenantId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { defined } from "../shared/defined.ts";
import type { RunNews, UsedUpMandate } from "../shared/run-news.ts";
import type { WebhookDeps } from "./engine.ts";
import { deliveryFor } from "./engine.ts";
import { endEventOf, failedStates } from "./policy.ts";

/**
 * Stores a message for each webhook that is told of it, in the transaction of the row: a crash neither loses nor doubles one. Readings of a
 * list tell nothing.
 */
export function createTellRun(deps: TellDeps) {
	return async ({ run, row, isOver }: RunNews, session: Transaction): Promise<void> => {
		if (run.isOnce === true) return;
		const { tenantId, _id: id, routineId, name, version, userId, rowCount, progress } = run;
		const { counts } = progress;
		const state = isOver && run.state !== "stopped" ? ("done" as const) : run.state;
		const shown = { id, routineId, name, version, userId, state, rowCount, counts: positive(counts) };
		const ofRow = row === undefined ? {} : { row: defined({ ...row, row: row.index + 1, index: undefined }) };
		const messages: readonly (readonly [WebhookEvent, WebhookMessage["data"]])[] = [
			...(row !== undefined && failedStates.includes(row.state) ? [["row.failed", { run: shown, ...ofRow }] as const] : []),
			...(row?.state === "needs_person" ? [["run.waiting", { run: shown, ...ofRow }] as const] : []),
			...(isOver ? [[endEventOf({ state, counts }), { run: shown }] as const] : []),
		];
		for (const [type, data] of messages) await tellEach(deps, { tenantId, type, data, until: run.expireAt }, session);
	};
}

/** Stores a message for each webhook that is told of mandates, in the transaction of the last use. */
export function createTellMandate(deps: TellDeps) {
	return async (mandate: UsedUpMandate, session: Transaction): Promise<void> => {
		const { _id: id, tenantId, userId, routineId, routineName, version, uses, runId, expireAt: until } = mandate;
		const shown = { id, routineId, routineName, version, userId, uses, ...defined({ runId }) };
		await tellEach(deps, { tenantId, type: "mandate.used_up", data: { mandate: shown }, until }, session);
	};
}

type TellDeps = Pick<WebhookDeps, "webhooks" | "newDeliveryId" | "now">;

/** A message, and until when what it tells of is kept. */
type Told = { readonly tenantId: TenantId; readonly type: WebhookEvent; readonly data: WebhookMessage["data"]; readonly until: Date };

async function tellEach(deps: TellDeps, { tenantId, type, data, until }: Told, session: Transaction): Promise<void> {
	const told = await deps.webhooks.toldOf(tenantId, type, session);
	const message = { type, timestamp: deps.now().toISOString(), data };
	await deps.webhooks.add(
		told.map((webhook) => deliveryFor(deps, webhook, { message, until })),
		session,
	);
}

function positive<Counts extends object>(counts: Counts): Counts {
	return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) as Counts;
}
