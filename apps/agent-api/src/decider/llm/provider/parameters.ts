import { chainOf, fieldOf, httpStatusOf, isTooLong, saidBy } from "./trouble.ts";

/**
 * What a call may carry beside the text of its messages, and what some model or server refuses. `schema` and `tool` are forms of the
 * answer; `toolChoice` forces the tool; `picture` is part of a message.
 */
export type Parameter = "temperature" | "effort" | "maxTokens" | "toolChoice" | "tool" | "schema" | "picture";

/** Words by which providers name a parameter that they refuse; the first that fits counts. */
const words: readonly (readonly [Parameter, RegExp])[] = [
	["picture", /\bimages?\b|image_url|\bvision\b|multi-?modal|content\W{1,4}(?:value )?must be a string/i],
	["temperature", /temperature/i],
	["toolChoice", /tool[_ ]choice|function_call\b|forces? (?:a )?tool/i],
	["effort", /reasoning|effort|thinking|chat_template_kwargs/i],
	[
		"schema",
		/response_format|responseJsonSchema|response[ _]mime|json[ _-]?(?:mode|schema|object)|output[ _](?:config|format)|text\.format|structured|grammar|invalid format|requested parameters/i,
	],
	// At Anthropic both are parts of it.
	["effort", /output_config/i],
	["tool", /\btools?\b|tool_|\bfunctions?\b|function_|requested parameters/i],
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
	const status = httpStatusOf(cause);
	const said = saidBy(cause);
	const isRefusal = status === undefined ? said.some((text) => /not supported/i.test(text)) : pictureRefusals.has(status);
	const refused = isRefusal
		? words.find(([parameter, named]) => sent.has(parameter) && said.some((text) => named.test(text)))?.[0]
		: undefined;
	return refused === "picture" || status === undefined || refusals.has(status) ? refused : undefined;
}

/**
 * True where a provider could not bring this one reply into its form: Groq's `tool_use_failed` and `json_validate_failed`. The next reply
 * may fit, so nothing is refused.
 *
 * @throws never
 */
export function isFormFailure(cause: unknown): boolean {
	return (
		httpStatusOf(cause) === 400 &&
		saidBy(cause).some((text) =>
			/tool_use_failed|json_validate_failed|failed to (?:call a function|generate json|validate json)/i.test(text),
		)
	);
}

/**
 * True where tools are refused beside thinking, also where no effort was named: GPT-5.6 by Chat Completions, which reverse proxies pass on.
 *
 * @throws never
 */
export function forbidsThinking(cause: unknown): boolean {
	return httpStatusOf(cause) === 400 && saidBy(cause).some((text) => /set reasoning_effort to 'none'/.test(text));
}

const inability = /(?<!un)support|multi-?modal|\bvision\b|must be a string|unknown variant/i;

/** True where a refused picture says that the model takes none at all; false where it was that one picture. @throws never */
export function takesNoPictures(cause: unknown): boolean {
	return chainOf(cause).some((link) => inability.test(String(fieldOf(link, "message"))));
}

/** `toolsBesideThinking`: the model takes tools only where it does not think. */
type Refusable = Parameter | "toolsBesideThinking";

/** What a model at its provider refused, each for an hour: one bad reply, or another version behind the same name, must not count for ever. */
export type Refusals = {
	readonly has: (refusable: Refusable) => boolean;
	readonly add: (refusable: Refusable) => void;
	readonly drop: (refusable: Refusable) => void;
};

const refusedMs = 3_600_000;

/** @param elapsed milliseconds of a clock that never jumps */
export function createRefusals(elapsed: () => number = () => performance.now()): Refusals {
	const ends = new Map<Refusable, number>();
	return {
		has: (refusable) => (ends.get(refusable) ?? 0) > elapsed(),
		add: (refusable) => void ends.set(refusable, elapsed() + refusedMs),
		drop: (refusable) => void ends.delete(refusable),
	};
}
