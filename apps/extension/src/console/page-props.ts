import type { AuthView } from "../panel-state.ts";
import type { PageApi } from "../signed-in-api.ts";
import type { Go, Place } from "./place/place.ts";

/** What each page gets. */
export type PageProps = {
	readonly api: PageApi;
	readonly place: Place;
	readonly go: Go;
	readonly signIn: Extract<AuthView, { kind: "signed_in" }>;
};
