import type { ReplyOf, Route } from "@webhand/contracts/routes";
import type { Api, CallArguments, CallInput } from "./call.ts";
import { call } from "./call.ts";

/** Bytes of a request's body: those that have left, and all of them. */
export type Progress = { readonly sent: number; readonly total: number };

/** Input of a route, and who is told how far its body has come. */
export type UploadInput<R extends Route> = CallInput<R> & { readonly onProgress: (progress: Progress) => void };

/**
 * Calls one route as `call` does, and tells how much of the body has left. In browsers only.
 *
 * @throws as `call`
 */
export function upload<R extends Route>(api: Api, route: R, input: UploadInput<R>): Promise<ReplyOf<R>> {
	const { onProgress, ...given } = input;
	return call({ ...api, fetch: fetchWithProgress(onProgress) }, route, ...([given] as unknown as CallArguments<R>));
}

/** `fetch` over XMLHttpRequest: `fetch` itself tells nothing about a body that is on its way. */
function fetchWithProgress(onProgress: UploadInput<Route>["onProgress"]): typeof globalThis.fetch {
	return (url, { method = "GET", headers, body, signal } = {}) =>
		new Promise((resolve, reject) => {
			const address = new URL(String(url)).href;
			const request = new XMLHttpRequest();
			request.open(method, address);
			for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
			request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
			request.onload = () =>
				// It follows redirects by itself, without the token where they lead elsewhere.
				request.responseURL === address ? resolve(responseOf(request)) : reject(new TypeError("The server redirected"));
			request.onerror = () => reject(new TypeError("No answer"));
			request.onabort = () => reject(signal?.reason);
			signal?.addEventListener("abort", () => request.abort(), { once: true });
			if (signal?.aborted === true) reject(signal.reason);
			else request.send((body ?? null) as XMLHttpRequestBodyInit | null);
		});
}

function responseOf(request: XMLHttpRequest): Response {
	const headers = new Headers();
	for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
		const colon = line.indexOf(":");
		if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
	}
	// A response without content accepts no text, not even an empty one.
	const text = request.responseText === "" ? null : request.responseText;
	return new Response(text, { status: request.status, statusText: request.statusText, headers });
}
