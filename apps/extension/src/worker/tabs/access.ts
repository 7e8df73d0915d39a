import { extractDomain } from "@webhand/page/site";
import { browser } from "wxt/browser";
import type { RunRecord } from "../../storage.ts";
import { siteGrantsItem } from "../../storage.ts";
import { injectableOrigins } from "./site.ts";

/** May this run put a script into a page now: by the person's word, then by Chrome's? */
export async function mayInject({ sites, refused }: Pick<RunRecord, "sites" | "refused">, url: string): Promise<boolean> {
	const origins = injectableOrigins(url, { sites, refused, grants: await siteGrantsItem.get() }, extractDomain);
	return origins !== null && (await isAllowedByChrome(origins));
}

/** Does Chrome itself let us onto these addresses? Asked before every injection: withheld, `executeScript` never settles. */
export async function isAllowedByChrome(origins: readonly string[]): Promise<boolean> {
	return browser.permissions.contains({ origins: [...origins] });
}
