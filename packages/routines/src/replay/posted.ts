import { hashSeed, mixText } from "@webhand/page/parse/line-hashes";
import type { FormView, PageView } from "@webhand/page/parse/view";

/** An address without its fragment, as a state keeps it. @throws never */
export const hashOfAddress = (url: string): number => mixText(hashSeed, url.replace(/#.*$/s, ""));

/** The addresses at which a page may be what a form posted: those of its page and of the form. @throws never */
export function postedBy({ url }: PageView, { host, path = "" }: FormView): readonly number[] {
	const to = URL.parse(host === undefined ? path : `//${host}${path}`, url)?.href ?? url;
	return [...new Set([url, to].map(hashOfAddress))];
}
