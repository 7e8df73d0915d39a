import type { Tracing, TracingConfig, TracingDeps } from "./tracing.ts";

/** Opens the traces of a process; undefined without an endpoint, and then nothing of OpenTelemetry is loaded. */
export async function openTracing(config: TracingConfig, deps: TracingDeps): Promise<Tracing | undefined> {
	const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
	if (endpoint === undefined) return undefined;
	// The SDK takes 20 MB, which a process without traces spares.
	const { openOtel } = await import("./otel.ts");
	return openOtel({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, deps);
}
