import { wordsByForm } from "@webhand/lexicon/vocabulary/forms";
import {
	commitWords,
	destructiveWords,
	doings,
	endings,
	moneyVerbs,
	orderWords,
	payWords,
	shortForms,
	shuttingOut,
} from "@webhand/lexicon/vocabulary/lists";
import {
	abbreviated,
	binned,
	charging,
	ended,
	ofMoney,
	reported,
	shutOut,
	shutOutAlone,
	signedOutEverywhere,
	together,
} from "@webhand/lexicon/vocabulary/phrases";

/** Which kind of word list: what commits, what costs money, what costs money beside an amount, what cannot be undone. */
export type WordKind = "commit" | "pay" | "order" | "destructive";

type List = { readonly words: ReadonlyMap<string, string>; readonly phrases: readonly RegExp[] };

const lists: Record<WordKind, List> = {
	commit: { words: wordsByForm(commitWords), phrases: [shutOutAlone(), ...reported(), ...signedOutEverywhere()] },
	pay: {
		words: wordsByForm(payWords),
		phrases: [
			...together("pay"),
			/(?<!\p{L})(?<deed>check) ?out(?!\p{L})/u,
			/(?<!\p{L})faire un (?<deed>don)(?!\p{L})/u,
			charging(),
			ofMoney(),
		],
	},
	// To order is to buy where an amount stands beside it; elsewhere it sorts, or leads to what was ordered.
	order: { words: wordsByForm(orderWords), phrases: [] },
	destructive: {
		words: wordsByForm(destructiveWords),
		phrases: [...together("destructive"), ...ended(), ...binned(), ...shutOut(), abbreviated()],
	},
};

// What is saved or applied with an amount beside it is a discount.
const savings = wordsByForm([
	"save apply speichern speichere enregistrer enregistrez guardar guarda guarde salvare salva salvar gravar сохранить сохрани сохраните",
]);
const moneyWords = new Set([...lists.commit.words.keys(), ...wordsByForm(moneyVerbs).keys()].filter((word) => !savings.has(word)));
const phraseWords = new Map([...wordsByForm([endings, doings, shuttingOut].flatMap(Object.values<string>)), ...shortForms]);
const topUp = /(?<!\p{L})top[- ]?up(?!\p{L})/u;

/**
 * The words and phrases of a kind that a text holds, folded, in the order they stand there. Scripts without spaces are searched, others
 * compared word by word; letters of other scripts that look Latin, letters parted by spaces and words written together are seen through.
 *
 * @throws never
 */
export function wordsOf(kind: WordKind, text: string): readonly string[] {
	return [...new Set([...readingsOf(text)].flatMap((reading) => listedIn(reading, kind)))];
}

/** True when a text speaks of paying or buying, if only as part of a word: the specification's own check. */
export function speaksOfPaying(text: string): boolean {
	return [...readingsOf(text)].some((reading) => /pay|buy/.test(reading)) || wordsOf("pay", text).length > 0;
}

const toOrder =
	/(?:^|\| )(?:(?:place|confirm|complete|submit|send)(?: the| this| your| my| an)? )?order(?! (?:by|details|history|list|number|overview|status)\b)\b/;

/** True when a label says to order, which in English is also what was ordered: "Place order", not "Track order". */
export function speaksOfOrdering(label: string): boolean {
	return [...readingsOf(label)].some((reading) => toOrder.test(reading)) || wordsOf("order", label).length > 0;
}

// "Order" alone may sort, or list what was ordered.
const toOrderNow =
	/(?:^|\| )(?:(?:place|confirm|complete|submit|send)(?: the| this| your| my| an)? order\b(?! (?:by|details|history|list|number|overview|status)\b)|order (?:now|today|online|again|it|this|these)\b)/;

// To sort, and what was ordered before.
const ofOrders = /ordina per |注文(?:履歴|一覧|番号|詳細)/;

// Where one sees or chooses how it is paid, and what was bought.
const ofPaying =
	/(?<!\p{L})(?:(?:payments?|purchases?|transfers?) (?:methods?|options?|history|details|settings|information|status|terms)|zahlungs(?:arten?|methoden?|optionen|übersicht))(?!\p{L})/giu;

/** True when a label says that pressing it pays, buys, transfers or donates, or places an order: whole words, whatever stands beside it. */
export function isToPay(label: string): boolean {
	const own = label.replaceAll(ofPaying, " ");
	return [...readingsOf(own)].some((reading) => toOrderNow.test(reading)) || wordsOf("pay", own).length > 0;
}

/** True when a label orders in a language that has a word for it which is no noun: "Jetzt bestellen". */
export function isToOrder(label: string): boolean {
	return wordsOf("order", label).length > 0 && !ofOrders.test(fold(label));
}

/** True when a label names an amount beside a verb that moves money, or commits: "Send 500 €". `amount` as of `amountIn`. */
export function movesMoney(label: string, amount: string | undefined): boolean {
	if (amount === undefined) return false;
	return [...readingsOf(label)].some((reading) => splitWords(reading).some((word) => moneyWords.has(word)) || topUp.test(reading));
}

// Takes a way of looking at things away, and a word that means harm elsewhere with it; a bank transfer in a list is a way to pay.
const harmless =
	/(?<!\p{L})(?:remove|delete|clear|reset|discard|lösche|löschen|zurücksetzen|entfernen|清空|清除)(?: (?:all|the|this|these|my|applied|active|alle))* ?(?:filters?|facets?|search(?: (?:term|text|query|field))?|sort(?:ing)?|selection|highlights?|formatting|zoom|filter(?:n)?|suche|搜索|筛选|条件)(?!\p{L}(?<!\p{Script=Han}))|(?:alle )?(?:filter|suche|auswahl) (?:löschen|entfernen|zurücksetzen)|(?<!\p{L})(?:bank|wire|credit|sepa|direct) transfer(?!\p{L})/gu;

function readingsOf(text: string): ReadonlySet<string> {
	const folded = fold(text);
	const parted = fold(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
	const joined = folded.replaceAll(/(?<!\p{L})\p{L}(?:[ .·•_*~-]\p{L}(?!\p{L})){2,}/gu, (letters) => letters.replaceAll(/[^\p{L}]/gu, ""));
	const readings = new Set([folded, parted, joined]);
	for (const one of [folded, joined]) {
		// A Cyrillic у looks like a y and stands for a u as well.
		const asSeen = latinized(one);
		if (asSeen !== undefined) readings.add(asSeen).add(asSeenWith("u", one));
	}
	const bare = folded.normalize("NFD").replaceAll(/\p{M}+/gu, "");
	readings.add(bare.normalize("NFC"));
	if (digitsForLetters.test(folded))
		for (const letter of ["l", "i"]) readings.add(folded.replaceAll(digitForLetter, (sign) => letterFor.get(sign) ?? letter));
	return readings;
}

function asSeenWith(letter: string, text: string): string {
	const replaced = text.replaceAll("у", letter);
	return latinized(replaced) ?? replaced;
}

const digitsForLetters = /[a-z][013457@$][a-z]|(?<![\p{L}\p{N}])[013457@$][a-z]{2}|[a-z]{2}[013457@$](?![\p{L}\p{N}])/u;
const digitForLetter = /(?<=[a-z])[013457@$]|[013457@$](?=[a-z])/g;
const letterFor: ReadonlyMap<string, string> = new Map(
	Object.entries({ "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" }),
);

function listedIn(folded: string, kind: WordKind): readonly string[] {
	const { words, phrases } = lists[kind];
	const text = kind === "destructive" || kind === "commit" ? folded.replaceAll(harmless, " ") : folded;
	const whole = splitWords(text.replaceAll("’", "'")).flatMap((word) => words.get(word) ?? []);
	const unspaced = hasUnspacedScript(text) ? [...words.keys()].filter((word) => hasUnspacedScript(word) && text.includes(word)) : [];
	const spoken = phrases.flatMap((phrase) => {
		const { deed, deed2, deed3 } = phrase.exec(text)?.groups ?? {};
		const found = deed ?? deed2 ?? deed3;
		return found === undefined ? [] : [phraseWords.get(found) ?? found];
	});
	return [...whole, ...unspaced, ...spoken];
}

/** Case, width and white space folded, so that two texts that read alike compare equal. */
export function fold(text: string): string {
	return text.normalize("NFKC").toLocaleLowerCase("en").replaceAll(/\s+/g, " ").trim();
}

/** The words of a text: letters, digits and inner apostrophes. */
export function splitWords(text: string): readonly string[] {
	return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

/** True when one text stands in another as whole words, case and spacing ignored. */
export function holdsWords(text: string, part: string): boolean {
	const wanted = splitWords(fold(part)).join(" ");
	return wanted !== "" && ` ${splitWords(fold(text)).join(" ")} `.includes(` ${wanted} `);
}

// What may stand beside a word that a person wrote: a gap, a sign that parts, another script than the word's.
const gap = /[\s"'()[\]{}:=,;/|`<>]|(?!\p{ASCII})\P{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * True when a text stands in another to the letter, and not as a part of a longer word there.
 *
 * @throws never
 */
export function holdsVerbatim(text: string, part: string): boolean {
	if (part === "") return false;
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
		const [before, after] = [text.slice(0, at).at(-1), text.slice(at + part.length)];
		const isEnd = after === "" || gap.test(after.charAt(0)) || /^[.!?]+(?:[\s"')]|$)/.test(after);
		if (isEnd && (before === undefined || gap.test(before))) return true;
	}
	return false;
}

function hasUnspacedScript(text: string): boolean {
	return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

// Letters of other scripts, and signs, that look Latin; NFKC leaves them alone. Capitals are folded, as the text is.
const lookAlikes: ReadonlyMap<string, string> = new Map([
	...pairs("асеорхуіѕјԁһӏԛԝ внкмт", "aceopxyisjdhlqw bhkmt"),
	...pairs("βεητμζχαορνικυ ոսօ", "behtmzxaopviku nuo"),
	...pairs("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
	...pairs("ɑɡıəǝɛɐʇɹʎɯɟʌʍðđƌłŀƥƀɓøɵŧƭɏƴʋ", "agieeeatrymfvwdddllpbboottyyv"),
	...pairs("†∆∂∈€¢", "tadeec"),
	...pairs("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ", "drtiajewmhygzbrwsvslcpkdb"),
	...pairs("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou"),
]);

/** Each letter of the first text with the one that stands in its place in the second. */
function pairs(foreign: string, latin: string): readonly (readonly [string, string])[] {
	const seen = [...latin];
	return [...foreign.toLowerCase()].map((letter, at) => [letter, seen[at] ?? letter] as const).filter(([letter]) => letter !== " ");
}

// White letters on black circles and squares, and those of flags: runs of A to Z.
const drawn = [0x1f150, 0x1f170, 0x1f1e6] as const;
const hasLookAlike = new RegExp(`[${[...lookAlikes.keys()].join("")}\\u{1F150}-\\u{1F169}\\u{1F170}-\\u{1F189}\\u{1F1E6}-\\u{1F1FF}]`, "u");

/**
 * A folded text with letters that only look Latin replaced; undefined when it has none, so that nobody reads it twice for nothing.
 *
 * @throws never
 */
export function latinized(folded: string): string | undefined {
	return hasLookAlike.test(folded) ? [...folded].map((letter) => lookAlikes.get(letter) ?? undrawn(letter)).join("") : undefined;
}

function undrawn(letter: string): string {
	const code = letter.codePointAt(0) ?? 0;
	const first = drawn.find((start) => code >= start && code < start + 26);
	return first === undefined ? letter : String.fromCharCode(97 + code - first);
}
