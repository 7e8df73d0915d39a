import { limitOf } from "@webhand/contracts/auth/limits";
import { extractDomain, generateSessionTitle, oneLine } from "@webhand/page/site";
import { AppError } from "@webhand/service-kit/errors";
import { taskOrigins } from "../policy/gate/origin.ts";
import { nothingSpent } from "../policy/progress/budget.ts";
import { makePlan } from "../policy/progress/plan.ts";
import { hide, secretsIn } from "../policy/secrets/find.ts";
import { expiryOf } from "../shared/retention.ts";
import type { IdempotencyKey } from "../shared/rows.ts";
import type { RowWords, Task } from "../shared/task.ts";
import { freshCounters } from "../shared/task.ts";
import { isFarBelow } from "../shared/tenant-count.ts";
import type { StepCall, StepDeps } from "./step/ports.ts";

const secretsByBody = new WeakMap<StepCall["body"], readonly string[]>();

/** The secrets in the user's instruction, searched once a request: several parts of a step need them. */
function secretsOf(body: StepCall["body"]): readonly string[] {
	const secrets = secretsByBody.get(body) ?? secretsIn(body.query);
	secretsByBody.set(body, secrets);
	return secrets;
}

/** The domain and title of the chat, from the client or else derived. @throws AppError VALIDATION_ERROR when `domain` is none */
export function chatOf(call: Pick<StepCall, "body">): { readonly domain: string | null; readonly title: string } {
	const { url, query } = call.body;
	const given = call.body.domain?.trim() || undefined;
	const title = oneLine(call.body.title ?? "") || undefined;
	const domain = extractDomain(given ?? url);
	if (given !== undefined && domain === null)
		throw new AppError("VALIDATION_ERROR", "The request is not valid", {
			details: { fields: [{ field: "domain", message: "must be a domain name" }] },
		});
	const secrets = secretsOf(call.body);
	return { domain, title: hide(title ?? generateSessionTitle(domain, hide(query, secrets)), secrets) };
}

/** The sites that a task may act on by its first request. A page that a value of a row led to is none: the value is no order. @throws never */
export function originsOf(url: string, query: string, row: RowWords | undefined): readonly string[] {
	return row === undefined ? taskOrigins(url, query) : taskOrigins(row.isPlaceGiven ? "" : url, row.order);
}

/** Creates a task where the tenant has fewer than it may, also when many come at once. @throws AppError LIMIT_REACHED, what `create` throws */
export async function createWithinLimit<Created>(
	{ taskCount, inTurn }: Pick<StepDeps, "taskCount" | "inTurn">,
	{ tenantId, limits }: Pick<StepCall["identity"], "tenantId" | "limits">,
	create: () => Promise<Created>,
): Promise<Created> {
	const most = limitOf(limits, "tasks");
	const count = async () => {
		const counted = await taskCount.of(tenantId, most);
		if (counted < most) return counted;
		const fix = "Delete old chats, keep tasks for fewer days, or have an operator raise the limit “tasks”";
		throw new AppError("LIMIT_REACHED", `${most} tasks are stored, as many as may be. ${fix}`, {
			details: { name: "tasks", limit: most },
		});
	};
	const add = async () => {
		const created = await create();
		taskCount.add(tenantId);
		return created;
	};
	if (isFarBelow(await count(), most)) return await add();
	return await inTurn(`tasks:${tenantId}`, async () => {
		await count();
		return await add();
	});
}

/**
 * A task that has taken no step yet, in the session that the request names or a new one.
 *
 * @param origin its channel (`door`) and limit of steps, those of interact by default
 * @throws AppError SESSION_NOT_FOUND, VALIDATION_ERROR when `domain` is none; WORKSPACE_NOT_FOUND and what else a named workspace is refused with
 */
export async function newTask(
	deps: Pick<StepDeps, "ownerOf" | "now" | "newTaskId" | "newSessionId" | "rules" | "sealer" | "server">,
	call: Pick<StepCall, "identity" | "body" | "host" | "row">,
	{
		idempotency: { key, bodyHash },
		door = "interact",
		maxSteps = deps.rules.maxSteps,
	}: { readonly idempotency: IdempotencyKey } & Partial<Pick<Task, "door" | "maxSteps">>,
): Promise<Omit<Task, "lease">> {
	const { tenantId, userId } = call.identity;
	const { body } = call;
	chatOf(call);
	const owner = body.sessionId === undefined ? "unknown" : await deps.ownerOf(tenantId, userId, body.sessionId);
	if (owner === "foreign") throw new AppError("SESSION_NOT_FOUND", "There is no such session");
	const workspaceId = await deps.server.workspaceOf(call.host, body.workspaceId);
	const at = deps.now();
	const { row } = call;
	// A row brings its own order, with `•••` for the secrets among its values.
	const shown = row === undefined ? hide(body.query, secretsOf(body)) : body.query;
	return {
		_id: deps.newTaskId(),
		tenantId,
		userId,
		sessionId: body.sessionId ?? deps.newSessionId(),
		door,
		query: shown,
		...(row === undefined ? {} : { origin: row.origin, orderKind: "acts" as const }),
		...(shown === body.query ? {} : { sealedQuery: deps.sealer.seal(body.query) }),
		mode: body.mode ?? "autonomous",
		status: "planning",
		stepCount: 0,
		maxSteps: row?.maxSteps ?? Math.min(maxSteps, deps.rules.maxSteps),
		plan: makePlan([], shown, at),
		hasPlan: false,
		counters: freshCounters,
		memory: "",
		deciderState: null,
		question: null,
		notes: [],
		denied: [],
		reflections: [],
		spent: nothingSpent,
		workspaceId,
		origins: originsOf(body.url, shown, row?.words),
		tainted: false,
		allowsSearches: false,
		ownFills: [],
		rev: 0,
		...(key === undefined || bodyHash === undefined ? {} : { createKey: key, createHash: bodyHash }),
		createdAt: at,
		updatedAt: at,
		expireAt: expiryOf(at, call.identity, deps.rules),
	};
}
