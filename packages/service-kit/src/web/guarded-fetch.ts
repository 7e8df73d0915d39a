import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { Agent, buildConnector, fetch as fetchWithAgent } from "undici";
import { OwnError } from "../errors.ts";
import { isPublicAddress } from "./public-address.ts";

/**
 * How names are resolved and connections made. `detour`: a test's server, which is reached in place of an address that passed every
 * check.
 */
export type Network = { readonly resolve: (host: string) => Promise<readonly LookupAddress[]>; readonly detour?: number };

/** The real network. */
export const theNetwork: Network = { resolve: (host) => lookup(host, { all: true }) };

/** Whether a host may be reached: wherever it is, at public addresses only, or not at all. */
export type Admission = "anywhere" | "public" | "nowhere";

/**
 * Which hosts may be reached and what is taken from them. `ca`: a root certificate in PEM beside the usual ones. `maxReplyBytes` counts
 * what a reply unpacks to. `silenceMs`: how long a host may send nothing; 0 sets no limit, undici's is 300 s.
 */
export type FetchRules = {
	/** @param protocol such as `https:`; @param host as in a URL, IPv6 in brackets; @param port 443 or 80 where the URL names none */
	readonly admit: (protocol: string, host: string, port: number) => Admission;
	readonly redirect: "follow" | "error" | "manual";
	readonly maxReplyBytes: number;
	readonly connectTimeoutMs: number;
	readonly silenceMs?: number;
	readonly ca?: string;
	readonly network?: Network;
};

/** The rules do not admit an address. Clients wrap errors; `code` tells this one among the causes. */
export class AddressRefused extends OwnError {
	override readonly name = "AddressRefused";
	readonly code = "ADDRESS_REFUSED";
}

/** A reply that is larger than the rules take. */
export class ReplyTooLarge extends OwnError {
	override readonly name = "ReplyTooLarge";
	readonly code = "REPLY_TOO_LARGE";
}

const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * A `fetch` for hosts that others name. Addresses are checked at each connection, redirects included: a host gains nothing by changing its
 * DNS entry. TLS is always verified. Bodies are texts or forms.
 *
 * @throws AddressRefused, among the causes of what `fetch` throws; ReplyTooLarge from the reply's body
 */
export function createGuardedFetch(rules: FetchRules): typeof fetch {
	const { silenceMs } = rules;
	const silence = silenceMs === undefined ? {} : { headersTimeout: silenceMs, bodyTimeout: silenceMs };
	const dispatcher = new Agent({ connect: connectorFor(rules), ...silence });
	return async (input, init) => {
		const url = typeof input === "string" || input instanceof URL ? input : input.url;
		// Before `fetch` refuses it for something else, such as its port.
		if (admissionOf(rules, new URL(url)) === "nowhere") throw new AddressRefused("This address may not be reached");
		const body = init?.body;
		const response = await fetchWithAgent(url, {
			method: init?.method ?? "GET",
			headers: Object.fromEntries(new Headers(init?.headers)),
			signal: init?.signal ?? null,
			redirect: rules.redirect,
			dispatcher,
			...(typeof body === "string" ? { body } : body instanceof URLSearchParams ? { body: body.toString() } : {}),
		});
		return limited(response, rules.maxReplyBytes);
	};
}

/** The rule that a library's wrapping hides; undefined where no rule was broken. @throws never */
export function brokenRule(error: unknown): AddressRefused | ReplyTooLarge | undefined {
	for (let found = error; found instanceof Error; found = found.cause)
		if (found instanceof AddressRefused || found instanceof ReplyTooLarge) return found;
	return undefined;
}

/** What the rules say of a host; a literal address is not looked up, so it is judged here. */
function admissionOf(
	{ admit }: Pick<FetchRules, "admit">,
	{ protocol, hostname, port }: { readonly protocol: string; readonly hostname: string; readonly port: string },
): Admission {
	const bare = withoutBrackets(hostname);
	const usual = protocol === "https:" ? 443 : 80;
	const admission = admit(protocol, isIP(bare) === 6 ? `[${bare}]` : bare, port === "" ? usual : Number(port));
	return admission === "public" && isIP(bare) !== 0 && !isPublicAddress(bare) ? "nowhere" : admission;
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

function connectorFor({ admit, connectTimeoutMs, ca, network = theNetwork }: FetchRules): buildConnector.connector {
	const certificates = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
	const connectorWith = (isGuarded: boolean) =>
		buildConnector({ timeout: connectTimeoutMs, ...certificates, lookup: lookupOver(network, isGuarded) });
	const [free, guarded] = [connectorWith(false), connectorWith(true)];
	return (options, callback) => {
		const { hostname } = options;
		const admission = admissionOf({ admit }, options);
		if (admission === "nowhere") return callback(new AddressRefused("This address may not be reached"), null);
		const connect = admission === "public" ? guarded : free;
		if (network.detour === undefined) return connect(options, callback);
		// The lookup sees no literal address, so a name replaces it.
		return connect(
			{ ...options, hostname: isIP(withoutBrackets(hostname)) === 0 ? hostname : detourName, port: String(network.detour) },
			callback,
		);
	};
}

const detourName = "detour";

function lookupOver({ resolve, detour }: Network, isGuarded: boolean): LookupFunction {
	const loopback = { address: "127.0.0.1", family: 4 };
	return (host, options, callback) => {
		const answer = (addresses: readonly LookupAddress[]) => {
			const [first] = addresses;
			if (first === undefined) return callback(new OwnError("The name of the host has no address"), [], 0);
			return options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family);
		};
		if (host === detourName) return answer([loopback]);
		resolve(host).then(
			(found) => {
				if (isGuarded && !found.every(({ address }) => isPublicAddress(address)))
					return callback(new AddressRefused("This address may not be reached"), [], 0);
				return answer(detour === undefined ? found : [loopback]);
			},
			(cause: NodeJS.ErrnoException) => callback(cause, [], 0),
		);
	};
}

/** The reply, aborted once its unpacked size passes the limit: no host can fill our memory. */
function limited({ status, headers, body }: Awaited<ReturnType<typeof fetchWithAgent>>, maxBytes: number): Response {
	let received = 0;
	const counting = new TransformStream<Uint8Array, Uint8Array>({
		transform: (chunk, stream) => {
			received += chunk.byteLength;
			if (received > maxBytes) stream.error(new ReplyTooLarge(`A reply of more than ${maxBytes} bytes`));
			else stream.enqueue(chunk);
		},
	});
	// The streams of undici and of the platform differ only in their types.
	const stream = body === null ? null : (body as unknown as ReadableStream<Uint8Array>).pipeThrough(counting);
	return new Response(withoutBody.has(status) ? null : stream, { status, headers: [...headers] });
}
