import type { Code } from "./protocol.ts";
import { codes } from "./protocol.ts";

/** A request for a socket; `url` with its query, as the client sent it. */
export type Handshake = { readonly url: string; readonly origin: string | undefined };

/** Who may connect. `origins` are the web origins and extensions of CORS. */
export type HandshakeRules = { readonly key: string; readonly origins: ReadonlySet<string> };

/** `unknown`: no socket is served there. `refused`: the socket is opened to say so with a code that the client understands. */
export type Judgement =
	| { readonly kind: "unknown" }
	| { readonly kind: "refused"; readonly code: Code; readonly message: string }
	| { readonly kind: "accepted" };

/** Judges a request for a socket: path, key, protocol and origin. @throws never */
export function judgeHandshake({ url, origin }: Handshake, { key, origins }: HandshakeRules): Judgement {
	const [path = "", query = ""] = url.split("?", 2);
	const asked = /^\/app\/([^/]*)$/.exec(path)?.[1];
	if (asked === undefined) return { kind: "unknown" };
	const params = new URLSearchParams(query);
	const protocol = params.get("protocol");
	const refused = (code: Code, message: string): Judgement => ({ kind: "refused", code, message });
	if (protocol === null) return refused(codes.noProtocol, "The protocol parameter is missing; 5 to 7 are served");
	if (!/^[567]$/.test(protocol)) return refused(codes.unsupportedProtocol, "This protocol is not served; 5 to 7 are");
	const version = params.get("version");
	if (version !== null && !/^[\w.+-]{1,50}$/.test(version)) return refused(codes.badVersion, "The version does not read");
	if (asked !== key) return refused(codes.unknownKey, "There is no application with this key");
	if (origin !== undefined && !origins.has(origin)) return refused(codes.unauthorized, "This origin may not connect");
	return { kind: "accepted" };
}
