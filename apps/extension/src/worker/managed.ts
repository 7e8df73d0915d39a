import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import { browser } from "wxt/browser";
import type { ManagedView } from "../panel-state.ts";
import { parseServerUrl } from "../server-url.ts";
import { withTimeLimit } from "./time-limit.ts";

/**
 * What the organization that manages this Chrome has fixed: an address, `""` for none. Chrome keeps to the types of managed_schema.json.
 * `isUnread`: Chrome has not told it yet, so no site is allowed and nobody signs in.
 */
type Managed = ManagedView & { readonly serverUrl: string; readonly isUnread: boolean };

/** What Chrome told last. A worker that starts again asks again, so nothing of it has to be kept longer. */
let known: Managed = { serverUrl: "", hasServer: false, organizationSignIn: true, allowedSites: [], isUnread: true };

/**
 * Reads the policy of the extension. An address that is none counts as not given. While Chrome does not tell, its last answer counts; before
 * its first answer the policy is unread.
 *
 * @throws never
 */
export async function readManaged(): Promise<Managed> {
	const given: Partial<Managed> | null = await browser.storage.managed.get().catch(() => null);
	if (given === null) return known;
	const { serverUrl, organizationSignIn, allowedSites = [] } = given;
	const server = parseServerUrl(serverUrl ?? "");
	const origin = server.ok ? server.origin : "";
	const hasServer = origin !== "";
	known = { serverUrl: origin, hasServer, organizationSignIn: organizationSignIn === true, allowedSites, isUnread: false };
	return known;
}

const shownAfterMs = 300;

/**
 * The same for what is only shown. Chrome reads its policies some seconds after its start; until then the last answer counts, and
 * `followManaged` tells the new one.
 */
export async function readShownManaged(): Promise<Managed> {
	return await withTimeLimit(readManaged(), shownAfterMs, () => known);
}

/** Whether the policy lets Webhand work on a host. @throws never */
export function isAllowedSite({ allowedSites, isUnread }: Pick<Managed, "allowedSites" | "isUnread">, host: string): boolean {
	if (isUnread) return false;
	return allowedSites.length === 0 || allowedSites.some((pattern) => matchesDomainPattern(host, pattern));
}

const againMs = 1_000;

/** Calls back now and after each change of the policy. While it is unread, Chrome is asked each second. */
export function followManaged(changed: (managed: Managed) => void): void {
	const tell = async () => {
		const managed = await readManaged();
		if (managed.isUnread) setTimeout(tell, againMs);
		changed(managed);
	};
	browser.storage.onChanged.addListener((_changes, area) => (area === "managed" ? void tell() : undefined));
	void tell();
}
