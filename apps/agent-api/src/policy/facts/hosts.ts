import type { Action } from "@webhand/contracts/action/grammar";
import { activeDomainOf } from "@webhand/contracts/knowledge/patterns";
import type { PageView } from "@webhand/page/parse/view";
import { frameHostOf } from "./lines.ts";
import { formOf, targetOf } from "./target.ts";

/**
 * The hosts that an action opens, touches or tells, without port: of an address, or of page, frame and form, and where it leads.
 * None for what only looks or ends.
 *
 * @throws never
 */
export function hostsOf(action: Action, page: PageView): readonly string[] {
	switch (action.name) {
		case "navigate":
		case "openTab":
			return hostOfUrl(action.url);
		case "upload":
		case "setValue":
		case "select":
		case "drag":
		case "press":
		case "click": {
			const target = targetOf(action, page);
			const places = [frameHostOf(target, page), formOf(target, page)?.host, target?.href, target?.attributes.get("action")];
			return [...new Set([...hostOfUrl(page.url), ...places.flatMap(hostOfPlace)])];
		}
		default:
			return [];
	}
}

function hostOfUrl(url: string): readonly string[] {
	const host = URL.canParse(url) ? activeDomainOf(url) : "";
	return host === "" ? [] : [host];
}

/** A path, or another scheme, such as `mailto:`; a number behind the colon is a port. */
const isPath = /^(?:\/|[a-z][a-z0-9+.-]*:(?!\d))/i;

/** The host of an address as page text writes it: `host/path`, or a path of the same host. */
function hostOfPlace(place: string | undefined): readonly string[] {
	return place === undefined || isPath.test(place) ? [] : hostOfUrl(`https://${place}`);
}
