import type { Action } from "@webhand/contracts/action/grammar";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";

/** The page before an action, as far as a refusal is told by it. `isSame`: ids still mean the same elements. */
type Before = {
	readonly url: string;
	readonly errors?: readonly string[];
	readonly alerts: readonly string[];
	readonly target?: Target;
	readonly isSame: boolean;
};

type Target = { readonly id: number; readonly role: string; readonly name: string; readonly states: readonly string[] };

const maxErrors = 10;

/**
 * Validation errors that a page shows: `"Email" "Please fill out this field"`, or `"Email" invalid` where the field says no more.
 *
 * @returns at most 10, in page order, each ≤ 120 characters
 * @throws never
 */
export function errorsOf(page: PageView): readonly string[] {
	return [...page.elements.values()].filter(isWrong).slice(0, maxErrors).map(errorOf);
}

/**
 * What a page held against a form that was sent: errors that were not there before at other fields of the form than the target, or, where
 * it shows none, messages that say so. None when the action sends nothing or another page came.
 *
 * @throws never
 * @source engine.md §4 `validation_error`
 */
export function refusalsOf(action: Action, before: Before, page: PageView): readonly string[] {
	if (!canSend(action, before.target) || page.url !== before.url) return [];
	const control = controlOf(before, page);
	const errors = [...page.elements.values()].filter(
		(element) =>
			isWrong(element) &&
			(before.target === undefined || control === undefined || element.form === control.form) &&
			!(before.isSame && element.id === before.target?.id) &&
			before.errors?.includes(errorOf(element)) !== true,
	);
	if (errors.length > 0) return errors.slice(0, maxErrors).map(errorOf);
	// A message alone refuses only where what was sent still stands there: otherwise the page has gone on.
	if (control === undefined && before.target !== undefined) return [];
	// And only where something was sent: a button outside any form tells of its own work, in words that may sound alike.
	if (action.name === "click" && control?.form === undefined) return [];
	return page.alerts
		.filter((alert) => !before.alerts.includes(cut(alert, 80)) && refuses.test(alert))
		.map((alert) => `"${cut(alert, 100)}"`);
}

/** Buttons that send a form say so; one that does not may send by script, so it counts unless it did something else. */
export function canSend(action: Action, target: Pick<Target, "role" | "states"> | undefined): boolean {
	if (action.name === "setValue") return action.submit;
	if (action.name === "press")
		return /^(?:Enter|NumpadEnter|Space| )$/.test(action.keys) && (action.keys.endsWith("Enter") || isButton(target));
	return action.name === "click" && action.kind === undefined && isButton(target);
}

const isButton = (target: Pick<Target, "role" | "states"> | undefined) =>
	target !== undefined && (target.role === "button" || target.states.includes("submit"));

/** The control that an action was about, on the page now: another document gave it another id. */
export function controlOf(
	{ target, isSame }: { readonly target?: Pick<Target, "id" | "role" | "name">; readonly isSame: boolean },
	page: PageView,
): ElementView | undefined {
	if (target === undefined) return undefined;
	if (isSame) return page.elements.get(target.id);
	return [...page.elements.values()].find((element) => element.type === target.role && cut(element.name, 80) === target.name);
}

const isWrong = (element: ElementView) => element.states.has("invalid") || element.attributes.has("error");

function errorOf(element: ElementView): string {
	const error = element.attributes.get("error");
	return `"${cut(element.name, 50)}" ${error === undefined ? "invalid" : `"${cut(error, 60)}"`}`;
}

/** True for words by which a page says that it took what was sent: a form of settings says "Saved" and stands there as before. */
export function acknowledges(text: string): boolean {
	return taken.test(text) && !refuses.test(text) && !negates.test(text) && !restricts.test(text);
}

const taken = new RegExp(
	[
		String.raw`\b(?:saved|updated|sent|submitted|received|subscribed|added|created|applied|confirmed|posted|published)\b`,
		String.raw`\b(?:success|successful|successfully|thanks|thank you|done|completed)\b`,
		"gespeichert|aktualisiert|gesendet|übernommen|hinzugefügt|angelegt|erfolgreich|danke?\\b|erhalten",
		"enregistrée?s?|mise?s? à jour|envoyée?s?|ajoutée?s?|merci|avec succès",
		"guardad[oa]|actualizad[oa]|enviad[oa]|gracias|éxito|salvat[oaie]|aggiornat[oaie]|inviat[oaie]|grazie|successo",
		"salv[oa]s?\\b|atualizad[oa]|obrigad[oa]|sucesso|сохран[её]н|обновл[её]н|отправлен|добавлен|успешно|спасибо",
		"已保存|已更新|已发送|已提交|成功|谢谢|感谢|保存しました|送信しました|更新しました|ありがとう|完了",
	].join("|"),
	"iu",
);
const negates =
	/\b(?:not|no|nothing|never|none|cannot|must|unless|until|before|nicht|kein\w*|nichts|pas|aucune?|rien|nada|ninguna?|nessuna?|niente|não|nunca|mai)\b|n['’]t\b|(?:^|\s)не\s|ошиб|未|没|沒|不|失敗|失败|ません|できない|\?/iu;

// What was so before, is so for others, or holds under a condition: "already sent", "saved only here", "can be posted by members".
const restricts = new RegExp(
	[
		String.raw`\b(?:already|only|too|please|wait|can|could|may|might|should|will be|to be|being|if|when|while|once|after|again|ago|last)\b`,
		String.raw`\b(?:another|other|someone|different|members?|users?|draft|pending|locally|skipped|below|sign in|log in|captcha|robot|verify|accept)\b`,
		String.raw`\b(?:limit|exceeded|blocked|declined|rejected|refused|lost|closed|unconfirmed|unknown|unavailable|problems?|issues?|warning)\b`,
		String.raw`^(?:enter|upload|complete|submit|send|add|save|update|create|confirm)\b`,
		String.raw`(?<!\p{L})(?:bereits|schon|nur|déjà|seulement|seul|ya|sólo|solo|già|já|só|apenas|уже|только)(?!\p{L})|已经|已經|すでに|既に`,
	].join("|"),
	"iu",
);

/** Words that refuse, in the languages whose words the gate knows. "Please wait" and "Check your inbox" are none. */
export const refuses = new RegExp(
	[
		String.raw`^(?:please |you must |you need to )?(?:enter|fill (?:in|out)|choose|select|provide|correct)\b`,
		String.raw`(?<!\b(?:no|not|nothing)\b[\w ]{0,20})\b(?:required|mandatory)\b`,
		String.raw`\b(?:invalid|incorrect|wrong|missing|expired|denied|failed|unsuccessful|try again|too (?:short|long|weak))\b`,
		String.raw`\b(?:must (?:be|have|contain|match|agree|accept)|could(?: not|n['’]t)|unable to|do(?:es)?(?: not|n['’]t) (?:match|exist))\b`,
		String.raw`\b(?:is|are)(?: not|n['’]t) (?:an? )?(?:valid|correct|right|allowed|known|recogni[sz]ed|available|enough)\b`,
		String.raw`(?<!\b(?:no|0|without) )\berrors?\b|\balready (?:been )?(?:taken|exists?|registered|used|in use)\b`,
		"erforderlich|pflichtfeld|ungültig|falsch|fehler|bitte .*(?:eingeben|ausfüllen|wählen)|geben sie",
		"obligatoire|requis|invalide|incorrecte?|erreur|veuillez (?:saisir|entrer|remplir|choisir)",
		"obligatori[oa]|requerid[oa]|inv[aá]lid[oa]|incorrect[oa]|introduzca|ingrese|non valid[oa]|errat[oa]|errore|inserisci|obrigatóri[oa]|senha errada",
		"обязательн|неверн|ошибка|введите|заполните|必填|错误|请输入|無効|必須|入力してください|誤り|エラー",
	].join("|"),
	"iu",
);
