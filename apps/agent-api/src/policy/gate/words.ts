import { fold, hasDigitsForLetters, isAscii, latinized, lettersForDigits, splitWords, wordSet } from "@webhand/lexicon/text";
import { wordsByForm } from "@webhand/lexicon/vocabulary/forms";
import {
	commitWords,
	destructiveWords,
	doings,
	endings,
	grantWords,
	moneyVerbs,
	orderWords,
	payWords,
	rightsWords,
	shortForms,
	shuttingOut,
} from "@webhand/lexicon/vocabulary/lists";
import {
	abbreviated,
	binned,
	charging,
	ended,
	granted,
	ofMoney,
	reported,
	rightsChanged,
	shutOut,
	shutOutAlone,
	signedOutEverywhere,
	together,
} from "@webhand/lexicon/vocabulary/phrases";
import { newest } from "@webhand/page/once";

/**
 * Kinds of words: those that commit, hand something out at once, cost money, cost money beside an amount, cannot be undone, or are about who
 * may do what.
 */
export type WordKind = "commit" | "grant" | "pay" | "order" | "destructive" | "rights";

type List = { readonly words: ReadonlyMap<string, string>; readonly phrases: readonly RegExp[] };

const lists: Record<WordKind, List> = {
	commit: {
		words: wordsByForm([...commitWords, ...grantWords]),
		phrases: [shutOutAlone(), ...reported(), ...signedOutEverywhere(), ...granted()],
	},
	grant: { words: wordsByForm(grantWords), phrases: granted() },
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
	// "Order" buys beside an amount; elsewhere it sorts, or leads to old orders.
	order: { words: wordsByForm(orderWords), phrases: [] },
	destructive: {
		words: wordsByForm(destructiveWords),
		phrases: [...together("destructive"), ...ended(), ...binned(), ...shutOut(), abbreviated()],
	},
	rights: { words: wordsByForm(rightsWords), phrases: rightsChanged() },
};

// With an amount beside these verbs it is a discount.
const savings = wordsByForm([
	"save apply speichern speichere enregistrer enregistrez guardar guarda guarde salvare salva salvar gravar сохранить сохрани сохраните",
]);
const moneyWords = new Set([...lists.commit.words.keys(), ...wordsByForm(moneyVerbs).keys()].filter((word) => !savings.has(word)));
const phraseWords = new Map([...wordsByForm([endings, doings, shuttingOut].flatMap(Object.values<string>)), ...shortForms]);
const topUp = /(?<!\p{L})top[- ]?up(?!\p{L})/u;

/**
 * The words and phrases of a kind in a text, folded, in their order. Scripts without spaces are searched, others compared word by word.
 * Look-alike letters, spaced letters and words written together are recognized.
 */
export function wordsOf(kind: WordKind, text: string): readonly string[] {
	const { readings, found } = read(text);
	const known = found.get(kind) ?? [...new Set([...readings].flatMap((reading) => listedIn(reading, kind)))];
	found.set(kind, known);
	return known;
}

/**
 * The word that a label orders with, as it stands there: its first one, a German or Russian infinitive at its end, any one in a script
 * without spaces. Undefined for a label that only mentions such a word.
 */
export function orderingWord(kind: WordKind, label: string): string | undefined {
	if (wordsOf(kind, label).length === 0) return undefined;
	const folded = fold(label);
	const words = splitWords(folded);
	const last = words.at(-1) ?? "";
	const may = hasUnspacedScript(folded) ? [folded] : [words[0] ?? "", ...(/(?:en|ть)$/u.test(last) ? [last] : [])];
	return may.find((word) => wordsOf(kind, word).length > 0);
}

/** Commit words that are nouns as well: "Your order", "Latest post". */
const alsoNouns = wordSet(
	"order book place post share reply rent bid deposit upgrade archive register reserve reset trash permit trust tweet",
);
/** A longer label is a title. */
const mostOfDeed = 4;

/**
 * The word by which a label is a deed: the one that it orders with; in a short label also a verb behind other words ("Yes, approve"), and the
 * whole label where a phrase or a disguised word is the deed.
 */
export function deedWordIn(label: string): string | undefined {
	const ordering = orderingWord("commit", label);
	const words = splitWords(fold(label));
	if (ordering !== undefined || wordsOf("commit", label).length === 0) return ordering;
	const listed = words.filter((word) => wordsOf("commit", word).length > 0);
	if (listed.length === 0) return fold(label);
	return words.length > mostOfDeed ? undefined : listed.find((word) => !alsoNouns.has(word));
}

/** True when a text mentions paying or buying, also inside a word (spec 003). */
export function mentionsPaying(text: string): boolean {
	return [...readingsOf(text)].some((reading) => /pay|buy/.test(reading)) || wordsOf("pay", text).length > 0;
}

const toOrder =
	/(?:^|\| )(?:(?:place|confirm|complete|submit|send)(?: the| this| your| my| an)? )?order(?! (?:by|details|history|list|number|overview|status)\b)\b/;

/** True for a label that orders, not one that mentions an order: "Place order", not "Track order". */
export function mentionsOrdering(label: string): boolean {
	return [...readingsOf(label)].some((reading) => toOrder.test(reading)) || wordsOf("order", label).length > 0;
}

// "Order" alone may sort, or list what was ordered.
const toOrderNow =
	/(?:^|\| )(?:(?:place|confirm|complete|submit|send)(?: the| this| your| my| an)? order\b(?! (?:by|details|history|list|number|overview|status)\b)|order (?:now|today|online|again|it|this|these)\b)/;

// Sorting, and old orders.
const ofOrders = /ordina per |注文(?:履歴|一覧|番号|詳細)/;

// Pages about ways to pay, and about old purchases.
const ofPaying =
	/(?<!\p{L})(?:(?:payments?|purchases?|transfers?) (?:methods?|options?|history|details|settings|information|status|terms)|zahlungs(?:arten?|methoden?|optionen|übersicht))(?!\p{L})/giu;

/** True for a label that pays, buys, transfers, donates or places an order, in whole words. */
export function labelPays(label: string): boolean {
	const own = label.replaceAll(ofPaying, " ");
	return [...readingsOf(own)].some((reading) => toOrderNow.test(reading)) || wordsOf("pay", own).length > 0;
}

/** True for a label that orders, in a language whose verb is no noun: "Jetzt bestellen". */
export function labelOrders(label: string): boolean {
	return wordsOf("order", label).length > 0 && !ofOrders.test(fold(label));
}

/** True for a label with an amount beside a verb that moves money or commits: "Send 500 €". */
export function movesMoney(label: string, amount: string | undefined): boolean {
	if (amount === undefined) return false;
	return [...readingsOf(label)].some((reading) => splitWords(reading).some((word) => moneyWords.has(word)) || topUp.test(reading));
}

/** True for an amount that stands right beside such a verb, as what it moves: "Send 500 €", "500 € senden", not "Book from 49 €". */
export function movesAmount(label: string, amount: string | undefined): boolean {
	if (amount === undefined) return false;
	const [before = "", behind = ""] = fold(label).split(fold(amount));
	const beside = [splitWords(before).at(-1), splitWords(behind)[0]];
	return beside.some((word) => word !== undefined && moneyWords.has(word));
}

// Harmless uses of destructive and pay words: clearing a filter, a bank transfer as a way to pay.
const harmless =
	/(?<!\p{L})(?:apply|remove|delete|clear|reset|discard|lösche|löschen|zurücksetzen|entfernen|清空|清除)(?: (?:all|the|this|these|my|applied|active|alle))* ?(?:filters?|facets?|search(?: (?:term|text|query|field))?|sort(?:ing)?|selection|highlights?|formatting|zoom|filter(?:n)?|suche|搜索|筛选|条件)(?!\p{L}(?<!\p{Script=Han}))|(?:alle )?(?:filter|suche|auswahl) (?:löschen|entfernen|zurücksetzen)|(?<!\p{L})(?:bank|wire|credit|sepa|direct) transfer(?!\p{L})/gu;

/** A folded text without its harmless uses of such words. */
export function withoutHarmless(folded: string): string {
	return folded.replaceAll(harmless, " ");
}

// A label is asked about several kinds of words in a row, between shorter ones, and many controls of a page may have the same one.
const read = newest(4, (text: string) => ({ readings: readEachWay(text), found: new Map<WordKind, readonly string[]>() }));

/** All ways to read a disguised text: words apart, letters joined, look-alikes and digits as letters, without accents. */
function readingsOf(text: string): ReadonlySet<string> {
	return read(text).readings;
}

function readEachWay(text: string): ReadonlySet<string> {
	const folded = fold(text);
	const parted = fold(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
	const joined = folded.replaceAll(/(?<!\p{L})\p{L}(?:[ .·•_*~-]\p{L}(?!\p{L})){2,}/gu, (letters) => letters.replaceAll(/[^\p{L}]/gu, ""));
	const readings = new Set([folded, parted, joined]);
	if (hasDigitsForLetters(folded)) for (const one of ["l", "i"] as const) readings.add(lettersForDigits(folded, one));
	if (isAscii(folded)) return readings;
	for (const one of [folded, joined]) {
		// A Cyrillic у looks like a y and stands for a u as well.
		const asSeen = latinized(one);
		if (asSeen !== undefined) readings.add(asSeen).add(asSeenWith("u", one));
	}
	const bare = folded.normalize("NFD").replaceAll(/\p{M}+/gu, "");
	return readings.add(bare.normalize("NFC"));
}

function asSeenWith(letter: string, text: string): string {
	const replaced = text.replaceAll("у", letter);
	return latinized(replaced) ?? replaced;
}

function listedIn(folded: string, kind: WordKind): readonly string[] {
	const { words, phrases } = lists[kind];
	const text = kind === "destructive" || kind === "commit" || kind === "grant" ? folded.replaceAll(harmless, " ") : folded;
	const whole = splitWords(text.replaceAll("’", "'")).flatMap((word) => words.get(word) ?? []);
	const unspaced = hasUnspacedScript(text) ? [...words.keys()].filter((word) => hasUnspacedScript(word) && text.includes(word)) : [];
	const spoken = phrases.flatMap((phrase) => {
		const { deed, deed2, deed3 } = phrase.exec(text)?.groups ?? {};
		const found = deed ?? deed2 ?? deed3;
		return found === undefined ? [] : [phraseWords.get(found) ?? found];
	});
	return [...whole, ...unspaced, ...spoken];
}

function hasUnspacedScript(text: string): boolean {
	return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}
