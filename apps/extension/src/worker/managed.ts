import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import { browser } from "wxt/browser";
import type { ManagedView } from "../panel-state.ts";
import { parseServerUrl } from "../server-url.ts";

/** What the organization that manages this Chrome has fixed: an address, `""` for none. Chrome keeps to the types of managed_schema.json. */
type Managed = ManagedView & { readonly serverUrl: string };

/** Reads the policy of the extension. An address that is none counts as not given. @throws never */
export async function readManaged(): Promise<Managed> {
	const given = await browser.storage.managed.get().catch(() => ({}));
	const { serverUrl, organizationSignIn, allowedSites } = given as Partial<Managed>;
	const server = parseServerUrl(serverUrl ?? "");
	const origin = server.ok ? server.origin : "";
	return { serverUrl: origin, hasServer: origin !== "", organizationSignIn: organizationSignIn === true, allowedSites: allowedSites ?? [] };
}

/** Whether the policy lets Webhand work on a host. @throws never */
export function isAllowedSite({ allowedSites }: Pick<Managed, "allowedSites">, host: string): boolean {
	return allowedSites.length === 0 || allowedSites.some((pattern) => matchesDomainPattern(host, pattern));
}

/** Calls back now and after each change of the policy. */
export function followManaged(changed: (managed: Managed) => void): void {
	const tell = () => void readManaged().then(changed);
	browser.storage.onChanged.addListener((_changes, area) => (area === "managed" ? tell() : undefined));
	tell();
}
