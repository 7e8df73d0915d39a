import type { AuthView } from "../panel-state.ts";
import type { PageApi } from "../signed-in-api.ts";

/** An address in the options page: `#/traces/<taskId>/3?q=tea` is `{ page: "traces", parts: [taskId, "3"], query: { q: "tea" } }`. */
export type Place = { readonly page: string; readonly parts: readonly string[]; readonly query: Readonly<Record<string, string>> };

/** Goes to an address such as `/usage`; `replace` leaves no entry in the history. */
export type Go = (path: string, options?: { readonly replace?: boolean }) => void;

/** What each page gets. */
export type PageProps = {
	readonly api: PageApi;
	readonly place: Place;
	readonly go: Go;
	readonly signIn: Extract<AuthView, { kind: "signed_in" }>;
};
