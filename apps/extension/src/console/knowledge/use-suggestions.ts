import { domainsRoute } from "@webhand/contracts/knowledge/domains";
import { useEffect, useState } from "react";
import type { PageApi } from "../../signed-in-api.ts";

const typingMs = 300;

/** Allowed domains that hold what is typed, for a field to offer; none where they cannot be read. */
export function useDomainSuggestions(api: PageApi, typed: string): readonly string[] {
	const [suggestions, setSuggestions] = useState<readonly string[]>([]);
	const q = typed.trim();
	useEffect(() => {
		const abort = new AbortController();
		const read = () =>
			api.call(domainsRoute, { query: { q: q === "" ? undefined : q }, signal: abort.signal }).then(
				({ domains }) => (abort.signal.aborted ? undefined : setSuggestions(domains.map(({ pattern }) => pattern))),
				() => undefined,
			);
		const timer = setTimeout(() => void read(), q === "" ? 0 : typingMs);
		return () => {
			clearTimeout(timer);
			abort.abort();
		};
	}, [api, q]);
	return suggestions;
}
