import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { KeyScope } from "./ids.ts";

/** Services that clients can reach. Each route and public prefix belongs to one. */
export type ServiceName = "auth" | "agent-api" | "knowledge-proxy" | "tool-runner";

/**
 * One HTTP route for Fastify's validation, OpenAPI, the gateway and the typed client.
 *
 * `description` and `example` are for the documentation where a summary is too short; examples hold no secret and fit the schemas.
 * `path` uses `:name` parameters. `reply` is the success body; absent means no content. A route without `public: true` needs a bearer
 * token. `errors` adds to the common codes (401, 429, 500, 503 of guarded routes). `bodyLimit` in bytes, 65,536 by default; `gzip` allows
 * `Content-Encoding: gzip` on the request. `consumes` are the media types of the body, JSON by default; `files` names the file parts that
 * a `multipart` body may hold. `produces` is the media type of the reply: `reply` describes JSON, or one event of an `event-stream`, and is
 * absent for `html` and `csv`. A route that `waits` may answer late on purpose; like an `event-stream` it counts among what a user may hold
 * open at once. The handler of a route that `isSigned` reads the bytes of the body as they came. An API key with one of the scopes `keys` may
 * call it; absent, none may. The sign-in of a runner may call routes with `runners` alone: as `itself`, or for the owner of the run that the
 * request names, as long as `its_run` it is.
 */
export type Route = {
	readonly service: ServiceName;
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	readonly path: string;
	readonly summary: string;
	/** Markdown. */
	readonly description?: string;
	readonly example?: { readonly body?: unknown; readonly reply?: unknown };
	readonly status?: 200 | 201 | 202 | 204;
	readonly params?: z.ZodType;
	readonly query?: z.ZodType;
	/** Headers that the handler reads, with names in lower case. */
	readonly headers?: z.ZodType;
	readonly body?: z.ZodType;
	readonly reply?: z.ZodType;
	readonly errors?: readonly ErrorCode[];
	readonly public?: boolean;
	readonly internal?: boolean;
	readonly bodyLimit?: number;
	readonly gzip?: boolean;
	readonly consumes?: readonly BodyFormat[];
	readonly files?: readonly string[];
	readonly produces?: ReplyFormat;
	readonly waits?: true;
	readonly isSigned?: true;
	readonly keys?: readonly KeyScope[];
	readonly runners?: RunnerRight;
};

/** As what the sign-in of a runner calls a route. */
export type RunnerRight = "itself" | "its_run";

/** How a request body is encoded; `form` is `application/x-www-form-urlencoded`. */
export type BodyFormat = "json" | "form" | "multipart";
/** How a reply is encoded. */
export type ReplyFormat = "json" | "html" | "csv" | "event-stream";

/** Media types by format. */
export const mediaTypes = {
	json: "application/json",
	form: "application/x-www-form-urlencoded",
	multipart: "multipart/form-data",
	html: "text/html",
	csv: "text/csv",
	"event-stream": "text/event-stream",
} as const satisfies Record<BodyFormat | ReplyFormat, string>;

/** Declares a route with its exact schema types. */
export function defineRoute<const R extends Route>(route: R): R {
	return route;
}

/** Error codes of every guarded route. */
export const commonErrors = [
	"VALIDATION_ERROR",
	"UNAUTHORIZED",
	"RATE_LIMIT",
	"INTERNAL_ERROR",
	"SERVICE_UNAVAILABLE",
	"AUTH_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

/** The request body before defaults are applied. */
export type BodyOf<R extends Route> = R extends { readonly body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The success body of a route: text for `html` and `csv`, one event after the other for `event-stream`. */
export type ReplyOf<R extends Route> = R extends { readonly produces: "html" | "csv" }
	? string
	: R extends { readonly reply: infer B extends z.ZodType }
		? R extends { readonly produces: "event-stream" }
			? AsyncIterable<z.output<B>>
			: z.output<B>
		: undefined;
/** Names of the file parts of a route's body. */
export type FileNameOf<R extends Route> = R extends { readonly files: readonly (infer Name extends string)[] } ? Name : never;
/** The path parameters of a route. */
export type ParamsOf<R extends Route> = R extends { readonly params: infer P extends z.ZodType } ? z.input<P> : undefined;
/** The query string of a route. */
export type QueryOf<R extends Route> = R extends { readonly query: infer Q extends z.ZodType } ? z.input<Q> : undefined;

/** Public prefixes and their services. The longest prefix wins, `/` stands for itself alone; the gateway rejects other paths. */
export const gatewayPrefixes: readonly { readonly prefix: string; readonly service: ServiceName; readonly websocket?: boolean }[] = [
	{ prefix: "/api/auth", service: "auth" },
	{ prefix: "/api/v1/auth", service: "auth" },
	{ prefix: "/api/v1/user", service: "auth" },
	{ prefix: "/api/v1/orgs", service: "auth" },
	{ prefix: "/.well-known/jwks.json", service: "auth" },
	{ prefix: "/invite", service: "auth" },
	{ prefix: "/", service: "auth" },
	{ prefix: "/api/agent", service: "agent-api" },
	{ prefix: "/api/session", service: "agent-api" },
	{ prefix: "/api/pusher/auth", service: "agent-api" },
	{ prefix: "/app", service: "agent-api", websocket: true },
	{ prefix: "/agent/run", service: "agent-api" },
	{ prefix: "/api/v1/agent", service: "agent-api" },
	{ prefix: "/mcp", service: "agent-api" },
	{ prefix: "/api/knowledge", service: "knowledge-proxy" },
];
