import type { Identity } from "@webhand/service-kit/guard";

/** The API key of a caller who came with one, among the facts of an audit note. @throws never */
export function keyFact({ key }: Pick<Identity, "key">): { readonly key?: string } {
	return key === undefined ? {} : { key: key.id };
}
