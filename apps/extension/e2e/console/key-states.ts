import type { Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the pages of API keys and service accounts. */
type KeyState = { readonly path: string; readonly as: "member" | "admin"; readonly replies: Replies };

const own = "GET /api/v1/user/api-keys";
const make = "POST /api/v1/user/api-keys";
const ofOrg = "GET /api/v1/orgs/:orgId/api-keys";
const accountsAt = "GET /api/v1/orgs/:orgId/service-accounts";
const addAccount = "POST /api/v1/orgs/:orgId/service-accounts";
const makeOfAccount = "POST /api/v1/orgs/:orgId/service-accounts/:userId/api-keys";

const idOf = (prefix: string, letter: string) => `${prefix}_${letter.repeat(22)}`;
const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
const key = {
	id: idOf("key", "a"),
	name: "Nightly report",
	scopes: ["routines:run", "routines:read"],
	addresses: [] as readonly string[],
	status: "active",
	createdAt: "2026-03-01T09:30:00.000Z",
	expiresAt: "2026-05-30T09:30:00.000Z",
	lastUsedAt: "2026-03-02T10:00:00.000Z" as string | null,
};
const keys = [
	key,
	{ ...key, id: idOf("key", "b"), name: long, addresses: ["203.0.113.7", "10.0.0.0/8", "2001:db8::/32"], lastUsedAt: null },
	{ ...key, id: idOf("key", "c"), name: "Warehouse", status: "expired", scopes: ["usage:read"] },
	{ ...key, id: idOf("key", "d"), name: "Old laptop", status: "revoked", scopes: ["tasks:run", "knowledge:read"] },
];
const made = { key, secret: `whk_${"x".repeat(43)}` };
const account = { userId: idOf("usr", "s"), name: "Night shift", status: "active", createdAt: "2026-03-01T09:30:00.000Z" };
const owners = [
	{ userId: account.userId, name: account.name, email: "service-1@service.invalid", isService: true },
	{ userId: idOf("usr", "m"), name: "Ada Lovelace", email: "ada@example.com", isService: false },
];
const owned = keys.map((each, index) => ({ ...each, owner: owners[index % 2] }));

/** The pages of API keys and service accounts in each of their states. */
export const keyStates: Readonly<Record<string, KeyState>> = {
	apikeys: {
		path: "/api-keys",
		as: "member",
		replies: { [own]: { keys, mayCreate: true }, [make]: made, "DELETE /api/v1/user/api-keys/:id": undefined },
	},
	"apikeys-empty": { path: "/api-keys", as: "member", replies: { [own]: { keys: [], mayCreate: true }, [make]: made } },
	"apikeys-barred": { path: "/api-keys", as: "member", replies: { [own]: { keys: [], mayCreate: false } } },
	"apikeys-refused": {
		path: "/api-keys",
		as: "member",
		replies: {
			[own]: { keys, mayCreate: true },
			[make]: refused(400, "VALIDATION_ERROR", "The request is not valid", {
				fields: [
					{ field: "name", message: "must not be empty" },
					{ field: "addresses.1", message: "must be an address such as 10.0.0.7 or a range such as 10.0.0.0/8" },
				],
			}),
		},
	},
	"apikeys-offline": { path: "/api-keys", as: "member", replies: { [own]: unreachable } },
	services: {
		path: "/service-accounts",
		as: "admin",
		replies: {
			[ofOrg]: { keys: owned, nextCursor: null },
			[accountsAt]: { accounts: [account] },
			[addAccount]: { account: { ...account, userId: idOf("usr", "n"), name: "Reports" } },
			[makeOfAccount]: made,
			"DELETE /api/v1/orgs/:orgId/api-keys/:id": undefined,
		},
	},
	"services-empty": {
		path: "/service-accounts",
		as: "admin",
		replies: { [ofOrg]: { keys: [], nextCursor: null }, [accountsAt]: { accounts: [] } },
	},
};
