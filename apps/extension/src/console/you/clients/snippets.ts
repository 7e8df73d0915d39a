/** A connected client's address and token. */
export type Connection = { readonly url: string; readonly token: string };

/** The command that adds Webhand to Claude Code. The token holds no character that a shell reads. */
export function claudeCommand({ url, token }: Connection): string {
	return `claude mcp add --transport http webhand ${url} --header "Authorization: Bearer ${token}"`;
}

/** The entry of an `mcp.json`, as editors read it. */
export function mcpJson({ url, token }: Connection): string {
	return JSON.stringify({ mcpServers: { webhand: { type: "http", url, headers: { Authorization: `Bearer ${token}` } } } }, null, 2);
}
