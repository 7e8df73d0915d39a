import { policyRoute } from "@webhand/contracts/authority/policy";
import { activeDomainOf, matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import type { SignedInApi } from "../../signed-in-api.ts";
import type { readManaged } from "../managed.ts";
import { isAllowedSite } from "../managed.ts";

/** True for the address of a site that the organization never lets Webhand touch, by its policy here or in Chrome: its page is not read. */
export type IsShut = (url: string) => boolean;

/** The sites of now, for one reading. */
export type ShutSites = () => Promise<IsShut>;

type ShutDeps = { readonly api: SignedInApi; readonly now: () => number; readonly managed: typeof readManaged };

const freshMs = 1_000;
const answerMs = 2_000;

/**
 * Asks the server which sites those are, at most once a second. While it cannot be reached, or is silent, the last answer counts: no page is sent then, and
 * the server refuses such a page as well.
 */
export function createShutSites({ api, now, managed }: ShutDeps): ShutSites {
	let known: { readonly at: number; readonly patterns: readonly string[] } | null = null;
	return async () => {
		if (known === null || now() - known.at > freshMs) {
			const view = await api.call(policyRoute, { signal: AbortSignal.timeout(answerMs) }).catch(() => null);
			if (view !== null) known = { at: now(), patterns: [...view.policy.never, ...(view.installation?.never ?? [])] };
		}
		const patterns = known?.patterns ?? [];
		const fixed = await managed();
		return (url) => {
			if (!URL.canParse(url)) return false;
			const host = activeDomainOf(url);
			// Pages without a host, such as an empty frame, are judged by what holds them.
			return (host !== "" && !isAllowedSite(fixed, host)) || patterns.some((pattern) => matchesDomainPattern(host, pattern));
		};
	};
}
