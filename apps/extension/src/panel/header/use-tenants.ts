import { tenantsRoute } from "@webhand/contracts/auth/account";
import { useCallback, useEffect, useRef, useState } from "react";
import { server } from "../../kit/server.ts";
import type { TenantsView } from "../panel-props.ts";

const limitMs = 8_000;

/** The tenants that the user may work in, read each time the menu opens. @param owner another one starts with no list */
export function useTenants(owner: string | null) {
	const [view, setView] = useState<TenantsView>({ kind: "loading" });
	const asked = useRef(0);
	useEffect(() => {
		asked.current += 1;
		setView({ kind: "loading" });
	}, [owner]);
	const load = useCallback(() => {
		asked.current += 1;
		const own = asked.current;
		const set = (next: TenantsView) => (asked.current === own ? setView(next) : undefined);
		server.call(tenantsRoute, { signal: AbortSignal.timeout(limitMs) }).then(
			({ tenants }) => set({ kind: "ready", tenants }),
			() => set({ kind: "failed" }),
		);
	}, []);
	return { view, load };
}
