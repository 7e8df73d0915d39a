import type { RoutineRunId } from "@webhand/contracts/ids";
import type { BrowserCall } from "@webhand/contracts/mcp-server/calls";
import { BrowserCallId, browserCallLimits } from "@webhand/contracts/mcp-server/calls";
import type { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { CallReport } from "@webhand/contracts/mcp-server/reports";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Identity } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import type { Log } from "@webhand/service-kit/logs";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Request } from "../../host/client.ts";
import { dayMs } from "../../shared/retention.ts";
import type { Owner } from "../../shared/rows.ts";
import type { StoredClient } from "../clients/store.ts";
import type { PanelPresence } from "./cache.ts";
import type { Signals } from "./signals.ts";
import type { CallStore, GivenUp, StoredClientCall, ToolReport, Work } from "./store.ts";

/** What calls need. `pickupMs`: how long a call waits for a panel; `silentMs`: how long a browser may say nothing. */
export type CallDeps = {
	readonly calls: CallStore;
	readonly signals: Signals;
	readonly presence: PanelPresence;
	/** Runs a tool of a workspace for the person whose panel took the call. Never rejects. */
	readonly runTool: (request: Request, work: Extract<Work, { kind: "workspace" }>) => Promise<ToolReport>;
	/** Starts the run of a routine for the person whose panel took the call. @throws AppError saying why there is none */
	readonly startRoutine: (
		request: Request,
		call: { readonly _id: BrowserCallId; readonly work: Extract<Work, { kind: "routine" }> },
	) => Promise<RoutineRunId>;
	readonly stopRoutine: (owner: Owner, runId: RoutineRunId) => Promise<void>;
	/** Was the client revoked since the request was admitted, or its person disabled or removed? @throws AppError AUTH_UNAVAILABLE */
	readonly isRevoked: (client: StoredClient) => Promise<boolean>;
	readonly ids: Pick<Ids, "prefixed">;
	/** Those of one user are counted and asked for one after the other. */
	readonly inTurn: InTurn;
	readonly now: () => Date;
	readonly stopping: AbortSignal;
	readonly rules: { readonly pickupMs: number; readonly silentMs: number };
	readonly log: Pick<Log, "warn">;
};

/** Signals may be lost: rows are read again after this time. */
const lookAgainMs = { panel: 5_000, client: 500 } as const;

const topicOfUser = ({ tenantId, userId }: Owner) => `user:${tenantId}:${userId}`;
const topicOfCall = (id: BrowserCallId) => `call:${id}`;

/** How a call ended. */
export type CallEnd = { readonly callId: BrowserCallId; readonly report: StoredClientCall["report"]; readonly givenUp: GivenUp | null };

type Asked = { readonly client: StoredClient; readonly work: Work; readonly onReport: (report: CallReport) => void };

/**
 * Hands work of a client to a panel of its person and follows it to its end. The end of `signal` gives the call up: nobody waits for it.
 *
 * @throws AppError LIMIT_REACHED; AUTH_UNAVAILABLE when nobody can tell whether the person may still work here: the call is given up
 */
export async function ask(deps: CallDeps, { client, work, onReport }: Asked, signal: AbortSignal): Promise<CallEnd> {
	const call = newCall(deps, client, work);
	const listener = await deps.signals.listen(topicOfCall(call._id));
	try {
		await deps.inTurn(`mcp_calls:${client.tenantId}:${client.userId}`, async () => {
			if ((await deps.calls.countOpen(client, aliveSince(deps))) >= browserCallLimits.open)
				throw new AppError(
					"LIMIT_REACHED",
					`${browserCallLimits.open} calls of this person's clients are under way. Wait, or cancel one with browser_cancel`,
				);
			await deps.calls.insert(call);
		});
		await deps.signals.notify(topicOfUser(client));
		for (;;) {
			// No signal tells that the person was disabled, nor of a revocation just before the insert.
			const isRevoked = await deps.isRevoked(client).catch(async (cause: unknown) => {
				// Nobody can tell whether the person may still work here, so the browser stops.
				await giveUp(deps, call, { why: "cancelled" }).catch(() => false);
				throw cause;
			});
			if (isRevoked) await giveUp(deps, call, { why: "revoked" });
			const known = await deps.calls.get(client, call._id);
			if (known === null) return { callId: call._id, report: null, givenUp: "cancelled" };
			if (known.report !== null && known.report.state !== "answered") onReport(known.report);
			if (known.state === "ended") return { callId: call._id, report: known.report, givenUp: known.givenUp };
			const why = reasonToGiveUp(deps, known, signal);
			if (why !== null) await giveUp(deps, known, { why, ...(why === "no_panel" ? { from: ["queued"] } : {}) });
			else await listener.wait(lookAgainMs.client, signal);
		}
	} finally {
		listener.close();
	}
}

/** An unfinished call that nobody spoke of since then has lost its asker. */
const aliveSince = ({ now, rules }: CallDeps) => new Date(now().getTime() - rules.silentMs);

function reasonToGiveUp({ now, rules, stopping }: CallDeps, call: StoredClientCall, signal: AbortSignal): GivenUp | null {
	if (signal.aborted || stopping.aborted) return "cancelled";
	const waitedMs = now().getTime() - call.seenAt.getTime();
	if (call.state === "queued") return waitedMs >= rules.pickupMs ? "no_panel" : null;
	return waitedMs >= rules.silentMs ? "silent" : null;
}

function newCall({ ids, now }: CallDeps, client: StoredClient, work: Work): StoredClientCall {
	const at = now();
	const { tenantId, userId, _id: clientId, name: clientName } = client;
	return {
		_id: ids.prefixed(BrowserCallId, "mcq"),
		tenantId,
		userId,
		clientId,
		clientName,
		work,
		state: "queued",
		report: null,
		givenUp: null,
		createdAt: at,
		seenAt: at,
		expireAt: new Date(at.getTime() + dayMs),
	};
}

type End = { readonly why: GivenUp; readonly from?: readonly ("queued" | "running")[] };

async function giveUp(
	deps: CallDeps,
	{ _id, tenantId, userId }: Pick<StoredClientCall, "_id" | "tenantId" | "userId">,
	end: End,
): Promise<boolean> {
	const owner = { tenantId, userId };
	const isEnded = await deps.calls.giveUp(owner, _id, end);
	await Promise.all([deps.signals.notify(topicOfCall(_id)), deps.signals.notify(topicOfUser(owner))]);
	return isEnded;
}

/** Ends everything that a client asked for. @returns how many calls ended */
export async function endCallsOf(
	deps: CallDeps,
	owner: Owner,
	end: { readonly clientId: McpClientId; readonly why: GivenUp },
): Promise<number> {
	const open = await deps.calls.openOf(owner, end.clientId, aliveSince(deps));
	const ended = await Promise.all(open.map((call) => giveUp(deps, call, { why: end.why })));
	return ended.filter(Boolean).length;
}

/** What a client has under way, and whether its person's panel is open; null: unknown at the moment. */
export async function statusOfClient(deps: CallDeps, client: StoredClient) {
	const [open, isPanelOpen] = await Promise.all([deps.calls.openOf(client, client._id, aliveSince(deps)), deps.presence.isOpen(client)]);
	return { open, isPanelOpen };
}

type Next = { readonly running: readonly BrowserCallId[]; readonly waitSeconds: number };

/**
 * Gives a panel of the person the next call for its browser. Workspace tools among the calls run here, under the sign-in of this panel.
 */
export async function nextCall(deps: CallDeps, request: Request, { running, waitSeconds }: Next) {
	const owner = ownerOf(request.identity);
	const waiting = AbortSignal.any([request.signal, deps.stopping, AbortSignal.timeout(waitSeconds * 1_000)]);
	const listener = await deps.signals.listen(topicOfUser(owner));
	try {
		await deps.presence.note(owner);
		for (;;) {
			const ended = await deps.calls.see(owner, running, deps.now());
			// A panel that has gone must not take a call with it.
			if (ended.length > 0 || request.signal.aborted) return { call: null, ended: [...ended] };
			const at = deps.now();
			const call = await deps.calls.take(owner, { since: new Date(at.getTime() - deps.rules.pickupMs), at });
			const work = call === null ? null : await workOf(deps, request, call);
			if (call !== null && work !== null) return { call: handed(call, work), ended: [] };
			if (call !== null) continue;
			if (waiting.aborted) return { call: null, ended: [] };
			await listener.wait(lookAgainMs.panel, waiting);
		}
	} finally {
		listener.close();
	}
}

/** What a browser has to do of a call; null where there is nothing: it runs here, or could not begin. */
async function workOf(deps: CallDeps, request: Request, call: StoredClientCall): Promise<BrowserCall["work"] | null> {
	const { work, _id } = call;
	switch (work.kind) {
		case "workspace":
			void answer(deps, { request, call, work });
			return null;
		case "routine":
			try {
				await failpoint("mcp.run_starting");
				const runId = await deps.startRoutine(request, { _id, work });
				if ((await deps.calls.get(call, _id))?.state === "running") return { kind: "routine", runId };
				// Given up while the run was made: who waited for it saw none to stop.
				await deps.stopRoutine(call, runId);
				return null;
			} catch (cause) {
				if (!(cause instanceof AppError)) throw cause;
				const { code, message } = cause;
				await takeReport(deps, request.identity, { id: _id, report: { state: "refused", code, message: message.slice(0, 1_000) } });
				return null;
			}
		default:
			return work;
	}
}

const handed = ({ _id: id, clientId, clientName: name }: StoredClientCall, work: BrowserCall["work"]): BrowserCall => ({
	id,
	client: { id: clientId, name },
	work,
});

type Tool = { readonly request: Request; readonly call: StoredClientCall; readonly work: Extract<Work, { kind: "workspace" }> };

/** Runs a workspace tool to its end, even if the panel stops waiting meanwhile. */
async function answer(deps: CallDeps, { request, call, work }: Tool): Promise<void> {
	const { tenantId, userId, _id: id } = call;
	try {
		const report = await deps.runTool({ ...request, signal: deps.stopping }, work);
		await deps.calls.report({ tenantId, userId }, { id, report, isLast: true, at: deps.now() });
	} catch (err) {
		deps.log.warn({ err, callId: id }, "the answer of a workspace tool was not noted");
	}
	await deps.signals.notify(topicOfCall(id));
}

const ownerOf = ({ tenantId, userId }: Owner): Owner => ({ tenantId, userId });

/** Takes a browser's report. @throws AppError NOT_FOUND, for an unknown call and another user's alike */
export async function takeReport(
	deps: CallDeps,
	identity: Pick<Identity, "tenantId" | "userId">,
	{ id, report }: { readonly id: BrowserCallId; readonly report: CallReport },
): Promise<{ readonly isEnded: boolean }> {
	const owner = ownerOf(identity);
	const written = await deps.calls.report(owner, { id, report, isLast: isLastReport(report), at: deps.now() });
	if (written === null && (await deps.calls.get(owner, id)) === null) throw new AppError("NOT_FOUND", "There is no such call");
	await deps.signals.notify(topicOfCall(id));
	return { isEnded: written === null };
}

/** Does the report end its call? @throws never */
function isLastReport({ state }: CallReport): boolean {
	return state !== "running";
}
