import { serverTools } from "@webhand/contracts/tools/server-tools";
import { formatNumber } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./host-words.de.ts";

/** Sentences of the audit about the server host. */
export const hostAuditText = inLanguage(german.hostAuditText, {
	facts: {
		kind: "Kind",
		approved: "Approved",
		decidedBy: "Decided by",
		session: "Id of the session",
		execution: "Id of the execution",
		request: "Request id",
		hash: "Hash",
		chain: "Chain",
		row: "Row of the chain",
	},
	tenantChain: "outside of workspaces",
	yes: "yes",
	no: "no",
	kinds: {
		intent: "intended: written before the effect",
		outcome: "outcome of an action",
		read: "look",
		denied: "refusal",
		note: "note of the agent service",
	} as Readonly<Record<string, string>>,
	deciders: {
		user: "the person asked",
		caller: "the caller",
		setting: "a setting",
		session: "an approval for the session",
		rule: "a rule",
		auto: "the gate",
	} as Readonly<Record<string, string>>,
	/** What was done to a target: past tense, and the plain form for what was only tried. */
	verbs: {
		...Object.fromEntries(serverTools.map(({ name, words }) => [name, [words.past, words.base] as const])),
		"mcp.elicitation": ["was asked by the tool", "be asked by the tool"],
		"workspace.add": ["opened the workspace", "open the workspace"],
		"workspace.change": ["changed the workspace", "change the workspace"],
		"workspace.remove": ["removed the workspace", "remove the workspace"],
		"mcp_server.add": ["registered the MCP server", "register the MCP server"],
		"mcp_server.change": ["changed the MCP server", "change the MCP server"],
		"mcp_server.remove": ["removed the MCP server", "remove the MCP server"],
		"mcp_server.accept": ["accepted tools of", "accept tools of"],
		"command_rule.write": ["set the command rule", "set the command rule"],
		"command_rule.remove": ["removed the command rule", "remove the command rule"],
	} as Readonly<Record<string, readonly [past: string, base: string]>>,
	topFolder: "the top folder",
	calledTool: (tool: string) => `called ${tool} on`,
	callTool: (tool: string) => `call ${tool} on`,
	began: (what: string) => `began to ${what}`,
	notAllowed: (what: string) => `was not allowed to ${what}`,
	couldNot: (what: string) => `could not ${what}`,
	stopped: (what: string) => `began to ${what}, but it was stopped`,
	tried: (what: string) => `tried to ${what}`,
	outcomeUnknown: "Nobody knows whether it happened.",
	words: {
		ok: "done",
		intended: "begun",
		cancelled: "cancelled",
		unknown: "outcome unknown",
		denied: "refused",
		error: "failed",
	} as Readonly<Record<string, string>>,
	verify: {
		button: "Verify",
		again: "Verify again",
		busy: "Verifying",
		hint: "Reads all rows and checks each against the one before it, and the signed ends of the chains.",
		whole: (rows: number) =>
			rows === 1 ? "The audit is whole: 1 row was checked." : `The audit is whole: ${formatNumber(rows)} rows were checked.`,
		none: "There are no rows yet, so there is nothing to check.",
		broken: (chain: string, seq: number, what: string) => `The audit is broken: ${chain}, row ${seq} ${what}.`,
		brokenHint: "Rows of the audit are never changed by Webhand. Ask the operator who had access to the database, and restore a copy.",
		reasons: { changed: "was changed", missing: "is missing", swapped: "was swapped with another" },
		badAnchors: (count: number) =>
			count === 1 ? "1 signed end does not fit its chain or its signature." : `${count} signed ends do not fit their chains or signatures.`,
		anchors: (count: number, at: string) => `Signed ends: ${formatNumber(count)}, the last on ${at}.`,
		noAnchors: "No end of a chain is signed yet.",
		inWorkspace: (name: string) => `workspace ${name}`,
		inTenant: "the chain outside of workspaces",
	},
});
