import type { ViewState } from "../../panel-state.ts";

/** Server, user and tenant that own what the panel shows; null while nobody is signed in. */
export function ownerKeyOf(state: Pick<ViewState, "auth" | "serverUrl"> | null): string | null {
	return state?.auth.kind === "signed_in" ? `${state.serverUrl} ${state.auth.user.id} ${state.auth.tenantId}` : null;
}
