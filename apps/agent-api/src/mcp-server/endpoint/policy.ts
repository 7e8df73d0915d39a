import type { McpScope } from "@webhand/contracts/mcp-server/clients";

/** What a tool needs: one of these scopes. */
export function scopesOfTool(name: string): readonly McpScope[] {
	if (name.startsWith("workspace_")) return ["workspace:read"];
	if (name === "browser_read") return ["browser:read"];
	if (name === "browser_status") return ["browser:read", "browser:act"];
	return ["browser:act"];
}

/** May a client with these scopes use the tool? @throws never */
export function maySeeTool(name: string, scopes: readonly McpScope[]): boolean {
	return scopesOfTool(name).some((scope) => scopes.includes(scope));
}

/** The tool that a JSON-RPC request calls; undefined for any other body. @throws never */
export function calledTool(body: unknown): { readonly id: string | number | null; readonly name: string } | undefined {
	if (typeof body !== "object" || body === null) return undefined;
	const { method, id, params } = body as { method?: unknown; id?: unknown; params?: unknown };
	if (method !== "tools/call" || typeof params !== "object" || params === null) return undefined;
	const { name } = params as { name?: unknown };
	if (typeof name !== "string") return undefined;
	return { id: typeof id === "string" || typeof id === "number" ? id : null, name };
}

/** True for a JSON-RPC request for the list of tools. @throws never */
export function isToolList(body: unknown): boolean {
	return typeof body === "object" && body !== null && (body as { method?: unknown }).method === "tools/list";
}

const replyTypes = ["application/json", "text/event-stream"] as const;

/**
 * The Accept header for the library, which wants both types of reply named: where the client takes both, or says nothing, they are.
 *
 * @throws never
 */
export function acceptOf(header: string | undefined): string {
	const ranges = (header ?? "").toLowerCase().split(",");
	const taken = ranges.filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range)).map((range) => (range.split(";", 1)[0] ?? "").trim());
	const takes = (type: string) => taken.some((range) => range === "*/*" || range === type || range === type.replace(/\/.*/, "/*"));
	return header === undefined || header.trim() === "" || replyTypes.every(takes) ? replyTypes.join(", ") : header;
}

/** Addresses under which the endpoint may be called, and web origins that may call it. */
export type Callers = { readonly publicUrl: string; readonly origins: readonly string[] };

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Says why a request is refused before its token is read: a web page that reached this machine by a name of its own (DNS rebinding) sends that
 * name as `Host` and its own `Origin`.
 *
 * @returns null for a request that may go on
 * @throws never
 */
export function problemOfCaller(
	{ host, origin }: { readonly host: string | undefined; readonly origin: string | undefined },
	{ publicUrl, origins }: Callers,
): string | null {
	const name = URL.parse(`http://${host ?? ""}`)?.hostname;
	if (name === undefined || (!loopback.has(name) && name !== URL.parse(publicUrl)?.hostname))
		return "This host name is not one of Webhand's. Connect to the address that Webhand's settings show";
	if (origin !== undefined && !origins.includes(origin)) return "Web pages may not call this endpoint. Connect from an MCP client";
	return null;
}
