import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

const Value = z.union([
	z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
	z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
	z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
	z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
]);
const Attributes = z
	.array(z.object({ key: z.string(), value: Value }))
	.transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value])));
const Traces = z.object({
	resourceSpans: z.array(
		z.object({
			resource: z.object({ attributes: Attributes }),
			scopeSpans: z.array(
				z.object({
					spans: z.array(
						z.object({
							traceId: z.string(),
							spanId: z.string(),
							parentSpanId: z.string().optional(),
							name: z.string(),
							kind: z.number(),
							attributes: Attributes.default({}),
							events: z.array(z.unknown()).default([]),
							status: z.object({ code: z.number().default(0), message: z.string().optional() }),
						}),
					),
				}),
			),
		}),
	),
});

/** A span as it arrived. `isError` by its status; `service` of its resource. */
export type ReceivedSpan = {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId: string | undefined;
	readonly name: string;
	readonly service: string;
	readonly attributes: Readonly<Record<string, string | number | boolean>>;
	readonly isError: boolean;
};

/** A report as it arrived: its key, and the event of its envelope. */
export type ReceivedReport = { readonly key: string | undefined; readonly event: Record<string, unknown> };

/** What receives traces over OTLP/HTTP and errors in Sentry's envelopes. */
export type TelemetryServer = {
	/** For OTEL_EXPORTER_OTLP_ENDPOINT. */
	readonly endpoint: string;
	/** For SENTRY_DSN. */
	readonly dsn: string;
	readonly spans: () => readonly ReceivedSpan[];
	readonly reports: () => readonly ReceivedReport[];
	/** Every byte that arrived, headers included. */
	readonly received: () => string;
	/** Answers with this status from now on, and asks for this many seconds of rest. */
	readonly refuse: (status: number, retryAfterSeconds?: number) => void;
	readonly close: () => Promise<void>;
};

/** Starts it on a free port of 127.0.0.1. */
export async function startTelemetryServer(): Promise<TelemetryServer> {
	const spans: ReceivedSpan[] = [];
	const reports: ReceivedReport[] = [];
	const texts: string[] = [];
	let answer: { readonly status: number; readonly retryAfterSeconds?: number | undefined } = { status: 200 };
	const take = async (request: IncomingMessage) => {
		const body = await textBody(request);
		texts.push(JSON.stringify(request.headers), body);
		if (request.url === "/v1/traces") spans.push(...spansIn(body));
		if (request.url === "/api/42/envelope/") reports.push({ key: keyOf(request), event: eventIn(body) });
	};
	const server = createServer((request, response) => {
		void take(request).then(() => {
			const { status, retryAfterSeconds } = answer;
			const rest = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
			response.writeHead(status, { "content-type": "application/json", ...rest }).end("{}");
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		endpoint: `http://127.0.0.1:${port}`,
		dsn: `http://public-key@127.0.0.1:${port}/42`,
		spans: () => spans,
		reports: () => reports,
		received: () => texts.join("\n"),
		refuse: (status, retryAfterSeconds) => {
			answer = { status, retryAfterSeconds };
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

async function textBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const bytes = Buffer.concat(chunks);
	return (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
}

function spansIn(body: string): ReceivedSpan[] {
	return Traces.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
		scopeSpans.flatMap(({ spans }) =>
			spans.map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
				traceId,
				spanId,
				name,
				attributes,
				parentSpanId: parentSpanId === "" ? undefined : parentSpanId,
				service: String(resource.attributes["service.name"]),
				isError: status.code === 2,
			})),
		),
	);
}

function keyOf({ headers }: IncomingMessage): string | undefined {
	return /sentry_key=([^,\s]+)/.exec(String(headers["x-sentry-auth"]))?.[1];
}

/** The last line of an envelope with one event. */
function eventIn(body: string): Record<string, unknown> {
	return z.record(z.string(), z.unknown()).parse(JSON.parse(body.trimEnd().split("\n").at(-1) ?? "{}"));
}
