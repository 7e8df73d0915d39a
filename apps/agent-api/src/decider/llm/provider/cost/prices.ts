import { z } from "zod";
import type { Price, Prices } from "./price-list.ts";
import { priceList } from "./price-list.ts";

const dollars = z.number().nonnegative();
const Given = z.record(z.string(), z.strictObject({ input: dollars, output: dollars, cachedInput: dollars.optional() }));

/** Reads `MODEL_PRICES`, such as `{"gpt-x": {"input": 0.5, "output": 1.5}}`; null for anything else. @throws never */
export function parsePrices(json: string): Prices | null {
	try {
		return Given.parse(JSON.parse(json));
	} catch {
		return null;
	}
}

/**
 * The price of a model: the operator's own, else that of the list. A dated snapshot costs what its model does, and OpenRouter's
 * `vendor/model` what the vendor takes.
 *
 * @throws never
 */
export function priceOf(provider: string, name: string, own: Prices): Price | undefined {
	const said = ownOf(own, name);
	if (said !== undefined) return said;
	const [vendor, model = ""] = provider === "openrouter" ? name.split("/", 2) : [provider, name];
	const listed = ownOf(priceList, vendor ?? "");
	const undated = model.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
	return listed && (ownOf(listed, model) ?? ownOf(listed, undated) ?? ownOf(listed, undated.replaceAll(".", "-")));
}

function ownOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Writing to Anthropic's cache costs a quarter more than reading the prompt ("Prompt caching", docs.anthropic.com); elsewhere it is free. */
const cacheWriteFactor = 1.25;

/** The tokens of a call; `cachedTokens` and `cacheWrites` are some of the prompt's. */
type Tokens = {
	readonly promptTokens: number;
	readonly completionTokens: number;
	readonly cachedTokens?: number;
	readonly cacheWrites?: number;
};

/** What a call cost in US dollars; undefined for a model without a price. */
export function costOf(price: Price | undefined, tokens: Tokens): number | undefined {
	if (price === undefined) return undefined;
	const { promptTokens, completionTokens, cachedTokens = 0, cacheWrites = 0 } = tokens;
	const { input, output, cachedInput = input } = price;
	const read = (promptTokens - cachedTokens) * input + cachedTokens * cachedInput + cacheWrites * input * (cacheWriteFactor - 1);
	return (read + completionTokens * output) / 1_000_000;
}
