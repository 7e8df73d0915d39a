import { chainOf, fieldOf, isTooLong, statusOf } from "./trouble.ts";

/**
 * What a call may carry beside the text of its messages, and what some model or server refuses. `tools` and `json` are forms of the answer;
 * `picture` is part of a message.
 */
export type Parameter = "temperature" | "effort" | "maxTokens" | "tools" | "json" | "picture";

/** Words by which providers name a parameter that they refuse; the first that fits counts. */
const words: readonly (readonly [Parameter, RegExp])[] = [
	["picture", /\bimages?\b|image_url|\bvision\b|multi-?modal|content\W{1,4}(?:value )?must be a string/i],
	["temperature", /temperature/i],
	["effort", /reasoning|effort|thinking/i],
	["json", /response_format|responseJsonSchema|response[ _]mime|json[ _](?:mode|schema|object)|output[ _](?:config|format)/i],
	// At Anthropic both are parts of it.
	["effort", /output_config/i],
	["tools", /\btools?\b|tool_|\bfunctions?\b|function_/i],
	["maxTokens", /max_(?:completion_|output_)?tokens|maxOutputTokens/i],
];

const refusals: ReadonlySet<number> = new Set([400, 404, 422]);
/** llama.cpp answers a picture with 500 where its model takes none. */
const pictureRefusals: ReadonlySet<number> = new Set([...refusals, 500, 501]);

/**
 * The parameter that a provider, or its client before a request, refused a call for; undefined for every other trouble.
 *
 * @param sent the parameters that the call had; no other is named
 * @throws never
 */
export function refusedParameter(cause: unknown, sent: ReadonlySet<Parameter>): Parameter | undefined {
	if (isTooLong(cause)) return undefined;
	const status = statusOf(cause);
	const said = chainOf(cause).flatMap((link) =>
		["param", "code", "message"].map((name) => fieldOf(link, name)).filter((text) => typeof text === "string"),
	);
	const isRefusal = status === undefined ? said.some((text) => /not supported/i.test(text)) : pictureRefusals.has(status);
	const refused = isRefusal
		? words.find(([parameter, named]) => sent.has(parameter) && said.some((text) => named.test(text)))?.[0]
		: undefined;
	return refused === "picture" || status === undefined || refusals.has(status) ? refused : undefined;
}

const inability = /(?<!un)support|multi-?modal|\bvision\b|must be a string|unknown variant/i;

/** True where a refused picture says that the model takes none at all; false where it was that one picture. @throws never */
export function takesNoPictures(cause: unknown): boolean {
	return chainOf(cause).some((link) => inability.test(String(fieldOf(link, "message"))));
}
