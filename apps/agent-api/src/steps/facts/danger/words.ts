import { latinized } from "./look-alike.ts";

/** Word lists of the gate by language: whole words after case folding. They only ever add caution. */
const commitWords = [
	"submit send save publish post confirm order book apply register subscribe accept approve place",
	"senden absenden abschicken speichern veröffentlichen bestätigen bestellen buchen anmelden registrieren abonnieren",
	"envoyer soumettre enregistrer publier confirmer commander réserver valider",
	"enviar guardar publicar confirmar pedir reservar registrarse suscribirse",
	"inviare invia salva pubblica conferma ordina prenota",
	"salvar gravar encomendar assinar",
	"отправить сохранить опубликовать подтвердить заказать забронировать оформить",
	"提交 发送 保存 发布 确认 预订 下单",
	"送信 保存 公開 確認 予約 注文",
] as const;

const payWords = [
	"pay buy purchase checkout payment transfer donate",
	"bezahlen zahlen kaufen zahlungspflichtig kostenpflichtig überweisen spenden",
	"payer acheter paiement virer",
	"pagar comprar pago transferir donar",
	"paga acquista compra pagamento trasferisci dona",
	"pagamento comprar pagar transferir doar",
	"оплатить купить оплата перевести пожертвовать",
	"支付 购买 付款 转账 捐款",
	"支払う 購入 お支払い 送金 寄付",
] as const;

const payPhrases = ["check out", "faire un don"];

// To order is to buy where an amount stands beside it; elsewhere it sorts, or leads to what was ordered.
const orderWords = [
	"reorder",
	"bestellen nachbestellen",
	"commander",
	"pedir",
	"ordina",
	"encomendar",
	"заказать",
	"下单",
	"注文",
] as const;

const destructiveWords = [
	"delete remove erase destroy wipe deactivate transfer terminate unsubscribe",
	"löschen entfernen kündigen überweisen deaktivieren",
	"supprimer effacer résilier virer désactiver",
	"eliminar borrar transferir desactivar",
	"elimina cancella trasferisci disattiva",
	"excluir apagar remover desativar",
	"удалить стереть перевести деактивировать",
	"删除 移除 转账 注销",
	"削除 解約 送金",
] as const;

const destructivePhrases = [
	"cancel subscription",
	"close account",
	"cancel account",
	"konto schließen",
	"fermer le compte",
	"cerrar cuenta",
];

/** Which kind of word list: what commits, what costs money, what costs money beside an amount, what cannot be undone. */
export type WordKind = "commit" | "pay" | "order" | "destructive";

const lists: Record<WordKind, { readonly words: ReadonlySet<string>; readonly phrases: readonly string[] }> = {
	commit: { words: wordSet(commitWords), phrases: [] },
	pay: { words: wordSet(payWords), phrases: payPhrases },
	order: { words: wordSet(orderWords), phrases: [] },
	destructive: { words: wordSet(destructiveWords), phrases: destructivePhrases },
};

/**
 * The words and phrases of a kind that a text holds, folded, in the order they stand there. Scripts without spaces are searched, others
 * compared word by word; letters of other scripts that look Latin, letters parted by spaces and words written together are seen through.
 *
 * @throws never
 * @source engine.md §8 "Words"
 */
export function wordsOf(kind: WordKind, text: string): readonly string[] {
	return [...new Set(readingsOf(text).flatMap((reading) => listedIn(reading, kind)))];
}

/** True when a text speaks of paying or buying, if only as part of a word: the specification's own check. @source spec 003 "Security Gate Logic" */
export function speaksOfPaying(text: string): boolean {
	return readingsOf(text).some((reading) => /pay|buy/.test(reading)) || wordsOf("pay", text).length > 0;
}

const toOrder =
	/(?:^|\| )(?:(?:place|confirm|complete|submit|send)(?: the| this| your| my| an)? )?order(?! (?:by|details|history|list|number|overview|status)\b)\b/;

/** True when a label says to order, which in English is also what was ordered: "Place order", not "Track order". */
export function speaksOfOrdering(label: string): boolean {
	return readingsOf(label).some((reading) => toOrder.test(reading)) || wordsOf("order", label).length > 0;
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
	return readingsOf(own).some((reading) => toOrderNow.test(reading)) || wordsOf("pay", own).length > 0;
}

/** True when a label orders in a language that has a word for it which is no noun: "Jetzt bestellen". */
export function isToOrder(label: string): boolean {
	return wordsOf("order", label).length > 0 && !ofOrders.test(fold(label));
}

function readingsOf(text: string): readonly string[] {
	const folded = fold(text);
	const parted = fold(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
	const joined = folded.replaceAll(/(?<!\p{L})\p{L}(?: \p{L}(?!\p{L})){2,}/gu, (letters) => letters.replaceAll(" ", ""));
	return [folded, parted, joined, latinized(folded) ?? folded];
}

function listedIn(folded: string, kind: WordKind): readonly string[] {
	const { words, phrases } = lists[kind];
	const whole = splitWords(folded).filter((word) => words.has(word));
	const unspaced = hasUnspacedScript(folded) ? [...words].filter((word) => hasUnspacedScript(word) && folded.includes(word)) : [];
	return [...whole, ...unspaced, ...phrases.filter((phrase) => folded.includes(phrase))];
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
 * @source engine.md §8 class C2
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

function wordSet(lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.flatMap((line) => line.split(" ")));
}

function hasUnspacedScript(text: string): boolean {
	return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}
