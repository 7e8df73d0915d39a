import { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { SignedIn } from "@webhand/testing/tokens";
import type { AgentCaller, Permission, PreparedCall } from "../../src/host/tools/ports.ts";
import type { Host } from "./host.ts";
import { test as base } from "./host.ts";

/** An agent that works for a user in a workspace. */
export type Agent = {
	readonly as: SignedIn;
	readonly caller: AgentCaller;
	readonly path: string;
	readonly prepare: (name: string, args: object, id?: string) => Promise<PreparedCall>;
	/** What the tools say about a call that nobody was asked about. */
	readonly permit: (call: PreparedCall) => Promise<Permission>;
	/** Proposes a call that has to wait. */
	readonly ask: (name: string, args: object, id?: string) => Promise<{ call: PreparedCall; approval: PendingApproval }>;
	readonly run: (call: PreparedCall, approval: PendingApproval) => ReturnType<Host["deps"]["serverTools"]["run"]>;
	readonly decide: (approval: Pick<PendingApproval, "id">, body?: object, more?: object) => ReturnType<Host["call"]>;
};

export const test = base.extend("agent", { scope: "file" }, async ({ host }) => {
	let count = 0;
	const { serverTools } = host.deps;
	return async (files: Readonly<Record<string, string>> = {}, settings: Partial<AgentCaller["settings"]> = {}): Promise<Agent> => {
		const as = await host.signIn({ tenantId: host.user.tenantId, roles: ["member"] });
		const { id, path } = await host.workspace(files);
		const selected = await host.call("POST", "/workspace/select", { as, body: { workspaceId: id } });
		const sessionId = SessionId.parse((selected.body["session"] as { id: string }).id);
		const identity = { ...as, roles: ["member" as const], limits: {} } as unknown as AgentCaller["request"]["identity"];
		const caller: AgentCaller = {
			request: { identity, requestId: "test-request", ip: "127.0.0.1", signal: new AbortController().signal },
			sessionId,
			workspaceId: WorkspaceId.parse(id),
			settings: { autoApproveWrites: false, autoApproveExec: false, ...settings },
		};
		const prepare: Agent["prepare"] = async (name, args, callId) => {
			count += 1;
			const call = { id: callId ?? `call-${count}`, type: "function" as const, function: { name, arguments: JSON.stringify(args) } };
			const prepared = await serverTools.prepare(caller, call);
			if ("result" in prepared) throw new Error(prepared.result.error);
			return prepared;
		};
		const permit: Agent["permit"] = async (call) => {
			const [permission] = await serverTools.permit(caller, [call]);
			if (permission === undefined) throw new Error("nothing was permitted");
			return permission;
		};
		return {
			as,
			caller,
			path,
			prepare,
			permit,
			ask: async (name, args, callId) => {
				const call = await prepare(name, args, callId);
				const permission = await permit(call);
				if (permission.state !== "pending") throw new Error(JSON.stringify(permission));
				return { call, approval: permission.approval };
			},
			run: (call, approval) => serverTools.run(caller, call, { approvalId: approval.id }),
			decide: (approval, body = { decision: "approved" }, more = {}) =>
				host.call("POST", `/approvals/${approval.id}`, { as, body, ...more }),
		};
	};
});
