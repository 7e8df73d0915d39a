import { isNamedSite, isTaskSite, placesIn, siteOf } from "./origin.ts";
import type { TaskFacts } from "./risk.ts";

/** What may stand between a secret and the site behind it: "hunter2 at shop.example", "hunter2 to sign in at shop.example". */
const linking =
	/^["'”’“»)]*\s*(?:(?:to |um )?(?:log|sign|anmelden|einloggen)[^,.;!?]{0,12} )?(?:at|on|for|in|to|into|auf|bei|für|zu|sur|chez|pour|en|para|de|на|для|в|@)\s+["'“„«(]*$/iu;

/**
 * True where a secret of the person may be typed: the site named beside it in the person's words, else the site that the task began on. A
 * secret of an answer goes to the task's sites.
 *
 * @throws never
 */
export function isSecretOfSite(secret: string, site: string, { query, origins }: TaskFacts): boolean {
	if (!query.includes(secret)) return isTaskSite(site, { origins }) || isNamedSite(site, query);
	const places = placesIn(query);
	for (let at = query.indexOf(secret); at !== -1; at = query.indexOf(secret, at + 1)) {
		const end = at + secret.length;
		const behind = places.find(({ start }) => start >= end && linking.test(query.slice(end, start)));
		const beside = behind ?? places.findLast((place) => place.end <= at);
		const isHere = beside === undefined ? site === origins[0] || isNamedSite(site, query) : siteOf(beside.host) === site;
		if (isHere) return true;
	}
	return false;
}
