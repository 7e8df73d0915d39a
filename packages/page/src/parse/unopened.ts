import { siteOfAddress } from "../site.ts";
import type { PageView } from "./view.ts";

/** Words of the `@restricted` line; the reason may follow those of an error page: `error page: connection refused`. */
export const restrictions = {
	notAllowed: "site that the user did not allow",
	shut: "site that your organization does not allow",
	failed: "error page",
} as const;

/** `message`: a sentence for the user; `detail`: the site, or why the browser could not open the page. */
export type Unopened = { readonly kind: keyof typeof restrictions; readonly detail: string; readonly message: string };

/**
 * Says why a task sees nothing of its tab's address: the user or the organization shut the site, or the browser could not open it.
 *
 * @returns null for a page that did open, read or not
 * @throws never
 */
export function unopened({ restricted, url }: Pick<PageView, "restricted" | "url">): Unopened | null {
	const site = siteOfAddress(url) ?? "this site";
	if (restricted === restrictions.notAllowed) return { kind: "notAllowed", detail: site, message: `You did not allow ${site}.` };
	if (restricted === restrictions.shut) return { kind: "shut", detail: site, message: `Your organization does not allow ${site}.` };
	const [words, reason = ""] = restricted?.split(": ", 2) ?? [];
	if (words !== restrictions.failed) return null;
	return { kind: "failed", detail: reason, message: `The page could not be opened${reason === "" ? "" : `: ${reason}`}.` };
}
