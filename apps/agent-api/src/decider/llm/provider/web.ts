import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { OwnError } from "@webhand/service-kit/errors";
import { isPublicAddress } from "@webhand/service-kit/public-address";
import { Agent, buildConnector, fetch as fetchWithAgent } from "undici";
import type { Network } from "./address.ts";
import { theNetwork } from "./address.ts";

/** `isGuarded`: https to public addresses only, checked at each connection. `ca`: a root certificate in PEM beside the usual ones. */
export type WebRules = { readonly isGuarded: boolean; readonly ca?: string; readonly network?: Network };

/** A tenant's model may not have this address. `troubleOf` reads `code`. */
class AddressRefused extends OwnError {
	override readonly name = "AddressRefused";
	readonly code = "ADDRESS_REFUSED";
}

/** A reply larger than any answer of a model. `troubleOf` reads `code`. */
class ReplyTooLarge extends OwnError {
	override readonly name = "ReplyTooLarge";
	readonly code = "REPLY_TOO_LARGE";
}

const connectTimeoutMs = 10_000;
const maxReplyBytes = 8_000_000;
const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * A `fetch` for model hosts. TLS is always verified. A guarded one refuses plain http, redirects and addresses that are not public. It
 * checks the address at each connection: a host gains nothing by changing its DNS entry.
 */
export function createModelFetch({ isGuarded, ca, network = theNetwork }: WebRules): typeof fetch {
	const connect = buildConnector({
		timeout: connectTimeoutMs,
		...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
		lookup: lookupOver(network, isGuarded),
	});
	const dispatcher = new Agent({
		connect: (options, callback) => {
			const refusal = isGuarded ? refusalOf(options.protocol, options.hostname) : undefined;
			if (refusal !== undefined) return callback(refusal, null);
			if (network.detour === undefined) return connect(options, callback);
			// The lookup sees no literal address, so a name replaces it.
			return connect(
				{ ...options, hostname: isIP(options.hostname) === 0 ? options.hostname : "detour", port: String(network.detour) },
				callback,
			);
		},
	});
	return async (input, init) => {
		const url = typeof input === "string" || input instanceof URL ? input : input.url;
		const body = typeof init?.body === "string" ? { body: init.body } : {};
		const response = await fetchWithAgent(url, {
			method: init?.method ?? "GET",
			headers: Object.fromEntries(new Headers(init?.headers)),
			signal: init?.signal ?? null,
			redirect: isGuarded ? "error" : "follow",
			dispatcher,
			...body,
		});
		return limited(response);
	};
}

/** The reply, aborted once its decompressed size passes the limit: no host can fill our memory. */
function limited({ status, headers, body }: Awaited<ReturnType<typeof fetchWithAgent>>): Response {
	let received = 0;
	const counting = new TransformStream<Uint8Array, Uint8Array>({
		transform: (chunk, stream) => {
			received += chunk.byteLength;
			if (received > maxReplyBytes) stream.error(new ReplyTooLarge(`A reply of more than ${maxReplyBytes} bytes`));
			else stream.enqueue(chunk);
		},
	});
	// The streams of undici and of the platform differ only in their types.
	const stream = body === null ? null : (body as unknown as ReadableStream<Uint8Array>).pipeThrough(counting);
	return new Response(withoutBody.has(status) ? null : stream, { status, headers: [...headers] });
}

function refusalOf(protocol: string, hostname: string): AddressRefused | undefined {
	if (protocol !== "https:") return new AddressRefused("A tenant's model is reached by https only");
	const host = hostname.replace(/^\[|\]$/g, "");
	return isIP(host) !== 0 && !isPublicAddress(host) ? new AddressRefused("A tenant's model must have a public address") : undefined;
}

function lookupOver({ resolve, detour }: Network, isGuarded: boolean): LookupFunction {
	return (host, options, callback) => {
		if (host === "detour") return callback(null, options.all === true ? [{ address: "127.0.0.1", family: 4 }] : "127.0.0.1", 4);
		resolve(host).then(
			(found) => {
				if (isGuarded && !found.every(({ address }) => isPublicAddress(address)))
					return callback(new AddressRefused("A tenant's model must have a public address"), [], 0);
				const addresses = detour === undefined ? [...found] : [{ address: "127.0.0.1", family: 4 }];
				const [first] = addresses;
				if (first === undefined) return callback(new OwnError("The name of the model's host has no address"), [], 0);
				return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
			},
			(cause: NodeJS.ErrnoException) => callback(cause, [], 0),
		);
	};
}
