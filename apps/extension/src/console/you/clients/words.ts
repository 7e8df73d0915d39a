import type { McpClient, McpScope } from "@webhand/contracts/mcp-server/clients";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** The page Connected clients. */
export const clientsText = inLanguage(german.clientsText, {
	title: "Connected clients",
	lead: "A coding agent or another MCP client can have work done in your browser: Claude Code, an editor, your own program. It works only while Webhand's panel is open, in the tab that the panel shows. You see each step, and you approve what is risky.",
	form: "Connect a client",
	name: "Name",
	nameHint: "As the panel shows it while it works, such as Claude Code on my laptop.",
	may: "It may",
	scopes: {
		"browser:act": "Act in your browser",
		"browser:read": "Read the page that the panel shows",
		"workspace:read": "Read your workspaces on the server host",
	} satisfies Record<McpScope, string>,
	scopeHints: {
		"browser:act": "Carry out tasks and single steps. Webhand asks you before it sends, saves or buys anything, as in careful mode.",
		"browser:read": "Only on sites that you allowed. Passwords and card numbers are hidden.",
		"workspace:read": "Files, searches and git, with the rights of your sign-in. It changes nothing.",
	} satisfies Record<McpScope, string>,
	noScope: "Choose at least one.",
	days: "Ends after",
	dayCount: (days: number) => (days === 1 ? "1 day" : `${days} days`),
	connect: "Connect",
	caption: "Connected clients",
	columns: { name: "Client", may: "It may", status: "State", used: "Last use", until: "Ends", actions: "Actions" },
	short: { "browser:act": "act", "browser:read": "read pages", "workspace:read": "read workspaces" } satisfies Record<McpScope, string>,
	statuses: { active: "Connected", expired: "Expired", revoked: "Revoked" } satisfies Record<McpClient["status"], string>,
	never: "never",
	revoke: "Revoke",
	revokeOf: (name: string) => `Revoke ${name}`,
	revokeTitle: (name: string) => `Revoke ${name}?`,
	revokeEffect: "Its token ends at once, and what it does in your browser now stops. To use it again, connect it again.",
	revokeConfirm: "Revoke the client",
	revoked: (name: string) => `${name} is revoked.`,
	empty: "No client is connected.",
	emptyHint: "Connect one above. You get a token and a ready configuration for Claude Code, for editors and for the MCP inspector.",
	once: {
		title: (name: string) => `${name} is connected`,
		lead: "Copy the token or a configuration now: it is shown this once. Whoever has it can ask your browser for work until it ends, so keep it like a password.",
		token: "Token",
		copyToken: "Copy the token",
		address: "Address",
		copyAddress: "Copy the address",
		command: "For Claude Code, in a terminal",
		copyCommand: "Copy the command",
		json: "For an editor or another client, as mcp.json",
		copyJson: "Copy the configuration",
		copy: "Copy",
		hide: "I have it",
	},
});
