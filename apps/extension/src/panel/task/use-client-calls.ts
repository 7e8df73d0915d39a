import type { SessionId } from "@webhand/contracts/ids";
import { nextBrowserCallRoute } from "@webhand/contracts/mcp-server/next-call";
import { useEffect, useRef } from "react";
import { pause } from "../../kit/load/follow-stream.ts";
import { clientCallsHere, send } from "../../kit/transport.ts";
import type { SignedInApi } from "../../signed-in-api.ts";

const afterFailureMs = 5_000;

/** Where the panel stands: the tab and the chat that it shows. */
export type ShownPlace = { readonly tabId: number | undefined; readonly sessionId: SessionId | null };

/**
 * Takes calls of the user's MCP clients while the panel is open: the tab that it shows is the one they work in. Another owner, or none, ends
 * the request under way.
 */
export function useClientCalls(api: SignedInApi, owner: string | null, place: ShownPlace): void {
	const shown = useRef(place);
	shown.current = place;
	const isReady = place.tabId !== undefined;
	useEffect(() => {
		if (owner === null || !isReady) return;
		const closing = new AbortController();
		const { signal } = closing;
		void (async () => {
			while (!signal.aborted) await takeNext(api, () => shown.current, signal).catch(() => pause(afterFailureMs, signal));
		})();
		return () => closing.abort();
	}, [api, owner, isReady]);
}

async function takeNext(api: SignedInApi, placeOf: () => ShownPlace, signal: AbortSignal): Promise<void> {
	const { call, ended } = await api.call(nextBrowserCallRoute, { body: { running: await clientCallsHere() }, signal });
	if (ended.length > 0) await send("client_calls_end", { ids: ended });
	const { tabId, sessionId } = placeOf();
	if (call === null || tabId === undefined) return;
	await send("client_call", { tabId, call, ...(sessionId === null ? {} : { sessionId }) });
}
