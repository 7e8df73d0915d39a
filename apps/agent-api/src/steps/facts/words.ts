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
	"pay buy purchase checkout payment",
	"bezahlen zahlen kaufen zahlungspflichtig",
	"payer acheter paiement",
	"pagar comprar pago",
	"paga acquista compra pagamento",
	"pagamento comprar",
	"оплатить купить оплата",
	"支付 购买 付款",
	"支払う 購入 お支払い",
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

/** Which kind of word list: what commits, what costs money, what cannot be undone. */
export type WordKind = "commit" | "pay" | "destructive";

const lists: Record<WordKind, { readonly words: ReadonlySet<string>; readonly phrases: readonly string[] }> = {
	commit: { words: wordSet(commitWords), phrases: [] },
	pay: { words: wordSet(payWords), phrases: [] },
	destructive: { words: wordSet(destructiveWords), phrases: destructivePhrases },
};

/**
 * The words and phrases of a kind that a text holds, folded, in the order they stand there. Scripts without spaces are searched, others
 * compared word by word.
 *
 * @throws never
 * @source engine.md §8 "Words"
 */
export function wordsOf(kind: WordKind, text: string): readonly string[] {
	const folded = fold(text);
	const { words, phrases } = lists[kind];
	const whole = splitWords(folded).filter((word) => words.has(word));
	const unspaced = hasUnspacedScript(folded) ? [...words].filter((word) => hasUnspacedScript(word) && folded.includes(word)) : [];
	return [...new Set([...whole, ...unspaced, ...phrases.filter((phrase) => folded.includes(phrase))])];
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

function wordSet(lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.flatMap((line) => line.split(" ")));
}

function hasUnspacedScript(text: string): boolean {
	return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}
