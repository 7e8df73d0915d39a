import { extractDomain } from "@webhand/page/site";
import type { RunRecord } from "../../storage.ts";
import { siteGrantsItem } from "../../storage.ts";
import { isAllowedByChrome } from "../frames/documents.ts";
import { enterable } from "./site.ts";

/** May this run put a script into a page now: by the person's word, then by Chrome's? */
export async function mayEnter({ sites, refused }: Pick<RunRecord, "sites" | "refused">, url: string): Promise<boolean> {
	const origins = enterable(url, { sites, refused, grants: await siteGrantsItem.get() }, extractDomain);
	return origins !== null && (await isAllowedByChrome(origins));
}
