import type { ServiceName } from "@webhand/contracts/routes";
import { active, inSpan } from "./span.ts";

/** Headers that carry the request on to another service of ours: its id, and its trace while traces are on. */
export function onwardHeaders(): Readonly<Record<string, string>> {
	const { requestId, span } = active() ?? {};
	return {
		...(requestId === undefined ? {} : { "x-request-id": requestId }),
		...(span === undefined ? {} : { traceparent: span.traceparent }),
	};
}

type Fetch = typeof globalThis.fetch;

/**
 * `fetch` for calls of another service of ours, which then serves the same request. Calls of anybody else carry nothing of it.
 *
 * @param send makes the call, by default `fetch` itself
 */
export function fetchFrom(service: ServiceName, send: Fetch = (input, init) => globalThis.fetch(input, init)): Fetch {
	return (input, init = {}) => {
		const method = init.method ?? "GET";
		const facts = { "http.request.method": method, "peer.service": service };
		return inSpan(`${method} ${service}`, { kind: "client", facts }, async (span) => {
			const headers = new Headers(init.headers);
			for (const [name, value] of Object.entries(onwardHeaders())) if (!headers.has(name)) headers.set(name, value);
			const response = await send(input, { ...init, headers });
			span?.add({ "http.response.status_code": response.status });
			return response;
		});
	};
}
