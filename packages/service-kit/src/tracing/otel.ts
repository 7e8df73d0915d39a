import type { Span as OtelSpan } from "@opentelemetry/api";
import { SpanKind as Kind, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import { statusByCode } from "@webhand/contracts/errors";
import { AppError } from "../errors.ts";
import { closeInTime } from "../redis.ts";
import type { EndedSpan, KeepRules } from "./keep.ts";
import { isDrawn, isNotable } from "./keep.ts";
import type { Tracing, TracingConfig, TracingDeps } from "./ports.ts";
import type { Span, SpanFacts, SpanKind, SpanStart } from "./span.ts";
import { readTraceparent, traceIdOf, writeTraceparent } from "./traceparent.ts";

const kinds = {
	server: Kind.SERVER,
	client: Kind.CLIENT,
	producer: Kind.PRODUCER,
	consumer: Kind.CONSUMER,
	internal: Kind.INTERNAL,
} as const satisfies Record<SpanKind, Kind>;

/** Spans that are held until their request is over: of one, of one that is held open for hours, of all. More are not recorded. */
const most = { ofRequest: 1_000, ofWaiting: 50, all: 20_000 } as const;
/** No fact is longer; none should come near it. */
const longestFact = 200;
const batch = { maxQueueSize: 8_192, maxExportBatchSize: 512, scheduledDelayMillis: 2_000, exportTimeoutMillis: 10_000 } as const;

/** What this process did for one trace, until its last span ends. */
type Part = { readonly traceId: string; readonly first: ReadableSpan; readonly ended: ReadableSpan[]; open: number };

/** Opens OpenTelemetry's SDK. Only `openTracing` imports this. */
export function openOtel(config: TracingConfig & { readonly OTEL_EXPORTER_OTLP_ENDPOINT: string }, deps: TracingDeps): Tracing {
	const rules: KeepRules = {
		ratio: config.OTEL_TRACES_SAMPLER_ARG,
		slowMs: config.TRACE_SLOW_MS,
		key: config.PROXY_SECRET ?? "",
	};
	const spans = deps.metrics.counter("webhand_spans_total", "Parts of traces: kept, left out, or dropped for want of room", ["outcome"]);
	const sending = new BatchSpanProcessor({ exporter: openExporter(config.OTEL_EXPORTER_OTLP_ENDPOINT, deps), ...batch });
	const ids = new RandomIdGenerator();
	let wantedTraceId: string | undefined;
	const provider = new TracerProvider({
		// Everything is recorded, since only the end tells what is kept.
		sampler: new AlwaysOnSampler(),
		resource: resourceFromAttributes({
			"service.name": deps.service,
			"service.namespace": "webhand",
			"service.version": deps.release,
		}),
		spanLimits: { attributeValueLengthLimit: longestFact, attributeCountLimit: 24 },
		idGenerator: { generateTraceId: () => wantedTraceId ?? ids.generateTraceId(), generateSpanId: () => ids.generateSpanId() },
	});
	const tracer = provider.getTracer("webhand");
	/** Spans that run, and those that wait for the end of their part. */
	let held = 0;

	const decide = ({ traceId, first, ended }: Part) => {
		const facts = ended.map(endedSpan);
		const waits = isHeldOpen(first);
		held -= ended.length;
		const isKept = isDrawn(traceId, rules) || isNotable({ ...endedSpan(first), waits }, facts, rules.slowMs);
		spans.inc({ outcome: isKept ? "kept" : "left_out" }, ended.length);
		if (isKept) for (const span of ended) sending.onEnd(span);
	};
	const wrap = (span: OtelSpan & ReadableSpan, joined?: Part): Span => {
		const { traceId, spanId } = span.spanContext();
		const part = joined ?? { traceId, first: span, ended: [], open: 0 };
		part.open += 1;
		held += 1;
		let isOver = false;
		return {
			traceId,
			traceparent: writeTraceparent({ traceId, spanId }, isDrawn(traceId, rules)),
			child: (name, start) => {
				const isFull = part.ended.length + part.open >= (isHeldOpen(part.first) ? most.ofWaiting : most.ofRequest);
				if (isFull || held >= most.all) {
					spans.inc({ outcome: isFull ? "left_out" : "dropped" });
					return unrecorded(traceId, spanId);
				}
				// Behind the end of a request its part was decided: what follows is a part of its own.
				return wrap(begin(name, start, { traceId, spanId }), part.open === 0 ? undefined : part);
			},
			add: (facts) => void span.setAttributes(facts),
			end: (failure) => {
				if (isOver) return;
				isOver = true;
				if (failure !== undefined) noteFailure(span, failure);
				span.end();
				part.ended.push(span);
				part.open -= 1;
				if (part.open === 0) decide(part);
			},
		};
	};
	const begin = (name: string, { kind, facts = {} }: SpanStart, parent?: { readonly traceId: string; readonly spanId: string }) => {
		const context = parent && trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: TraceFlags.SAMPLED });
		return tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, context ?? ROOT_CONTEXT) as OtelSpan & ReadableSpan;
	};
	return {
		begin: (name, start, { traceparent, requestId }) => {
			const parent = readTraceparent(traceparent);
			const facts: SpanFacts = { ...start.facts, "webhand.request_id": requestId };
			wantedTraceId = traceIdOf(requestId);
			const span = begin(name, { ...start, facts }, parent);
			wantedTraceId = undefined;
			return wrap(span);
		},
		close: () => closeInTime(sending.shutdown()),
	};
}

/** A span that is not recorded: its children hang on the last one that is. */
function unrecorded(traceId: string, spanId: string): Span {
	const span: Span = {
		traceId,
		traceparent: writeTraceparent({ traceId, spanId }, false),
		child: () => span,
		add: () => undefined,
		end: () => undefined,
	};
	return span;
}

const isHeldOpen = ({ attributes }: ReadableSpan) => attributes["webhand.waits"] === true;

function endedSpan({ duration: [seconds, nanos], status, attributes }: ReadableSpan): EndedSpan {
	return {
		ms: seconds * 1_000 + nanos / 1e6,
		isError: status.code === SpanStatusCode.ERROR,
		isModel: attributes["gen_ai.provider.name"] !== undefined,
	};
}

/** The class or the code of a failure; its message may repeat a page. What a caller may cause, and what was called off, is no error. */
function noteFailure(span: OtelSpan, failure: unknown): void {
	const code = failure instanceof AppError ? failure.code : undefined;
	const name = failure instanceof Error && /^[A-Za-z]\w{0,63}$/.test(failure.name) ? failure.name : "Error";
	span.setAttribute("error.type", code ?? name);
	if (code === undefined ? name !== "AbortError" : statusByCode[code] >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function openExporter(endpoint: string, { log }: Pick<TracingDeps, "log">) {
	const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
	let isFailing = false;
	return {
		export: (spans: ReadableSpan[], done: Parameters<OTLPTraceExporter["export"]>[1]) =>
			exporter.export(spans, (result) => {
				if (result.error !== undefined && !isFailing) log.warn({ err: result.error }, "traces cannot be sent");
				if (result.error === undefined && isFailing) log.info({}, "traces are sent again");
				isFailing = result.error !== undefined;
				done(result);
			}),
		forceFlush: () => exporter.forceFlush(),
		shutdown: () => exporter.shutdown(),
	};
}
