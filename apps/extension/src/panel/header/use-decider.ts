import { modelRoute } from "@webhand/contracts/agent/model";
import { useEffect, useState } from "react";
import { server } from "../../kit/server.ts";
import type { AuthView } from "../../panel-state.ts";
import type { PanelView } from "../panel-props.ts";

/** Who decides for an organization, for its admins. The name is shown only; without an answer nothing is missing. */
export function useDecider(owner: string | null, auth: AuthView | undefined): PanelView["decider"] {
	const [decider, setDecider] = useState<PanelView["decider"]>();
	const isAdmin = auth?.kind === "signed_in" && auth.roles.includes("admin");
	useEffect(() => {
		setDecider(undefined);
		if (owner === null || !isAdmin) return;
		const closing = new AbortController();
		server.call(modelRoute, { signal: closing.signal }).then(setDecider, () => undefined);
		return () => closing.abort();
	}, [owner, isAdmin]);
	return decider;
}
