import { randomUUID } from "node:crypto";

/** Where a trace goes on: ids in lower-case hex (W3C Trace Context §3.2). */
export type TraceParent = { readonly traceId: string; readonly spanId: string };

/** The id of a request that comes without one: it can be the id of a trace, so there is one number to look for. */
export function newRequestId(): string {
	return randomUUID().replaceAll("-", "");
}

const shape = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-.*)?$/;
const idShape = /^(?!0{32})[\da-f]{32}$/;

/** Reads the header `traceparent`. Its flags do not count: who calls does not say what is kept. @returns undefined for any other text */
export function readTraceparent(header: unknown): TraceParent | undefined {
	const [, traceId, spanId] = typeof header === "string" && header.length <= 200 ? (shape.exec(header) ?? []) : [];
	return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

/** The trace of a request whose client named none: its request id, where that can be one. */
export function traceIdOf(requestId: string): string | undefined {
	return idShape.test(requestId) ? requestId : undefined;
}

/** Writes the header `traceparent`. `isSampled` tells a collector in between what this process does. */
export function writeTraceparent({ traceId, spanId }: TraceParent, isSampled: boolean): string {
	return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
