import type { Identity } from "@webhand/service-kit/guard";

/** The API key of a caller who came with one, or the runner that acts for its owner, among the facts of an audit note. @throws never */
export function keyFact({ key, runner }: Pick<Identity, "key" | "runner">): { readonly key?: string; readonly runner?: string } {
	return { ...(key === undefined ? {} : { key: key.id }), ...(runner === undefined ? {} : { runner: runner.id }) };
}
