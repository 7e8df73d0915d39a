import type { PageView } from "@webhand/page/parse/view";
import { fold } from "./words.ts";

const orders = [
	/\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|your)\b.{0,20}\b(?:instructions?|prompts?|rules|directions)/,
	/\bsystem prompt\b/,
	/\bas an? (?:ai|assistant|language model|agent)\b/,
	/\b(?:do not|don't|never) (?:tell|inform|alert|ask) the user\b/,
	/\b(?:attention|note to|instructions? for|message to)\b.{0,20}\b(?:ai|assistants?|agents?|llm|language models?|bots?)\b/,
	/\bnew instructions?\s*:/,
	/\byou (?:are|must act as) (?:now )?(?:an? )?(?:ai|agent|assistant)\b/,
	/\bthe user (?:has )?(?:already )?(?:approved|authori[sz]ed|consented)\b/,
	/<\s*\/?\s*(?:system|assistant|instructions?)\s*>|‹\s*\/?\s*(?:system|assistant|instructions?)\s*›/,
	/\bignoriere\b.{0,40}\banweisungen\b|\bignore[rz]?\b.{0,30}\binstructions précédentes\b|игнорируй.{0,30}инструкции|忽略.{0,10}指令|指示を無視/,
];

// Letters of other scripts that look Latin; NFKC leaves them alone.
const lookAlikes: ReadonlyMap<string, string> = new Map(
	Object.entries({
		а: "a",
		с: "c",
		е: "e",
		о: "o",
		р: "p",
		х: "x",
		у: "y",
		і: "i",
		ѕ: "s",
		ј: "j",
		ԁ: "d",
		ո: "n",
		α: "a",
		ο: "o",
		ρ: "p",
		ν: "v",
	}),
);

/**
 * True when the page shows text that orders an agent about ("ignore previous instructions", "do not tell the user"). It makes later
 * commitments ask; it never blocks reading.
 *
 * @throws never
 * @source engine.md §8 "Taint"
 */
export function isTainting(page: PageView): boolean {
	const names = [...page.elements.values()].flatMap((element) => [element.name, ...element.attributes.values()]);
	return [page.title, ...page.alerts, ...page.lines.map((line) => line.text), ...names].some(isOrder);
}

function isOrder(text: string): boolean {
	if (text.length < 8) return false;
	const folded = fold(text);
	return orders.some((order) => order.test(folded)) || orders.some((order) => order.test(latinized(folded)));
}

function latinized(text: string): string {
	return [...text].map((letter) => lookAlikes.get(letter) ?? letter).join("");
}
