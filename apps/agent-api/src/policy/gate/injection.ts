import { latinized, lettersForDigits } from "@webhand/lexicon/text";
import type { PageView } from "@webhand/page/parse/view";

// Actions that a page may order. "Open" and "send" are left out: they stand in too many lists of tasks.
const agentActions = "(?:click|press|tap|type|navigate|submit|ignore|transfer|reveal|forward)";
const models = "(?:ai(?: (?:agents?|assistants?|models?|bots?))?|(?:browser|web) agents?|llms?|language models?)";
const machines = `(?:${models}|assistants?)`;

const patterns = [
	/\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|your)\b.{0,20}\b(?:instructions?|prompts?|rules|directions)/,
	/\bsystem prompt\b/,
	/\bas an? (?:ai|assistant|language model|agent)\b/,
	/\b(?:do not|don't|never) (?:tell|inform|alert|ask) the user\b/,
	/\b(?:attention|note to|instructions? for|message to)\b.{0,20}\b(?:ai|assistants?|agents?|llm|language models?|bots?)\b/,
	// An ordinary page addresses the user and does not speak about "the user".
	/\bthe user (?:has )?(?:wants|wanted|asked|told|instructed|instructs|authori[sz]es) you to\b|\bthe user['’]s (?:real|actual|true|new|updated) (?:task|goal|request|intent|wish)/,
	/\bwithout (?:telling|informing|alerting) the user\b|\b(?:do not|don['’]t|never) (?:let the user know|mention (?:this|that|it|any of this|anything) to the user)\b/,
	/\bnew instructions?\s*:|\byour new (?:instructions?|directives?|objectives?) (?:is|are)\b/,
	/\b(?:ignore|disregard|forget) (?:all |everything |anything |of |the ){1,3}above\b/,
	/\bforget (?:everything|anything|all|whatever)\b.{0,20}\byou\b.{0,15}\b(?:told|know|learn|learned|learnt|instructed)\b/,
	/\byou (?:are|must act as) (?:now )?(?:an? )?(?:ai|agent|assistant|llm|(?:large )?language model|chatbot)\b/,
	/\bthe user (?:has )?(?:already )?(?:approved|authori[sz]ed|consented)\b/,
	/<\s*\/?\s*(?:system|assistant|instructions?)\s*>|‹\s*\/?\s*(?:system|assistant|instructions?)\s*›/,
	new RegExp(`\\bdear ${machines}\\s*[,:!]|\\b${machines}\\s*[:,] (?:please |now |you (?:must |should )?){0,2}${agentActions}\\b`),
	new RegExp(`\\b${models} (?:must|should|ha(?:s|ve) to|needs? to|(?:is|are) to) (?:now )?${agentActions}\\b`),
	new RegExp(`^\\W*(?:system|user|new (?:task|objective|goal|mission))\\s*: (?:please |now )?${agentActions}\\b`),
	/\[\/?inst\]|[<‹]\|(?:im_start|im_end|system|user|assistant|endoftext)\|[>›]/,
	/[<‹](?:action|tool_call)[>›]\s*[a-z]/,
	/\b(?:ignoriere?|vergiss|missachte)\b.{0,40}\b(?:anweisungen|instruktionen)\b|\b(?:ignore[rz]?|oublie[rz]?)\b.{0,30}\binstructions précédentes\b/,
	/\b(?:ignor(?:a|ad|e|en|ar)|olvid(?:a|ad|e|ar))\b.{0,30}\b(?:instrucciones|indicaciones|órdenes)\b|\b(?:ignor(?:a|ate|are|i)|dimentica(?:re|te)?)\b.{0,30}\bistruzioni\b/,
	/\b(?:ignor(?:e|a|ar|em)|esque(?:ça|ca|cer))\b.{0,30}\binstru(?:ções|coes)\b|(?:игнорируй|забудь).{0,30}инструкции|(?:忽略|无视).{0,10}(?:指令|指示)|指示を(?:無視|忘れ)/,
];

// A fast test: nearly all pages hold none of these words and need no pattern.
const trigger =
	/instru[cç]|indicaciones|órdenes|istruzioni|instruktion|above|forget|prompt|\brules\b|directions|\bas an? |(?:not|don't|never) (?:tell|inform|alert|ask)\b|attention|note to|message to|act as|you are|the user|anweisung|инструкц|指令|指示|[<‹]\s*\/?\s*(?:system|assistant)|\bai(?:[:,!]| (?:agent|assistant|model|bot|must|should|ha|need|is|are))|assistants?\s*[,:!]|(?:browser|web) agent|\bllms?\b|language model|\[\/?inst\]|[<‹]\||[<‹](?:action|tool_call)|(?:system|user|task|objective|goal|mission)\s*:/;

/**
 * True when the page shows instructions to an agent ("ignore previous instructions", "do not tell the user"). Later commitments ask then;
 * reading is never blocked.
 *
 * @param otherTexts further texts of the page that the client read: an alert, the result of a lookup
 * @throws never
 */
export function isInjection(page: PageView, otherTexts: readonly string[] = []): boolean {
	return holdsOrders([...textsOf(page), ...otherTexts]);
}

/** True when one of these texts gives instructions to an agent, as in `isInjection`: those of a file or a tool's result. @throws never */
export function holdsOrders(texts: readonly string[]): boolean {
	return texts.some((text) => readings(text).some((reading) => trigger.test(reading) && holdsInstruction(reading)));
}

/** An instruction in one line, or across the end of a line. */
function holdsInstruction(reading: string): boolean {
	const lines = reading.split("\n").map((text) => ({ text, isSuspect: trigger.test(text) }));
	return lines.some(({ text, isSuspect }, index) => {
		if (isSuspect && isInstruction(text)) return true;
		const next = lines[index + 1];
		if (next === undefined || !(isSuspect || next.isSuspect) || /[.!?:;]\s*$/.test(text)) return false;
		return isInstruction(`${text.slice(-maxPattern)} ${next.text.slice(0, maxPattern)}`);
	});
}

/** Longer than any pattern matches. */
const maxPattern = 120;

/** All texts of the page, joined: a pattern runs faster over one long text than over many. ASCII apart, since it needs one reading only. */
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

// Their values are places and sizes, never words.
const wordless = new Set(["at", "size", "scroll", "min", "max", "step", "of"]);

const isPlain = (text: string) => /^[ -~]*$/.test(text);

/** The text folded, and again with look-alike letters replaced, spaced letters joined, and digits read as letters. */
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

function isInstruction(line: string): boolean {
	return patterns.some((pattern) => pattern.test(line));
}
