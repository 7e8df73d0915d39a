import { ApiError } from "@webhand/client/api-error";
import type { Route } from "@webhand/contracts/routes";
import type { SignedInApi } from "../../src/signed-in-api.ts";

/** What a route answers: a body, a refusal, or nothing for ever; a function for each call. */
type Reply = unknown | ApiError | "never" | ((input: CallFacts) => unknown);
export type Replies = Readonly<Record<string, Reply>>;
export type CallFacts = { readonly query?: Readonly<Record<string, unknown>>; readonly params?: Readonly<Record<string, unknown>> };

/** A server that answers by `METHOD path` of a route; what it was asked is told. Replies are parsed as the client does. */
export function scriptedApi(replies: Replies, told: unknown[]): SignedInApi {
	const answer = async (route: Route, input: CallFacts = {}) => {
		const name = `${route.method} ${route.path}`;
		told.push([name, JSON.parse(JSON.stringify({ ...input, signal: undefined }))]);
		const reply = replies[name];
		const said = typeof reply === "function" ? reply(input) : reply;
		if (said === "never") return await new Promise(() => undefined);
		if (said instanceof ApiError) throw said;
		if (said === undefined && route.reply !== undefined) throw new Error(`the script has no answer to ${name}`);
		return route.reply?.parse(said);
	};
	return { call: answer as SignedInApi["call"] };
}

export const refused = (status: number, code: string, message: string, details?: Record<string, unknown>) =>
	new ApiError({ status, code, message, requestId: "0b9f4c7e-3d0f-4d5e-9c1b-5a8e1f0c2d3e", ...(details === undefined ? {} : { details }) });
export const unreachable = new ApiError({ status: 0, code: "NETWORK", message: "The server could not be reached." });
