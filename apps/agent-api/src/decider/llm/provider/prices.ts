import { z } from "zod";

const Price = z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() });

/** US dollars per million tokens, by model name. */
export const Prices = z.record(z.string(), Price);
export type Prices = z.infer<typeof Prices>;

/**
 * Reads `MODEL_PRICES`, such as `{"gpt-x": {"input": 0.5, "output": 1.5}}`; null for anything else. No price is built in: prices change, and
 * a wrong one is worse than none.
 *
 * @throws never
 */
export function parsePrices(json: string): Prices | null {
	try {
		return Prices.parse(JSON.parse(json));
	} catch {
		return null;
	}
}

/** What a call cost in US dollars; undefined for a model without a price. */
export function costOf(
	prices: Prices,
	model: string,
	tokens: { readonly promptTokens: number; readonly completionTokens: number },
): number | undefined {
	const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
	return price === undefined ? undefined : (tokens.promptTokens * price.input + tokens.completionTokens * price.output) / 1_000_000;
}
