export type ServerUrl = { readonly ok: true; readonly origin: string } | { readonly ok: false; readonly reason: "invalid" | "insecure" };

/**
 * Reads a server address: https, or http on this computer, since the token goes there.
 *
 * @returns the origin without a final slash; `invalid` for any user, path, query or fragment
 */
export function parseServerUrl(text: string): ServerUrl {
	const trimmed = text.trim();
	if (!URL.canParse(trimmed)) return { ok: false, reason: "invalid" };
	const url = new URL(trimmed);
	if (url.protocol !== "https:" && url.protocol !== "http:") return { ok: false, reason: "invalid" };
	if (url.username !== "" || url.password !== "" || url.pathname !== "/" || url.search !== "" || url.hash !== "")
		return { ok: false, reason: "invalid" };
	if (url.protocol === "http:" && !isThisComputer(url.hostname)) return { ok: false, reason: "insecure" };
	return { ok: true, origin: url.origin };
}

const isThisComputer = (host: string) => host === "localhost" || host === "127.0.0.1" || host.endsWith(".localhost");
