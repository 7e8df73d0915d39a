import { randomUUID } from "node:crypto";
import type { Audit } from "@webhand/audit/chain/audit";
import type { AuditFact } from "@webhand/audit/chain/chain";
import { outcomeId, plainFact } from "@webhand/audit/chain/chain";
import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import { GrantClaims } from "@webhand/contracts/tools/grant";
import type { ServerTool } from "@webhand/contracts/tools/server-tools";
import { isWithinLevel } from "@webhand/contracts/tools/server-tools";
import type { Level } from "@webhand/contracts/tools/tiers";
import { reachOfLevel } from "@webhand/contracts/tools/tiers";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { grantType, hashOfGranted } from "@webhand/service-kit/granted";
import type { Identity } from "@webhand/service-kit/guard";
import type { VerifySigned } from "@webhand/service-kit/identity/signed";
import type { Sharer } from "@webhand/service-kit/shares/policy";
import type { OpenRoot } from "../workspaces/root.ts";
import { openRoot } from "../workspaces/root.ts";
import type { StoredWorkspace, WorkspaceStore } from "../workspaces/store.ts";
import { grantProblem, isDenial, outcomeOf } from "./policy.ts";

/** What every call needs; `level` is null while the tools are switched off. */
export type CallDeps = {
	readonly workspaces: Pick<WorkspaceStore, "find">;
	readonly audit: Pick<Audit, "append" | "refuse" | "settle">;
	/** Null without GRANT_JWKS: then nothing is changed. */
	readonly verify: VerifySigned | null;
	readonly level: Level | null;
	/** Counts `webhand_tool_actions_total` and observes `webhand_tool_seconds`. */
	readonly count: (tool: ServerTool, outcome: string, seconds: number) => void;
	/** Counts `webhand_grants_refused_total`. */
	readonly countRefusedGrant: (reason: string) => void;
	readonly now: () => Date;
};

/** Who calls, as a guard has checked it: by a token here, or by agent-api's before it added a job. */
export type Caller = Pick<Identity, "userId" | "tenantId" | "sid" | "limits">;

/** One call into a workspace. `target` and `args` are for the audit: never a file's content. */
export type Call = {
	readonly identity: Caller;
	readonly requestId: string;
	readonly ip: string;
	readonly signal: AbortSignal;
	readonly tool: ServerTool;
	readonly workspaceId: WorkspaceId;
	readonly sessionId: SessionId | undefined;
	readonly target: string;
	readonly args: Readonly<Record<string, unknown>>;
};

/** A call that changes something: `request` is the whole body, which the grant covers. */
export type Change = Call & {
	readonly grant: string | undefined;
	readonly request: unknown;
	/** True for one that a workspace allows that may only be read. */
	readonly isForReaders?: boolean;
};

/** Where a call works: the open root is closed after it. */
export type Place = {
	readonly workspace: StoredWorkspace;
	readonly root: OpenRoot;
	/** For whom places of this host are taken. */
	readonly sharer: Sharer;
	readonly signal: AbortSignal;
};

/** What a call did, for the audit. Hashes are `sha256:<hex>` of the file. */
export type Trace = { readonly bytes?: number; readonly beforeHash?: string | null; readonly afterHash?: string | null };

/**
 * The reply to a change. Work that goes on behind it has an `ending`: its outcome is in the audit once that settles. With `isSettledByRow` the
 * work has a row, whose owner writes the outcome after it.
 */
export type Changed<Reply> = {
	readonly reply: Reply;
	readonly trace?: Trace;
	readonly ending?: Promise<unknown>;
	readonly isSettledByRow?: boolean;
};

/** The one way into a workspace. Each call leaves its rows in the audit, refused ones too. */
export type Calls = {
	/** A call that changes nothing. @throws AppError of the workspace, of the tool, AUDIT_UNAVAILABLE */
	readonly readAudited: <Reply>(call: Call, act: (place: Place) => Promise<Reply>) => Promise<Reply>;
	/** A granted change: the intent is safe in the audit before `act`. @throws AppError also GRANT_INVALID, WORKSPACE_READ_ONLY */
	readonly changeUnderGrant: <Reply>(call: Change, act: (place: Place, intentId: string) => Promise<Changed<Reply>>) => Promise<Reply>;
	/** A granted call that is done later: the job that does it consumes the grant. A refusal leaves its row. @throws AppError as `changeUnderGrant` */
	readonly acceptUnderGrant: <Reply>(call: Change, act: (place: Place, claims: GrantClaims) => Promise<Reply>) => Promise<Reply>;
};

export function createCalls(deps: CallDeps): Calls {
	/** @param found called once the workspace is known, before its folder is opened */
	const inWorkspace = async <Reply>(call: Call, found: () => void, act: (place: Place) => Promise<Reply>): Promise<Reply> => {
		if (deps.level === null || !isWithinLevel(call.tool, deps.level)) throw disabled(deps.level);
		const workspace = await deps.workspaces.find(call.identity.tenantId, call.workspaceId);
		if (workspace === null) throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
		found();
		const root = await openRoot(workspace);
		try {
			return await act({ workspace, root, sharer: call.identity, signal: call.signal });
		} finally {
			await root.close();
		}
	};
	const factOf = (call: Call): Fact => ({
		...plainFact,
		tenantId: call.identity.tenantId,
		// A workspace that is not of this tenant has no chain here.
		chain: "tenant",
		workspaceId: call.workspaceId,
		at: deps.now(),
		userId: call.identity.userId,
		sid: call.identity.sid,
		ip: call.ip,
		requestId: call.requestId,
		sessionId: call.sessionId ?? null,
		action: call.tool,
		target: call.target,
		args: call.args,
	});
	/** What a failed call leaves in the audit. */
	const failureOf = (fact: Fact, cause: unknown) => {
		const { code, details } = cause instanceof AppError ? cause : { code: "INTERNAL_ERROR" as const, details: undefined };
		const reason = typeof details?.["reason"] === "string" ? details["reason"] : null;
		if (code === "GRANT_INVALID") deps.countRefusedGrant(reason ?? "unknown");
		return { code, fact: { ...fact, at: deps.now(), outcome: outcomeOf(code), reason } };
	};
	/** The row of a call that had no effect. */
	const refuse = async (given: Fact, cause: unknown, kind: "read" | "denied") => {
		const { code, fact } = failureOf(given, cause);
		// Without the audit there is nowhere to write that it could not be written.
		if (code === "AUDIT_UNAVAILABLE") return;
		if (isDenial(code)) await deps.audit.refuse({ ...fact, kind: "denied" });
		else await deps.audit.append({ ...fact, kind });
	};
	const counted = async <Reply>(call: Call, run: () => Promise<Reply>): Promise<Reply> => {
		const started = performance.now();
		const count = (outcome: string) => deps.count(call.tool, outcome, (performance.now() - started) / 1_000);
		try {
			const reply = await run();
			count("ok");
			return reply;
		} catch (cause) {
			count(outcomeOf(cause instanceof AppError ? cause.code : "INTERNAL_ERROR"));
			throw cause;
		}
	};
	/** Runs a call that leaves one row: `act` writes it, or its refusal does. */
	const noted = <Reply>(call: Call, kind: "read" | "denied", act: (place: Place, fact: Fact) => Promise<Reply>): Promise<Reply> =>
		counted(call, async () => {
			let fact = factOf(call);
			const found = () => {
				fact = { ...fact, chain: call.workspaceId };
			};
			try {
				return await inWorkspace(call, found, (place) => act(place, fact));
			} catch (cause) {
				await refuse(fact, cause, kind);
				throw cause;
			}
		});
	const checkGrant = async (call: Change): Promise<GrantClaims> => {
		const invalid = (reason: string, cause?: unknown) =>
			new AppError("GRANT_INVALID", "This change was not granted", { details: { reason }, cause });
		if (call.grant === undefined) throw invalid("missing");
		if (deps.verify === null) throw invalid("no_keys");
		const { tool, workspaceId, identity, grant, request } = call;
		const read = await deps.verify(grantType, grant).catch((cause: unknown) => {
			throw invalid("signature", cause);
		});
		const claims = GrantClaims.safeParse(read);
		if (!claims.success) throw invalid("claims");
		const wanted = { sub: identity.userId, tid: identity.tenantId, sid: identity.sid, tool, ws: workspaceId };
		const hash = hashOfGranted({ tool, workspaceId, arguments: request });
		const problem = grantProblem(claims.data, { ...wanted, hash }, Math.floor(deps.now().getTime() / 1_000));
		if (problem !== undefined) throw invalid(problem);
		return claims.data;
	};
	return {
		readAudited: (call, act) =>
			noted(call, "read", async (place, fact) => {
				const reply = await act(place);
				await deps.audit.append({ ...fact, kind: "read", outcome: "ok" });
				return reply;
			}),
		acceptUnderGrant: (call, act) => noted(call, "denied", async (place) => await act(place, await checkGrant(call))),
		changeUnderGrant: (call, act) =>
			counted(call, async () => {
				const id = randomUUID();
				let fact = factOf(call);
				let isIntended = false;
				const found = () => {
					fact = { ...fact, chain: call.workspaceId };
				};
				/** The outcome of an intent that stands in the audit, or may stand there. */
				const settle = (outcome: Partial<AuditFact>) =>
					deps.audit.settle({ ...fact, at: deps.now(), ...outcome, id: outcomeId(id), kind: "outcome" });
				try {
					const { reply, trace, ending, isSettledByRow } = await inWorkspace(call, found, async (place) => {
						const { apr, by, ags, hash, jti } = await checkGrant(call);
						if (place.workspace.readOnly && call.isForReaders !== true)
							throw new AppError("WORKSPACE_READ_ONLY", "This workspace may only be read");
						fact = { ...fact, approved: true, approvalId: apr, decidedBy: by, sessionId: ags, argsHash: hash };
						await failpoint("call.granted");
						await deps.audit.append({ ...fact, id, kind: "intent", grantJti: jti }).catch((cause: unknown) => {
							// The row may be there all the same.
							if (isUnwritable(cause)) void settle({ outcome: outcomeOf("AUDIT_UNAVAILABLE") });
							throw cause;
						});
						isIntended = true;
						await failpoint("call.intended");
						return await act(place, id);
					});
					await failpoint("call.acted");
					// The effect is there: the reply says so, also while the audit cannot be written.
					const done = () => settle({ ...trace, outcome: "ok" });
					if (isSettledByRow === true) return reply;
					if (ending === undefined) await done();
					else void ending.then(done, (cause: unknown) => settle(failureOf(fact, cause).fact));
					return reply;
				} catch (cause) {
					if (isIntended) await settle(failureOf(fact, cause).fact);
					else await refuse(fact, cause, "denied");
					throw cause;
				}
			}),
	};
}

type Fact = Omit<AuditFact, "kind">;

const isUnwritable = (cause: unknown) => cause instanceof AppError && cause.code === "AUDIT_UNAVAILABLE";

function disabled(level: Level | null): AppError {
	const message = level === null ? "Server tools are switched off" : `This installation lets server tools ${reachOfLevel[level]}`;
	return new AppError("AGENT_TOOLS_DISABLED", message, { details: { level }, retryAfterSeconds: 60 });
}
