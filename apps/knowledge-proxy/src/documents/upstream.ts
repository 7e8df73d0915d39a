import { isUtf8 } from "node:buffer";
import { documentSizes } from "@webhand/contracts/knowledge/documents";
import { decodeBytes } from "@webhand/service-kit/decode";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { brokenRule, createGuardedFetch } from "@webhand/service-kit/web/guarded-fetch";
import { cleanAddress } from "./policy.ts";

/** Bytes of an address, or why there are none. Texts are UTF-8 already. `mediaType` in lower case, without parameters. */
export type Fetched =
	| { readonly kind: "fetched"; readonly bytes: Uint8Array; readonly mediaType: string }
	| { readonly kind: "refused" | "failed" };

/** Fetches the original of a document. @throws the signal's reason when it ends */
export type FetchDocument = (url: string, signal: AbortSignal) => Promise<Fetched>;

/** `hosts` may have private addresses. `limitMs` is for a whole document, redirects included. */
export type FetchOptions = { readonly hosts: readonly string[]; readonly limitMs: number; readonly network?: Network };

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const texts: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml", "text/markdown", "text/x-markdown", "text/plain"]);
const files: ReadonlySet<string> = new Set(["application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"]);

/** Fetches pages and files over http and https from public addresses, each redirect checked like the first address. */
export function createFetchDocument({ hosts, limitMs, ...more }: FetchOptions): FetchDocument {
	const send = createGuardedFetch({
		admit: (protocol, host) => (!/^https?:$/.test(protocol) ? "nowhere" : hosts.includes(host) ? "anywhere" : "public"),
		redirect: "manual",
		maxReplyBytes: documentSizes.file,
		connectTimeoutMs: 5_000,
		...more,
	});
	const headers = { accept: [...texts, ...files].join(", "), "user-agent": "Webhand" };
	return async (url, signal) => {
		const ending = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
		try {
			let address = cleanAddress(url);
			for (let hops = 0; hops <= mostRedirects; hops += 1) {
				const reply = await send(address, { headers, signal: ending });
				const location = redirects.has(reply.status) ? reply.headers.get("location") : null;
				if (location === null) return await read(reply);
				await reply.body?.cancel();
				if (!URL.canParse(location, address)) return { kind: "failed" };
				address = cleanAddress(new URL(location, address).href);
				if (!/^https?:/.test(address)) return { kind: "refused" };
			}
			return { kind: "failed" };
		} catch (cause) {
			signal.throwIfAborted();
			return { kind: brokenRule(cause)?.code === "ADDRESS_REFUSED" ? "refused" : "failed" };
		}
	};
}

async function read(reply: Response): Promise<Fetched> {
	const [mediaType = "", ...parameters] = (reply.headers.get("content-type") ?? "")
		.toLowerCase()
		.split(";")
		.map((part) => part.trim());
	if (reply.status !== 200 || !(texts.has(mediaType) || files.has(mediaType))) {
		await reply.body?.cancel();
		return { kind: "failed" };
	}
	const bytes = new Uint8Array(await reply.arrayBuffer());
	if (bytes.byteLength === 0) return { kind: "failed" };
	if (files.has(mediaType)) return { kind: "fetched", bytes, mediaType };
	const named = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
	return { kind: "fetched", bytes: toUtf8(bytes, named?.replace(/^"|"$/g, "")), mediaType };
}

/** Older pages are in another encoding, which their server or they themselves name; bytes that are no text stay as they are. */
function toUtf8(bytes: Uint8Array, charset: string | undefined): Uint8Array {
	if (isUtf8(bytes)) return bytes;
	const text = decodeBytes(bytes, charset);
	return text === null ? bytes : Buffer.from(text);
}
