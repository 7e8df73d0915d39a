import type { ServiceName } from "@webhand/contracts/routes";
import type { BaseConfig } from "../config.ts";
import type { Log } from "../logs.ts";
import type { Metrics } from "../metrics.ts";
import type { Span, SpanStart } from "./span.ts";

/** Where work comes from: the request that it serves, and the header `traceparent` that came along. */
export type Origin = { readonly requestId: string; readonly traceparent?: unknown };

/** The traces of a process. */
export type Tracing = {
	/** Begins what this process does for a trace: the one that came along, or one with the id of the request. */
	readonly begin: (name: string, start: SpanStart, from: Origin) => Span;
	/** Sends what waits, 2 s at most. Never rejects. */
	readonly close: () => Promise<void>;
};

/** The settings of traces. */
export type TracingConfig = Pick<BaseConfig, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG" | "TRACE_SLOW_MS" | "PROXY_SECRET">;

/** Who sends traces, and what hears of trouble with them. */
export type TracingDeps = { readonly service: ServiceName; readonly release: string; readonly log: Log; readonly metrics: Metrics };
