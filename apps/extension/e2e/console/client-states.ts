import type { Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the page of connected clients. */
type ClientState = { readonly path: string; readonly as: "member"; readonly replies: Replies };

const listAt = "GET /api/v1/agent/mcp-clients";
const connect = "POST /api/v1/agent/mcp-clients";
const url = "http://127.0.0.1:8787/mcp";
const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
const client = {
	id: `mcc_${"a".repeat(22)}`,
	name: "Claude Code on my laptop",
	scopes: ["browser:read", "browser:act"],
	status: "active",
	createdAt: "2026-03-01T09:30:00.000Z",
	expiresAt: "2026-03-31T09:30:00.000Z",
	lastUsedAt: "2026-03-02T10:00:00.000Z",
};
const clients = [
	client,
	{ ...client, id: `mcc_${"b".repeat(22)}`, name: long, scopes: ["browser:read", "browser:act", "workspace:read"], lastUsedAt: null },
	{ ...client, id: `mcc_${"c".repeat(22)}`, name: "Editor", status: "expired", scopes: ["browser:read"] },
	{ ...client, id: `mcc_${"d".repeat(22)}`, name: "Inspector", status: "revoked", scopes: ["workspace:read"] },
];
const made = { client, url, token: `whmcp_${"x".repeat(43)}` };

/** The page of connected clients in each of its states. */
export const clientStates: Readonly<Record<string, ClientState>> = {
	clients: {
		path: "/clients",
		as: "member",
		replies: { [listAt]: { clients, url }, [connect]: made, "DELETE /api/v1/agent/mcp-clients/:id": undefined },
	},
	"clients-empty": { path: "/clients", as: "member", replies: { [listAt]: { clients: [], url }, [connect]: made } },
	"clients-refused": {
		path: "/clients",
		as: "member",
		replies: {
			[listAt]: { clients, url },
			[connect]: refused(400, "VALIDATION_ERROR", "The request is not valid", {
				fields: [
					{ field: "name", message: "must not be empty" },
					{ field: "scopes", message: "must not be empty" },
				],
			}),
		},
	},
	"clients-loading": { path: "/clients", as: "member", replies: { [listAt]: "never" } },
	"clients-offline": { path: "/clients", as: "member", replies: { [listAt]: unreachable } },
};
