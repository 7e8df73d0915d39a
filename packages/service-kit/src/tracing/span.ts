import { AsyncLocalStorage } from "node:async_hooks";

/** What a span is about, besides its name. Everything in it comes from a closed set, is an id or a number: see `SpanFacts`. */
export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";

/**
 * All that a span may say, by the names of OpenTelemetry's conventions. There is no place for a page, an address, a query, a typed value, a
 * prompt, an answer or a token, so none can get in by mistake.
 */
export type SpanFacts = {
	readonly "http.request.method"?: string;
	/** The pattern, such as `/api/v1/agent/sessions/:id`; never the address. */
	readonly "http.route"?: string;
	readonly "http.response.status_code"?: number;
	/** The code of our error body, or the class of another error. */
	readonly "error.type"?: string;
	readonly "peer.service"?: string;
	readonly "db.system.name"?: "mongodb" | "redis";
	readonly "db.operation.name"?: string;
	readonly "messaging.system"?: "bullmq";
	readonly "messaging.destination.name"?: string;
	readonly "gen_ai.provider.name"?: string;
	readonly "gen_ai.request.model"?: string;
	readonly "gen_ai.usage.input_tokens"?: number;
	readonly "gen_ai.usage.output_tokens"?: number;
	readonly "webhand.request_id"?: string;
	readonly "webhand.tenant_id"?: string;
	readonly "webhand.user_id"?: string;
	readonly "webhand.task_id"?: string;
	readonly "webhand.step_index"?: number;
	/** The request is held open on purpose, so its length says nothing. */
	readonly "webhand.waits"?: boolean;
};

/** How a span begins. */
export type SpanStart = { readonly kind: SpanKind; readonly facts?: SpanFacts };

/** A part of a trace while it runs. Nothing in it throws. */
export type Span = {
	readonly traceId: string;
	/** This span as the parent of others, for the header of this name. */
	readonly traceparent: string;
	readonly child: (name: string, start: SpanStart) => Span;
	readonly add: (facts: SpanFacts) => void;
	/** Counts once. `failure`: what ended the work; a refusal that the caller may cause is no error. */
	readonly end: (failure?: unknown) => void;
};

/** The request or job that the running code serves. `span` is there while traces are on. */
export type Active = { readonly requestId: string; readonly span?: Span };

const storage = new AsyncLocalStorage<Active>();

/** The request or job of the running code; undefined in background work. */
export function active(): Active | undefined {
	return storage.getStore();
}

/** Does work for a request or a job, which `active` names within it. */
export function runAs<Result>(serving: Active, work: () => Result): Result {
	return storage.run(serving, work);
}

/** Opens what outlives the running request: what it hears later is of nobody's request. */
export function runApart<Result>(work: () => Result): Result {
	return storage.exit(work);
}

/** Does work as a part of the current trace. Without one, or with traces off, it only does the work. @throws what `work` throws */
export function inSpan<Result>(name: string, start: SpanStart, work: (span: Span | undefined) => Promise<Result>): Promise<Result> {
	const serving = storage.getStore();
	return serving?.span === undefined ? work(undefined) : spanned(serving, serving.span.child(name, start), work);
}

/** Does work under a span and ends it with the work. @throws what `work` throws */
export async function spanned<Result>(serving: Active, span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
	try {
		const result = await storage.run({ ...serving, span }, () => work(span));
		span.end();
		return result;
	} catch (cause) {
		span.end(cause);
		throw cause;
	}
}

/** A database, and the name of a command of a closed set. */
export type DatabaseCommand = { readonly system: "mongodb" | "redis"; readonly op: string };

/** Notes a command that is under way. One that fails says so and is no error by itself: a duplicate key is an answer, too. */
export function noteCommand({ system, op }: DatabaseCommand, work: Promise<unknown>): void {
	const parent = storage.getStore()?.span;
	if (parent === undefined) return;
	const span = parent.child(`${system} ${op}`, { kind: "client", facts: { "db.system.name": system, "db.operation.name": op } });
	work.then(
		() => span.end(),
		() => {
			span.add({ "error.type": "failed" });
			span.end();
		},
	);
}
