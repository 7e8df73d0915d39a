import { hash } from "node:crypto";
import { runCommand } from "@webhand/contracts/tools/executions";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import type { ServerTool } from "@webhand/contracts/tools/server-tools";
import { toolNamed } from "@webhand/contracts/tools/server-tools";
import type { ApprovalTier } from "@webhand/contracts/tools/tiers";
import { hide } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import { withdrawApprovals } from "../approvals/decide.ts";
import { hashOf } from "../approvals/engine.ts";
import type { Proposal } from "../approvals/pending.ts";
import { preapprove, propose, viewOf } from "../approvals/pending.ts";
import { covers, statusOf } from "../approvals/policy.ts";
import type { Coverage, StoredApproval } from "../approvals/row.ts";
import { listWorkspaces } from "../workspaces/engine.ts";
import { effectOf, ruleTexts } from "./effect.ts";
import { passesUnasked } from "./policy.ts";
import type { AgentCaller, Permission, PreparedCall, ServerToolDeps } from "./ports.ts";
import { completed, foresee } from "./preview.ts";
import { refusalOf } from "./result.ts";
import { shownOf } from "./shown.ts";

/** Says for each call of a turn whether it may run, and asks its user where it may not. @throws AppError of the database */
export async function permitAll(deps: ServerToolDeps, caller: AgentCaller, calls: readonly PreparedCall[]): Promise<readonly Permission[]> {
	const nameOf = once(async () => {
		const { workspaces } = await listWorkspaces(deps.host, caller.request);
		return workspaces.find(({ id }) => id === caller.workspaceId)?.name ?? "";
	});
	return await Promise.all(
		calls.map((call) =>
			permit(deps, caller, { call, nameOf }).catch((cause: unknown): Permission => ({ state: "refused", result: refusalOf(cause) })),
		),
	);
}

type Asked = { readonly call: PreparedCall; readonly nameOf: () => Promise<string> };

async function permit(deps: ServerToolDeps, caller: AgentCaller, { call, nameOf }: Asked): Promise<Permission> {
	const { approval: tier, tool, facts } = call;
	// A call of an MCP tool needs a grant, also where nobody is asked.
	if (tier === "auto" && tool !== callMcpTool.name) return { state: "auto" };
	const { approvals } = deps.host;
	const { sessionId, request, secrets = [] } = caller;
	const earlier = await approvals.approvals.ofCall(request.identity, { sessionId, toolCallId: call.call.id });
	const known = earlier === null ? null : knownPermission(call, earlier, approvals.now());
	if (known !== null) return known;
	// What was asked for this call before is another request than the one that would run now.
	if (earlier?.status === "pending") {
		await withdrawApprovals(approvals, request.identity, { sessionId, reason: "replaced", toolCallId: call.call.id });
	}
	const isPassing = passesUnasked({ tool, tier, facts }, { ...caller, mayAutoApprove: deps.mayAutoApprove });
	// A yes to a tool that only reads counts for the session, also where each change is asked for.
	const isEachTime = caller.isTainted === true || (caller.asksEachTime === true && tier !== "auto");
	const coverage = isEachTime ? undefined : coverageOf(call);
	const standing = isPassing || coverage === undefined ? undefined : await standingFor(deps, caller, coverage);
	if (isPassing || standing !== undefined) {
		const by = tier === "auto" ? "auto" : standing === undefined ? "setting" : standing.scope === "rule" ? "rule" : "session";
		const frozen = tool === runCommand.name ? { cwd: call.args["cwd"] } : {};
		const proposal = proposalOf(caller, call, call.args);
		return {
			state: "approved",
			approvalId: await preapprove(approvals, proposal, { by, frozen, ...defined({ standingId: standing?._id }) }),
		};
	}
	const [foreseen, workspaceName] = await Promise.all([foresee(deps.host, caller, call), nameOf()]);
	const [command = null, ...words] = (call.args["argv"] as readonly string[] | undefined) ?? [];
	const cwd = typeof call.args["cwd"] === "string" ? call.args["cwd"] : "";
	const shownName = facts !== undefined && "mcpTool" in facts ? facts.mcpTool : tool;
	const rule = facts !== undefined && "rule" in facts ? facts.rule : undefined;
	const { args: shownArgs, notShown: cutArgs } = shownOf(call, { ...foreseen, secrets });
	const notShown = [...cutArgs, ...(foreseen.notShown ?? [])];
	const isWhole = notShown.length === 0;
	const reach = { tool: shownName, workspaceName, cwd, words: coverage?.words ?? [], secrets };
	const shown = {
		workspaceName,
		toolName: shownName,
		command,
		commandArgs: words.map((word) => hide(word, secrets)),
		cwd,
		effect: `${effectOf(call, foreseen, secrets)}${caller.isTainted === true ? ". Something that this task read gives it orders" : ""}`,
		ruleText: ruleTexts(reach, { rule, isCoverable: isWhole && coverage !== undefined }),
		...(foreseen.diff === undefined ? {} : { diff: [...foreseen.diff] }),
		...(isWhole ? {} : { notShown }),
	};
	const proposal = {
		...proposalOf(caller, call, completed(call, foreseen.frozen)),
		args: shownArgs,
		isShownWhole: true,
		tier: isWhole ? askedTier[tier] : ("individual" as const),
	};
	const question = { shown, frozen: foreseen.frozen, ...defined({ coverage }) };
	return { state: "pending", approval: await propose(approvals, proposal, question) };
}

/** How a call that is asked for is asked: reading tools several in one. */
const askedTier = { auto: "batch", batch: "batch", individual: "individual" } as const satisfies Record<ApprovalTier, ApprovalTier>;

function proposalOf(caller: AgentCaller, { call, tool, approval, shown }: PreparedCall, request: Proposal["request"]): Proposal {
	const { sessionId, workspaceId } = caller;
	const { identity } = caller.request;
	return { identity, sessionId, workspaceId, tool: tool as ServerTool, toolCallId: call.id, args: shown, request, tier: approval };
}

/** The state of a call that was permitted or asked before; null where it is another request by now. */
function knownPermission(call: PreparedCall, earlier: StoredApproval, at: Date): Permission | null {
	const request = completed(call, earlier.frozen);
	if (earlier.hash !== hashOf({ tool: earlier.toolName, workspaceId: earlier.workspaceId, request })) return null;
	const { status, reason } = statusOf(earlier, at);
	if (status === "approved") return { state: "approved", approvalId: earlier._id };
	if (status === "pending") return { state: "pending", approval: viewOf(earlier, at) };
	return { state: "refused", result: { ok: false, error: `Rejected by the user${reason === undefined ? "" : `: ${reason}`}` } };
}

async function standingFor(deps: ServerToolDeps, caller: AgentCaller, coverage: Coverage): Promise<StoredApproval | undefined> {
	const { approvals, now } = deps.host.approvals;
	const { workspaceId, sessionId } = caller;
	const found = await approvals.standing(caller.request.identity, { workspaceId, key: coverage.key, at: now() });
	return found.find((standing) => covers(standing, { sessionId, coverage }));
}

/**
 * What a wider approval of this call would cover; undefined for what is approved once only: deleting, a tool of an MCP server that runs
 * something, a command that is given input.
 */
function coverageOf({ tool, args, facts }: PreparedCall): Coverage | undefined {
	if (toolNamed(tool)?.isAlone === true || args["stdin"] !== undefined) return undefined;
	if (facts !== undefined && "mcpTool" in facts) {
		return facts.tier === "exec" ? undefined : { key: keyOf([tool, facts.mcpTool, facts.hash]), words: [] };
	}
	if (facts === undefined) return { key: keyOf([tool]), words: [] };
	const { name, version } = facts.rule;
	return {
		key: keyOf([tool, name, version, args["cwd"], Object.entries(args["env"] ?? {}).sort()]),
		words: [...(args["argv"] as readonly string[])],
	};
}

const keyOf = (parts: readonly unknown[]) => hash("sha256", JSON.stringify(parts));

function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
	let result: Promise<Result> | undefined;
	return () => {
		result ??= run();
		return result;
	};
}
