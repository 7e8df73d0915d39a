import { readPageText } from "@webhand/page/parse/page-text";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import { PageError } from "../frames/ask-page.ts";
import { readTab } from "../frames/read-tab.ts";
import type { RunStore } from "../run/store.ts";
import { mayInject } from "../tabs/access.ts";
import { ordersOf } from "./orders-of.ts";

/** Orders for the page in front. It is read only where the user allowed its site for good and no task works in the tab; else there are none. */
export async function pageOrders(runs: Pick<RunStore, "list">, tabId: number): Promise<{ orders: string[] }> {
	const { url = "" } = await browser.tabs.get(tabId).catch(() => ({ url: "" }));
	const isBusy = (await runs.list()).some(({ phase, tabs }) => phase !== "ended" && tabs.includes(tabId));
	if (isBusy || !(await mayInject({ sites: [], refused: [] }, url))) return { orders: [] };
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
