import { isLoopback, providerCallbackRoute } from "@webhand/contracts/auth/provider";
import type { Base } from "@webhand/service-kit/base";
import type { Config } from "../config.ts";
import type { AddressLimit } from "../sign-in/address-limit.ts";
import { createAddressLimit } from "../sign-in/address-limit.ts";
import type { ProviderSignInDeps } from "./engine.ts";
import { createProvesDomain } from "./settings/domain-proof.ts";
import type { ProviderSettingsDeps } from "./settings/engine.ts";
import { createProviderStore } from "./settings/store.ts";
import { createFlowStore, createIdentityStore } from "./store.ts";
import { createUpstream } from "./upstream.ts";
import { createProviderFetch } from "./web.ts";

/** What sign-ins through providers are opened with. */
export type ProviderOptions = Pick<
	ProviderSignInDeps,
	"accounts" | "invites" | "audit" | "transact" | "ids" | "now" | "log" | "complete" | "secretKey"
> & {
	readonly config: Pick<Config, "PUBLIC_URL" | "PROVIDER_HOSTS" | "DNS_SERVERS">;
	readonly mongo: Pick<Base["mongo"], "db">;
	readonly redis: Base["redis"];
};

/** What the routes of sign-ins need, each limit by address, and what those of the settings need. */
export type OpenedProvider = {
	readonly provider: {
		readonly signIn: ProviderSignInDeps;
		readonly limits: { readonly start: AddressLimit; readonly callback: AddressLimit; readonly finish: AddressLimit };
	};
	readonly providerSettings: ProviderSettingsDeps;
};

/** Opens stores, the client of providers and the limits. */
export function openProvider(options: ProviderOptions): OpenedProvider {
	const { config, mongo, redis, ...shared } = options;
	const redirectUri = new URL(providerCallbackRoute.path, config.PUBLIC_URL).href;
	const isOnLoopback = isLoopback(new URL(config.PUBLIC_URL).hostname);
	const isInside = (host: string) => isLoopback(host) || config.PROVIDER_HOSTS.includes(host);
	const fetch = createProviderFetch({ hosts: config.PROVIDER_HOSTS, isOnLoopback });
	const upstream = createUpstream({ fetch, redirectUri, isInside });
	const providers = createProviderStore(mongo.db);
	const identities = createIdentityStore(mongo.db);
	const perMinute = (name: string, most: number) => createAddressLimit({ redis, name: `provider:${name}`, most, seconds: 60 });
	return {
		provider: {
			signIn: { ...shared, providers, identities, flows: createFlowStore(mongo.db), upstream },
			limits: { start: perMinute("start", 20), callback: perMinute("callback", 30), finish: perMinute("finish", 30) },
		},
		providerSettings: { ...shared, providers, upstream, redirectUri, isInside, provesDomain: createProvesDomain(config.DNS_SERVERS) },
	};
}
