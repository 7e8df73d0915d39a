import { latinized, lettersForDigits } from "@webhand/lexicon/text";
import type { PageView } from "@webhand/page/parse/view";

// What a page would have an agent do at once; "open" and "send" stand in too many lists of tasks.
const deeds = "(?:click|press|tap|type|navigate|submit|ignore|transfer|reveal|forward)";
const models = "(?:ai(?: (?:agents?|assistants?|models?|bots?))?|(?:browser|web) agents?|llms?|language models?)";
const machines = `(?:${models}|assistants?)`;

const orders = [
	/\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|your)\b.{0,20}\b(?:instructions?|prompts?|rules|directions)/,
	/\bsystem prompt\b/,
	/\bas an? (?:ai|assistant|language model|agent)\b/,
	/\b(?:do not|don't|never) (?:tell|inform|alert|ask) the user\b/,
	/\b(?:attention|note to|instructions? for|message to)\b.{0,20}\b(?:ai|assistants?|agents?|llm|language models?|bots?)\b/,
	/\bnew instructions?\s*:|\byour new (?:instructions?|directives?|objectives?) (?:is|are)\b/,
	/\b(?:ignore|disregard|forget) (?:all |everything |anything |of |the ){1,3}above\b/,
	/\bforget (?:everything|anything|all|whatever)\b.{0,20}\byou\b.{0,15}\b(?:told|know|learn|learned|learnt|instructed)\b/,
	/\byou (?:are|must act as) (?:now )?(?:an? )?(?:ai|agent|assistant|llm|(?:large )?language model|chatbot)\b/,
	/\bthe user (?:has )?(?:already )?(?:approved|authori[sz]ed|consented)\b/,
	/<\s*\/?\s*(?:system|assistant|instructions?)\s*>|‹\s*\/?\s*(?:system|assistant|instructions?)\s*›/,
	new RegExp(`\\bdear ${machines}\\s*[,:!]|\\b${machines}\\s*[:,] (?:please |now |you (?:must |should )?){0,2}${deeds}\\b`),
	new RegExp(`\\b${models} (?:must|should|ha(?:s|ve) to|needs? to|(?:is|are) to) (?:now )?${deeds}\\b`),
	new RegExp(`^\\W*(?:system|user|new (?:task|objective|goal|mission))\\s*: (?:please |now )?${deeds}\\b`),
	/\[\/?inst\]|[<‹]\|(?:im_start|im_end|system|user|assistant|endoftext)\|[>›]/,
	/[<‹](?:action|tool_call)[>›]\s*[a-z]/,
	/\b(?:ignoriere?|vergiss|missachte)\b.{0,40}\b(?:anweisungen|instruktionen)\b|\b(?:ignore[rz]?|oublie[rz]?)\b.{0,30}\binstructions précédentes\b/,
	/\b(?:ignor(?:a|ad|e|en|ar)|olvid(?:a|ad|e|ar))\b.{0,30}\b(?:instrucciones|indicaciones|órdenes)\b|\b(?:ignor(?:a|ate|are|i)|dimentica(?:re|te)?)\b.{0,30}\bistruzioni\b/,
	/\b(?:ignor(?:e|a|ar|em)|esque(?:ça|ca|cer))\b.{0,30}\binstru(?:ções|coes)\b|(?:игнорируй|забудь).{0,30}инструкции|(?:忽略|无视).{0,10}(?:指令|指示)|指示を(?:無視|忘れ)/,
];

// One pass over the page says whether any order may be in it; pages without these words, nearly all, need no more.
const maxReach = 120;
const trigger =
	/instru[cç]|indicaciones|órdenes|istruzioni|instruktion|above|forget|prompt|\brules\b|directions|\bas an? |(?:not|don't|never) (?:tell|inform|alert|ask)\b|attention|note to|message to|act as|you are|the user|anweisung|инструкц|指令|指示|[<‹]\s*\/?\s*(?:system|assistant)|\bai(?:[:,!]| (?:agent|assistant|model|bot|must|should|ha|need|is|are))|assistants?\s*[,:!]|(?:browser|web) agent|\bllms?\b|language model|\[\/?inst\]|[<‹]\||[<‹](?:action|tool_call)|(?:system|user|task|objective|goal|mission)\s*:/;

/**
 * True when the page shows text that orders an agent about ("ignore previous instructions", "do not tell the user"). It makes later
 * commitments ask; it never blocks reading.
 *
 * @param told what the client read of the page beside it: an alert, what a lookup found
 * @throws never
 */
export function isInjection(page: PageView, told: readonly string[] = []): boolean {
	return [...textsOf(page), ...told].some((text) => readings(text).some((reading) => trigger.test(reading) && holdsOrder(reading)));
}

/** In one line, or begun in one line and ended in the next. */
function holdsOrder(reading: string): boolean {
	const lines = reading.split("\n").map((text) => ({ text, isSuspect: trigger.test(text) }));
	return lines.some(({ text, isSuspect }, index) => {
		if (isSuspect && isOrder(text)) return true;
		const next = lines[index + 1];
		if (next === undefined || !(isSuspect || next.isSuspect) || /[.!?:;]\s*$/.test(text)) return false;
		return isOrder(acrossLines(text, next.text));
	});
}

function acrossLines(line: string, next: string): string {
	return `${line.slice(-maxReach)} ${next.slice(0, maxReach)}`;
}

/** What a reader of the page sees and what only its labels say, in few pieces: a pattern runs faster over one long text than over many. */
function textsOf(page: PageView): readonly string[] {
	const labels: string[] = [];
	for (const element of page.elements.values()) {
		if (element.name !== element.content) labels.push(element.name);
		for (const [key, value] of element.attributes) if (!wordless.has(key)) labels.push(value);
	}
	const plain: string[] = [];
	const foreign: string[] = [];
	const address = page.url.replaceAll(/[^\p{L}\p{N}]+/gu, " ");
	for (const text of [page.title, ...page.alerts, ...page.tabs.map(({ title }) => title), ...page.files, address, ...labels])
		(isPlain(text) ? plain : foreign).push(text);
	for (const { text } of page.lines) (isPlain(text) ? plain : foreign).push(text);
	return [plain.join("\n"), foreign.join("\n")];
}

// Values of these are places and sizes, never words.
const wordless = new Set(["at", "size", "scroll", "min", "max", "step", "of"]);

const isPlain = (text: string) => /^[ -~]*$/.test(text);

/** The text folded, and once more with letters that only look Latin replaced, with spaced letters joined, with digits for letters read as such. */
function readings(text: string): readonly string[] {
	const disguised = text.split("\n").filter((line) => digitsForLetters.test(line));
	const undisguised = disguised.length === 0 ? [] : [lettersForDigits(disguised.join("\n").toLowerCase(), "i")];
	if (!/(?:^|\W)\w \w \w \w(?:\W|$)/.test(text)) return [...readingsOf(text), ...undisguised];
	const joined = text.replaceAll(/(?<!\p{L})\p{L}(?: \p{L}(?!\p{L})){3,}/gu, (letters) => letters.replaceAll(" ", ""));
	return [...readingsOf(text), ...readingsOf(joined), ...undisguised];
}

const digitsForLetters = /[a-z][013457@$][a-z]|\b[013457@$][a-z]{2}/i;
function readingsOf(text: string): readonly string[] {
	if (/^[\n -~]*$/.test(text)) return [text.toLowerCase().replaceAll(/ {2,}/g, " ")];
	const folded = text
		.normalize("NFKC")
		.toLowerCase()
		.replaceAll(/[^\S\n]+/g, " ");
	const latin = latinized(folded);
	const plain = folded.normalize("NFD").replaceAll(/\p{M}+/gu, "");
	return [folded, ...(latin === undefined ? [] : [latin]), ...(plain === folded ? [] : [plain])];
}

function isOrder(line: string): boolean {
	return orders.some((order) => order.test(line));
}
