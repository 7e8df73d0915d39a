import type { BrowserCall } from "@webhand/contracts/mcp-server/calls";
import type { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { CallReport } from "@webhand/contracts/mcp-server/reports";
import { reportBrowserCallRoute } from "@webhand/contracts/mcp-server/reports";
import type { PanelCommand } from "../../messages.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { MessageError } from "../panel/message-error.ts";
import { readTabText } from "../panel/page-text.ts";
import type { StartDeps } from "../panel/start-run.ts";
import { placeOf, startRun } from "../panel/start-run.ts";
import type { Routines } from "../routine/routines.ts";
import type { RunStore } from "../run/store.ts";
import type { ShutSites } from "../tabs/shut-sites.ts";
import { saidForReading } from "./permission.ts";
import { clientWords } from "./words.ts";

export type TakeDeps = StartDeps & {
	readonly api: SignedInApi;
	readonly shutSites: ShutSites;
	readonly runs: StartDeps["runs"] & Pick<RunStore, "list">;
	readonly routines: Pick<Routines, "play">;
};

type Taken = Pick<Extract<PanelCommand, { type: "client_call" }>, "tabId" | "sessionId" | "call">;

/** Begins what an MCP client asked for. What stands against it is told to the client; the run itself is reported by the reporter. */
export async function takeCall(deps: TakeDeps, { call, ...place }: Taken): Promise<void> {
	try {
		await begin(deps, place, call);
	} catch (error) {
		const { code, message } = error instanceof MessageError ? error : { code: "EXTENSION_ERROR", message: clientWords.broken };
		await reportCall(deps, call, { state: "refused", code, message: message.slice(0, 1_000) });
		if (!(error instanceof MessageError)) throw error;
	}
}

async function begin(
	deps: TakeDeps,
	{ tabId, sessionId }: Omit<Taken, "call">,
	{ id, client: { id: clientId, name }, work }: BrowserCall,
): Promise<void> {
	if (work.kind === "read") return reportCall(deps, { id }, await read(deps, { tabId, clientId }));
	const client = { id: clientId, callId: id, name, isOneStep: work.kind === "step" };
	if (work.kind === "routine") return deps.routines.play({ tabId, runId: work.runId, client });
	const inChat = sessionId === undefined ? {} : { sessionId };
	const openFirst = work.kind === "task" && work.address !== undefined ? { openFirst: work.address } : {};
	await startRun(deps, { tabId, ...inChat, ...openFirst, query: work.instruction, client });
}

/** Tells the server how a call stands. */
export async function reportCall({ api }: Pick<TakeDeps, "api">, { id }: Pick<BrowserCall, "id">, body: CallReport): Promise<void> {
	await api.call(reportBrowserCallRoute, { params: { id }, body });
}

/** The page as a step would read it, where the user allowed its site. */
async function read(deps: TakeDeps, { tabId, clientId }: { readonly tabId: number; readonly clientId: McpClientId }): Promise<CallReport> {
	const { domain } = await placeOf(tabId);
	const seen = await readTabText(deps, tabId, (run) => saidForReading(run, { id: clientId }));
	if (seen.kind === "page") return { state: "read", url: seen.body.url, dom: seen.body.dom };
	const isSite = seen.event.kind === "site_needed";
	return {
		state: "refused",
		code: isSite ? "SITE_NOT_ALLOWED" : "PAGE_SILENT",
		message: isSite ? clientWords.siteNeeded(domain) : clientWords.silent,
	};
}
