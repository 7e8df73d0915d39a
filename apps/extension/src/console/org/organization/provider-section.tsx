import { providerRoute } from "@webhand/contracts/auth/provider";
import type { OrgId } from "@webhand/contracts/ids";
import { useCallback } from "react";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { useLoaded } from "../../../view/load/use-loaded.ts";
import { ProviderCard } from "./provider-card.tsx";

type Props = {
	readonly api: SignedInApi;
	readonly orgId: OrgId;
	/** Name of the organization. */
	readonly name: string;
	readonly ask: (change: Change) => void;
	/** Removal changes the settings too. */
	readonly onChanged: () => void;
};

/** The provider loads by itself, so that a failure leaves the other settings usable. */
export function ProviderSection({ api, orgId, onChanged, ...rest }: Props) {
	const loaded = useLoaded(useCallback((signal: AbortSignal) => api.call(providerRoute, { params: { orgId }, signal }), [api, orgId]));
	const changed = () => {
		loaded.retry();
		onChanged();
	};
	return (
		<LoadView loaded={loaded}>
			{(signOn) => <ProviderCard key={JSON.stringify(signOn)} {...{ api, orgId, ...rest, ...signOn }} onChanged={changed} />}
		</LoadView>
	);
}
