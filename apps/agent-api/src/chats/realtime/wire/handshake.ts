import { holdsKey, keyInAddress } from "@webhand/contracts/auth/key-in-address";
import type { Code } from "./protocol.ts";
import { codes } from "./protocol.ts";

/** A request for a socket; `url` with its query and `host` with its port, as the client sent them. */
export type Handshake = { readonly url: string; readonly origin: string | undefined; readonly host: string | undefined };

/** Who may connect. `origins` are the web origins and extensions of CORS; `isOurs` says whether a host name is one of this server's. */
export type HandshakeRules = {
	readonly key: string;
	readonly origins: ReadonlySet<string>;
	readonly isOurs: (hostname: string) => boolean;
};

/** `unknown`: no socket is served there. `refused`: the socket is opened to say so with a code that the client understands. */
export type HandshakeVerdict =
	| { readonly kind: "unknown" }
	| { readonly kind: "refused"; readonly code: Code; readonly message: string }
	| { readonly kind: "accepted" };

/** Judges a request for a socket: path, key, protocol and origin. An API key in its address is refused as everywhere. @throws never */
export function judgeHandshake({ url, origin, host }: Handshake, { key, origins, isOurs }: HandshakeRules): HandshakeVerdict {
	const [path = "", query = ""] = url.split("?", 2);
	const asked = /^\/app\/([^/]*)$/.exec(path)?.[1];
	if (asked === undefined) return { kind: "unknown" };
	const params = new URLSearchParams(query);
	const protocol = params.get("protocol");
	const refused = (code: Code, message: string): HandshakeVerdict => ({ kind: "refused", code, message });
	if (holdsKey(url)) return refused(codes.unauthorized, keyInAddress);
	if (protocol === null) return refused(codes.noProtocol, "The protocol parameter is missing; 5 to 7 are served");
	if (!/^[567]$/.test(protocol)) return refused(codes.unsupportedProtocol, "This protocol is not served; 5 to 7 are");
	const version = params.get("version");
	if (version !== null && !/^[\w.+-]{1,50}$/.test(version)) return refused(codes.badVersion, "The version does not read");
	if (asked !== key) return refused(codes.unknownKey, "There is no application with this key");
	if (origin !== undefined && !origins.has(origin) && !isOwnOrigin(origin, host, isOurs))
		return refused(codes.unauthorized, "This origin may not connect");
	return { kind: "accepted" };
}

/** Programs name the server that they call as their origin. A page that rebound its own name to this server names one that is not ours. */
function isOwnOrigin(origin: string, host: string | undefined, isOurs: HandshakeRules["isOurs"]): boolean {
	const from = URL.parse(origin);
	if (from === null || from.origin !== origin || host === undefined) return false;
	return from.host === URL.parse(`${from.protocol}//${host}`)?.host && isOurs(from.hostname);
}
