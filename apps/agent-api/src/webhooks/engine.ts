import type { NoteAction } from "@webhand/contracts/audit";
import type { Delivery, DeliveryId, Webhook, WebhookEvent, WebhookMessage } from "@webhand/contracts/authority/webhooks";
import type { TenantId, UserId, WebhookId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { AuditStore } from "../host/audit/store.ts";
import { deliveryOf, webhookOf } from "./map.ts";
import { formerSecretMs, keptMs } from "./policy.ts";
import type { StoredDelivery, WebhookStore } from "./store.ts";

/** What webhooks need. `problemOfUrl` checks an address and its DNS; `seal` encrypts a secret; `newSecret` makes one. */
export type WebhookDeps = {
	readonly webhooks: WebhookStore;
	readonly audit: Pick<AuditStore, "insert">;
	readonly inTurn: InTurn;
	readonly problemOfUrl: (url: string) => Promise<string | undefined>;
	readonly seal: (text: string) => string;
	readonly newSecret: () => string;
	readonly newId: () => WebhookId;
	readonly newDeliveryId: () => DeliveryId;
	readonly now: () => Date;
};

/** The user who asks. */
export type WebhookCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles"> };
type OneCall = WebhookCall & { readonly id: WebhookId };

const mostWebhooks = 20;

/** The webhooks of the tenant, newest first. @throws AppError FORBIDDEN */
export async function listWebhooks({ webhooks, now }: WebhookDeps, { identity }: WebhookCall): Promise<{ readonly webhooks: Webhook[] }> {
	refuseMembers(identity);
	return { webhooks: (await webhooks.list(identity.tenantId)).map((row) => webhookOf(row, now())) };
}

/** Adds a webhook. @returns its secret, which nobody sees again @throws AppError FORBIDDEN, VALIDATION_ERROR naming `url`, LIMIT_REACHED */
export async function addWebhook(
	deps: WebhookDeps,
	{ identity, url, events }: WebhookCall & { readonly url: string; readonly events: readonly WebhookEvent[] },
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
	refuseMembers(identity);
	await refuseUrl(deps, url);
	const { tenantId, userId } = identity;
	const secret = deps.newSecret();
	const row = {
		_id: deps.newId(),
		tenantId,
		url,
		events,
		state: "active",
		sealedSecret: deps.seal(secret),
		createdBy: userId,
		createdAt: deps.now(),
	} as const;
	await deps.inTurn(`webhooks ${tenantId}`, async () => {
		if ((await deps.webhooks.list(tenantId)).length >= mostWebhooks)
			throw new AppError("LIMIT_REACHED", `There may be ${mostWebhooks} webhooks`, { details: { limit: mostWebhooks } });
		await deps.webhooks.insert(row, noting(deps, identity, { action: "webhook.add", id: row._id, facts: { host: hostOf(url), events } }));
	});
	return { webhook: webhookOf(row, deps.now()), secret };
}

/** Changes, pauses or resumes a webhook. @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR naming `url` */
export async function changeWebhook(
	deps: WebhookDeps,
	{
		identity,
		id,
		set,
	}: OneCall & { readonly set: { readonly url?: string; readonly events?: readonly WebhookEvent[]; readonly state?: "active" | "paused" } },
): Promise<{ readonly webhook: Webhook }> {
	refuseMembers(identity);
	if (set.url !== undefined) await refuseUrl(deps, set.url);
	const { url, ...others } = set;
	const beside = noting(deps, identity, {
		action: "webhook.change",
		id,
		facts: { ...others, ...(url === undefined ? {} : { host: hostOf(url) }) },
	});
	// Another address, or a new beginning, has not failed yet.
	const unset = url !== undefined || set.state === "active" ? (["failingSince"] as const) : [];
	const changed = await deps.webhooks.change(identity.tenantId, id, { set, unset, beside });
	if (changed === null) throw unknown();
	return { webhook: webhookOf(changed, deps.now()) };
}

/** Deletes a webhook and its log. @throws AppError FORBIDDEN, NOT_FOUND */
export async function removeWebhook(deps: WebhookDeps, { identity, id }: OneCall): Promise<void> {
	refuseMembers(identity);
	const beside = noting(deps, identity, { action: "webhook.remove", id, facts: {} });
	if (!(await deps.webhooks.remove(identity.tenantId, id, beside))) throw unknown();
}

/** Gives a webhook a new secret; the former one signs as well for a day. @throws AppError FORBIDDEN, NOT_FOUND */
export async function rotateWebhook(
	deps: WebhookDeps,
	{ identity, id }: OneCall,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
	refuseMembers(identity);
	const before = await deps.webhooks.get(identity.tenantId, id);
	if (before === null) throw unknown();
	const secret = deps.newSecret();
	const former = { sealedSecret: before.sealedSecret, until: new Date(deps.now().getTime() + formerSecretMs) };
	const beside = noting(deps, identity, { action: "webhook.rotate", id, facts: {} });
	const changed = await deps.webhooks.change(identity.tenantId, id, { set: { sealedSecret: deps.seal(secret), former }, beside });
	if (changed === null) throw unknown();
	return { webhook: webhookOf(changed, deps.now()), secret };
}

/** Has a test message sent, once. @throws AppError FORBIDDEN, NOT_FOUND */
export async function testWebhook(deps: WebhookDeps, { identity, id }: OneCall): Promise<{ readonly delivery: Delivery }> {
	refuseMembers(identity);
	const webhook = await deps.webhooks.get(identity.tenantId, id);
	if (webhook === null) throw unknown();
	const message = { type: "webhook.test", timestamp: deps.now().toISOString(), data: {} } as const;
	const row: StoredDelivery = { ...deliveryFor(deps, webhook, { message }), isOnce: true };
	await deps.webhooks.add([row]);
	return { delivery: deliveryOf(row) };
}

/** The log of a webhook. @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR naming `cursor` */
export async function listDeliveries(
	{ webhooks }: WebhookDeps,
	{ identity, id, limit, cursor }: OneCall & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ readonly deliveries: Delivery[]; readonly nextCursor: string | null }> {
	refuseMembers(identity);
	const after = readCursor(cursor, /^[0-9]{1,15}$/);
	if ((await webhooks.get(identity.tenantId, id)) === null) throw unknown();
	const rows = await webhooks.log(identity.tenantId, id, { after, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ createdAt, _id }) => ({ key: String(createdAt.getTime()), id: _id }), limit);
	return { deliveries: page.map(deliveryOf), nextCursor };
}

/** Has a message sent again, with its id. @throws AppError FORBIDDEN, NOT_FOUND */
export async function resendDelivery(
	{ webhooks }: WebhookDeps,
	{ identity, id, deliveryId }: OneCall & { readonly deliveryId: DeliveryId },
): Promise<{ readonly delivery: Delivery }> {
	refuseMembers(identity);
	const row = await webhooks.resend(identity.tenantId, id, deliveryId);
	if (row === null) throw unknown();
	return { delivery: deliveryOf(row) };
}

/** A message to a webhook, due at once. It is not kept for longer than what it tells of. @throws never */
export function deliveryFor(
	{ newDeliveryId, now }: Pick<WebhookDeps, "newDeliveryId" | "now">,
	{ _id: webhookId, tenantId }: { readonly _id: WebhookId; readonly tenantId: TenantId },
	{ message, until }: { readonly message: WebhookMessage; readonly until?: Date },
): StoredDelivery {
	const at = now();
	const last = at.getTime() + keptMs;
	return {
		_id: newDeliveryId(),
		tenantId,
		webhookId,
		type: message.type,
		body: JSON.stringify(message),
		state: "pending",
		attempts: 0,
		dueAt: at,
		createdAt: at,
		expireAt: new Date(Math.min(last, until?.getTime() ?? last)),
	};
}

type Noted = {
	readonly action: Extract<NoteAction, `webhook.${string}`>;
	readonly id: WebhookId;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Audits a change in its transaction. */
export function noting(
	{ audit, now }: Pick<WebhookDeps, "audit" | "now">,
	{ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId },
	{ action, id, facts }: Noted,
): (session: Transaction) => Promise<void> {
	return (session) => audit.insert(tenantId, [{ userId, at: now(), action, target: id, outcome: "ok", facts }], session);
}

async function refuseUrl({ problemOfUrl }: WebhookDeps, url: string): Promise<void> {
	const message = await problemOfUrl(url);
	if (message !== undefined)
		throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ field: "url", message }] } });
}

/** A path may hold a secret of the receiver. */
const hostOf = (url: string) => new URL(url).host;

const unknown = () => new AppError("NOT_FOUND", "There is no such webhook");

function refuseMembers({ roles }: WebhookCall["identity"]): void {
	if (!roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins set webhooks");
}
