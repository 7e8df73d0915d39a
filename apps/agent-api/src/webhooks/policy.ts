import type { WebhookEvent } from "@webhand/contracts/authority/webhooks";
import type { TenantId, WebhookId } from "@webhand/contracts/ids";
import type { RowState, RunState } from "@webhand/contracts/routine/run";

const minute = 60_000;
const hour = 60 * minute;

/** Pauses between attempts, about those that Standard Webhooks recommends. The last one ends behind `failingMs`, so its failure is said. */
const pauses = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 7 * hour, 9.5 * hour] as const;

/** An address at which nothing arrives for so long is paused. */
export const failingMs = 24 * hour;

/** How long the former secret signs as well. */
export const formerSecretMs = 24 * hour;

/** How long the log keeps a message. */
export const keptMs = 30 * 24 * hour;

/** The pause behind so many failed attempts; null where no further one is made. @throws never */
export function pauseBehind(attempts: number): number | null {
	return pauses[attempts - 1] ?? null;
}

/** Messages that one process sends at once, of all tenants and of one. */
export const mostUnderWay = 400;
const mostOfTenant = 40;

/** What has its share of what is under way, so that nothing more is claimed for it now. */
export type Busy = { readonly webhooks: readonly WebhookId[]; readonly tenants: readonly TenantId[] };

/** A webhook is busy until its messages under way are sent, a tenant while it has many. @throws never */
export function busyWith(underWay: readonly { readonly webhookId: WebhookId; readonly tenantId: TenantId }[]): Busy {
	const counts = new Map<TenantId, number>();
	for (const { tenantId } of underWay) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
	return {
		webhooks: [...new Set(underWay.map(({ webhookId }) => webhookId))],
		tenants: [...counts].flatMap(([tenantId, count]) => (count >= mostOfTenant ? [tenantId] : [])),
	};
}

const done: readonly RowState[] = ["done", "done_unchecked", "skipped"];

/** What the end of the last row of a run is to a webhook. @throws never */
export function endEventOf({
	state,
	counts,
}: {
	readonly state: RunState;
	readonly counts: Readonly<Partial<Record<RowState, number>>>;
}): WebhookEvent {
	const isAnyDone = done.some((each) => (counts[each] ?? 0) > 0);
	const hasFailure = failedStates.some((each) => (counts[each] ?? 0) > 0);
	return hasFailure && (!isAnyDone || state === "stopped") ? "run.failed" : "run.finished";
}

/** States of rows that `row.failed` tells of. */
export const failedStates: readonly RowState[] = ["failed", "not_saved", "unknown"];

/** Where a connection goes. `host` as in a URL, IPv6 in brackets. */
type Place = { readonly host: string; readonly port: number };

/** Host and port of an address. @param url http or https @throws TypeError where it is no address */
export function placeOf(url: string): Place {
	const { protocol, hostname: host, port } = new URL(url);
	const usual = protocol === "https:" ? 443 : 80;
	return { host, port: port === "" ? usual : Number(port) };
}

/** Whether WEBHOOK_HOSTS names a place: `host` is its port 443 alone, any other port is `host:port`. @throws never */
export function isListedHost(hosts: readonly string[], { host, port }: Place): boolean {
	return hosts.includes(`${host}:${port}`) || (port === 443 && hosts.includes(host));
}
