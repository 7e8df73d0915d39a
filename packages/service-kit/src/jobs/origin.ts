import { z } from "zod";
import { onwardHeaders } from "../tracing/onward.ts";

const Origin = z.object({ "x-request-id": z.string().max(128).optional(), traceparent: z.string().max(200).optional() });

/** The request that a job is added for, beside its data, where BullMQ keeps the context of telemetry. */
export function writeOrigin(): { readonly telemetry?: { readonly metadata: string } } {
	const headers = onwardHeaders();
	return Object.keys(headers).length === 0 ? {} : { telemetry: { metadata: JSON.stringify(headers) } };
}

/** The request that a job was added for. A job without one is its own origin. @throws never */
export function readOrigin(metadata: unknown, jobId: string): { readonly requestId: string; readonly traceparent?: string | undefined } {
	try {
		const { "x-request-id": requestId = jobId, traceparent } = Origin.parse(JSON.parse(String(metadata)));
		return { requestId, traceparent };
	} catch {
		return { requestId: jobId };
	}
}
