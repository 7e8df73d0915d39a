import type { Origin, Tracing, TracingConfig, TracingDeps } from "./ports.ts";
import type { SpanStart } from "./span.ts";
import { runAs, spanned } from "./span.ts";

/** Opens the traces of a process; undefined without an endpoint, and then nothing of OpenTelemetry is loaded. */
export async function openTracing(config: TracingConfig, deps: TracingDeps): Promise<Tracing | undefined> {
	const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
	if (endpoint === undefined) return undefined;
	// The SDK takes 20 MB, which a process without traces spares.
	const { openOtel } = await import("./otel.ts");
	return openOtel({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, deps);
}

/**
 * Does work that no request of this process asked for: a job, a round of a loop.
 *
 * @throws what `work` throws
 */
export function traced<Result>(
	tracing: Tracing | undefined,
	{ name, from, ...start }: SpanStart & { readonly name: string; readonly from: Origin },
	work: () => Promise<Result>,
): Promise<Result> {
	const serving = { requestId: from.requestId };
	return tracing === undefined ? runAs(serving, work) : spanned(serving, tracing.begin(name, start, from), work);
}
