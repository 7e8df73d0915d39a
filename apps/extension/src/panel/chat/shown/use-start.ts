import type { Session } from "@webhand/contracts/chat/sessions";
import { useEffect, useState } from "react";
import { send } from "../../../kit/transport.ts";
import type { TabView } from "../../../panel-state.ts";
import { newestOf } from "../store/newest.ts";
import type { ShownChat } from "./policy.ts";

/** What an empty chat offers: the site's last chat, and orders made from the page in front. */
export type Start = { readonly lastHere: Session | null; readonly orders: readonly string[] };

const nothing: Start = { lastHere: null, orders: [] };

/** Reads what an empty chat offers. Without an answer the panel offers less. */
export function useStart(chat: ShownChat | null, tab: TabView | null): Start {
	const [start, setStart] = useState(nothing);
	const site = chat?.isFresh === true && tab?.restricted === undefined && tab !== null ? chat.domain : "";
	useEffect(() => {
		setStart(nothing);
		if (site === "" || tab === null) return;
		const closing = new AbortController();
		const put = (part: Partial<Start>) => (closing.signal.aborted ? undefined : setStart((before) => ({ ...before, ...part })));
		newestOf(site, null, closing.signal).then(
			(lastHere) => put({ lastHere }),
			() => undefined,
		);
		send("page_orders", { tabId: tab.id }).then(put, () => undefined);
		return () => closing.abort();
	}, [chat?.sessionId, site, tab?.id, tab?.url]);
	return start;
}
