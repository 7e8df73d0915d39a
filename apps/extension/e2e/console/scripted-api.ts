import { ApiError } from "@webhand/client/api-error";
import type { Progress } from "@webhand/client/upload";
import type { Route } from "@webhand/contracts/routes";
import type { PageApi } from "../../src/signed-in-api.ts";

/** What a route answers: a body, a refusal, or nothing for ever; a function for each call. */
type Reply = unknown | ApiError | "never" | ((input: CallFacts) => unknown);
export type Replies = Readonly<Record<string, Reply>>;
export type CallFacts = {
	readonly query?: Readonly<Record<string, unknown>>;
	readonly params?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
	readonly files?: readonly { readonly file: File }[];
	readonly signal?: AbortSignal;
	/** Of an upload. */
	readonly onProgress?: (progress: Progress) => void;
};

/** A server that answers by `METHOD path` of a route; what it was asked is told. Replies are parsed as the client does. */
export function scriptedApi(replies: Replies, told: unknown[]): PageApi {
	const answer = async (route: Route, input: CallFacts = {}) => {
		const name = `${route.method} ${route.path}`;
		const files = input.files?.map(({ file }) => file.name);
		told.push([name, JSON.parse(JSON.stringify({ ...input, signal: undefined, files }))]);
		const reply = replies[name];
		const said = typeof reply === "function" ? await reply(input) : reply;
		if (said === "never")
			return await new Promise((_, reject) => input.signal?.addEventListener("abort", () => reject(input.signal?.reason)));
		if (said instanceof ApiError) throw said;
		if (said === undefined && route.reply !== undefined) throw new Error(`the script has no answer to ${name}`);
		if (route.produces === "event-stream") return eventsOf(route, said as AsyncIterable<unknown> | readonly unknown[]);
		return route.reply === undefined ? said : route.reply.parse(said);
	};
	return { call: answer as PageApi["call"], upload: answer as PageApi["upload"] };
}

async function* eventsOf(route: Route, events: AsyncIterable<unknown> | readonly unknown[]) {
	for await (const event of events) yield route.reply?.parse(event);
}

export const refused = (status: number, code: string, message: string, details?: Record<string, unknown>) =>
	new ApiError({ status, code, message, requestId: "0b9f4c7e-3d0f-4d5e-9c1b-5a8e1f0c2d3e", ...(details === undefined ? {} : { details }) });
export const unreachable = new ApiError({ status: 0, code: "NETWORK", message: "The server could not be reached." });
