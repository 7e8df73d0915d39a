import { SessionId } from "@webhand/contracts/ids";
import { readPageText } from "@webhand/page/parse/page-text";
import { unopened } from "@webhand/page/parse/unopened";
import { siteOfAddress } from "@webhand/page/site";
import type { CommandReply } from "../../messages.ts";
import type { RunRecord } from "../../run-record.ts";
import { newRun } from "../../run-record.ts";
import type { StepRequest } from "../run/engine.ts";
import type { RunStore } from "../run/store.ts";
import { buildStepRequest } from "../step/build-request.ts";
import type { ShutSites } from "../tabs/shut-sites.ts";
import { siteOf } from "../tabs/site.ts";
import { MessageError } from "./message-error.ts";
import { isWorkedIn, placeOf } from "./start-run.ts";
import { newestInTab } from "./view-state.ts";

export type PageTextDeps = { readonly runs: Pick<RunStore, "list">; readonly shutSites: ShutSites; readonly now: () => number };

type Said = Pick<RunRecord, "sites" | "refused">;

/**
 * A tab as a step would read it, without a task. Ids stay those of the tab's run; while it acts the tab is not read, since a reading would
 * take from the act what it changed.
 *
 * @param saidOf the sites that may be read, from the newest run of the tab
 * @throws MessageError SIGNED_OUT, TAB_GONE, RUN_ACTIVE
 */
export async function readTabText(
	{ runs, shutSites, now }: PageTextDeps,
	tabId: number,
	saidOf: (run: RunRecord | undefined) => Said,
): Promise<StepRequest> {
	const { owner, tab } = await placeOf(tabId);
	const known = newestInTab(tabId, await runs.list());
	if (known?.phase === "act" || known?.phase === "settle")
		throw new MessageError("RUN_ACTIVE", "A task acts on this page right now. Read it again in a moment.");
	const facts = { runKey: crypto.randomUUID(), owner, tabId, windowId: tab.windowId, query: "-", files: [], at: now() };
	const fresh = newRun({ ...facts, sessionId: SessionId.parse(crypto.randomUUID()) });
	const { frames = [], highestId = 0 } = known ?? {};
	return buildStepRequest({ ...fresh, ...saidOf(known), frames, highestId }, { shutSites, warn: () => undefined });
}

/**
 * The page in front as text, for a person who asks what stands on it. The press allows its site, for this reading.
 *
 * @throws MessageError SIGNED_OUT, TAB_GONE, PAGE_RESTRICTED, RUN_ACTIVE, PAGE_SILENT
 */
export async function pageText(deps: PageTextDeps, tabId: number): Promise<CommandReply<"page_text">> {
	const { tab, url } = await placeOf(tabId);
	const site = siteOf(url, siteOfAddress);
	if (site.kind !== "site") throw new MessageError("PAGE_RESTRICTED", "This page cannot be read. Open a web page first.");
	if (await isWorkedIn(deps.runs, tabId)) throw new MessageError("RUN_ACTIVE", "A task runs in this tab. Stop it, then read the list.");
	const seen = await readTabText(deps, tabId, () => ({ sites: [site.domain], refused: [] }));
	const unread = seen.kind === "page" ? unopened(readPageText(seen.body.dom)) : null;
	if (unread !== null) throw new MessageError("PAGE_RESTRICTED", unread.message);
	if (seen.kind === "page") return { kind: "page", url: seen.body.url, title: tab.title ?? "", dom: seen.body.dom };
	if (seen.event.kind === "site_needed") return { kind: "withheld", origins: [...site.origins] };
	throw new MessageError("PAGE_SILENT", "The page does not answer. Reload it, then try again.");
}
