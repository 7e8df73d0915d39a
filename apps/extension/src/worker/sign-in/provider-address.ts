import { providerCallbackRoute, providerDoneRoute } from "@webhand/contracts/auth/provider";
import { Ticket } from "@webhand/contracts/auth/second-factor";

/** Where the tab of a sign-in is: still on its way, refused, or at its end with the code. */
export type ProviderPlace =
	| { readonly kind: "on_the_way" }
	| { readonly kind: "refused" }
	| { readonly kind: "done"; readonly code: string };

/**
 * Reads the address of the tab that a sign-in opened. Only the server's own done page ends it: its path exactly, and a code in the
 * fragment. The callback page shows itself only when it has something to complain about.
 *
 * @param origin where the provider sends the browser back to
 * @param isLoaded the tab has finished loading
 * @throws never
 */
export function placeOf(address: string, origin: string, isLoaded: boolean): ProviderPlace {
	const url = URL.parse(address);
	if (url === null || url.origin !== origin || url.username !== "" || url.password !== "") return { kind: "on_the_way" };
	if (url.pathname === providerCallbackRoute.path) return { kind: isLoaded ? "refused" : "on_the_way" };
	if (url.pathname !== providerDoneRoute.path || url.search !== "") return { kind: "on_the_way" };
	const code = Ticket.safeParse(new URLSearchParams(url.hash.slice(1)).get("code"));
	return code.success ? { kind: "done", code: code.data } : { kind: "on_the_way" };
}

/**
 * Origin that the provider sends the browser back to, as the server asked it to: the public address of the server, which people may have
 * typed in another way (`localhost` for `127.0.0.1`).
 *
 * @param url address of the provider's sign-in page
 * @throws never
 */
export function returnOrigin(url: string, serverUrl: string): string {
	return URL.parse(URL.parse(url)?.searchParams.get("redirect_uri") ?? "")?.origin ?? serverUrl;
}
