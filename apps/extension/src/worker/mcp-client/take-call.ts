import { SessionId } from "@webhand/contracts/ids";
import type { BrowserCall } from "@webhand/contracts/mcp-server/calls";
import type { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { CallReport } from "@webhand/contracts/mcp-server/reports";
import { reportBrowserCallRoute } from "@webhand/contracts/mcp-server/reports";
import type { PanelCommand } from "../../messages.ts";
import { newRun } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { MessageError } from "../panel/message-error.ts";
import type { StartDeps } from "../panel/start-run.ts";
import { placeOf, startRun } from "../panel/start-run.ts";
import { newestInTab } from "../panel/view-state.ts";
import type { RunStore } from "../run/store.ts";
import { buildStepRequest } from "../step/build-request.ts";
import { saidForReading } from "./permission.ts";
import { clientWords } from "./words.ts";

export type TakeDeps = StartDeps & { readonly api: SignedInApi; readonly runs: StartDeps["runs"] & Pick<RunStore, "list"> };

type Taken = Pick<Extract<PanelCommand, { type: "client_call" }>, "tabId" | "sessionId" | "call">;

/** Begins what an MCP client asked for. What stands against it is told to the client; the run itself is reported by the reporter. */
export async function takeCall(deps: TakeDeps, { call, ...place }: Taken): Promise<void> {
	try {
		await begin(deps, place, call);
	} catch (error) {
		const { code, message } = error instanceof MessageError ? error : { code: "EXTENSION_ERROR", message: clientWords.broken };
		await report(deps, call, { state: "refused", code, message: message.slice(0, 1_000) });
		if (!(error instanceof MessageError)) throw error;
	}
}

async function begin(
	deps: TakeDeps,
	{ tabId, sessionId }: Omit<Taken, "call">,
	{ id, client: { id: clientId, name }, work }: BrowserCall,
): Promise<void> {
	if (work.kind === "read") return report(deps, { id }, await read(deps, { tabId, clientId }));
	const inChat = sessionId === undefined ? {} : { sessionId };
	const client = { id: clientId, callId: id, name, isOneStep: work.kind === "step" };
	const openFirst = work.kind === "task" && work.address !== undefined ? { openFirst: work.address } : {};
	await startRun(deps, { tabId, ...inChat, ...openFirst, query: work.instruction, client });
}

async function report({ api }: Pick<TakeDeps, "api">, { id }: Pick<BrowserCall, "id">, body: CallReport): Promise<void> {
	await api.call(reportBrowserCallRoute, { params: { id }, body });
}

/** The page as a step would read it, where the user allowed its site. Ids stay those of the tab's run. */
async function read(
	{ runs, now }: TakeDeps,
	{ tabId, clientId }: { readonly tabId: number; readonly clientId: McpClientId },
): Promise<CallReport> {
	const { owner, tab, domain } = await placeOf(tabId);
	const known = newestInTab(tabId, await runs.list());
	const facts = { runKey: crypto.randomUUID(), owner, tabId, windowId: tab.windowId, query: "-", files: [], at: now() };
	const fresh = newRun({ ...facts, sessionId: SessionId.parse(crypto.randomUUID()) });
	const { frames = [], highestId = 0 } = known ?? {};
	const seen = await buildStepRequest({ ...fresh, ...saidForReading(known, { id: clientId }), frames, highestId }, () => undefined);
	if (seen.kind === "page") return { state: "read", url: seen.body.url, dom: seen.body.dom };
	const isSite = seen.event.kind === "site_needed";
	return {
		state: "refused",
		code: isSite ? "SITE_NOT_ALLOWED" : "PAGE_SILENT",
		message: isSite ? clientWords.siteNeeded(domain) : clientWords.silent,
	};
}
