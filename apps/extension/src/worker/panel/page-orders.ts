import { readPageText } from "@webhand/page/parse/page-text";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import { PageError } from "../frames/ask-page.ts";
import { readTab } from "../frames/read-tab.ts";
import type { RunStore } from "../run/store.ts";
import { mayInject } from "../tabs/access.ts";
import type { ShutSites } from "../tabs/shut-sites.ts";
import { ordersOf } from "./orders-of.ts";
import { isWorkedIn } from "./start-run.ts";

type OrdersDeps = { readonly runs: Pick<RunStore, "list">; readonly shutSites: ShutSites };

/**
 * Orders for the page in front. It is read only where the user allowed its site for good, the organization does not forbid it, and no task
 * works in the tab; else there are none.
 */
export async function pageOrders({ runs, shutSites }: OrdersDeps, tabId: number): Promise<{ orders: string[] }> {
	const { url = "" } = await browser.tabs.get(tabId).catch(() => ({ url: "" }));
	if ((await isWorkedIn(runs, tabId)) || !(await mayInject({ sites: [], refused: [] }, url)) || (await shutSites())(url))
		return { orders: [] };
	const site = siteOfAddress(url);
	const known = { frames: [], highestId: 0 };
	try {
		const { text } = await readTab(tabId, known, { page: (address) => siteOfAddress(address) === site, frame: () => false });
		return { orders: [...ordersOf(readPageText(text))] };
	} catch (error) {
		if (!(error instanceof PageError)) throw error;
		return { orders: [] };
	}
}
