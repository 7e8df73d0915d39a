/**
 * What a page says to what was sent to it: that it took it, that it refuses it, that it asks for more, that it is still at work. In the
 * languages whose words the gate knows; a text in another one is none of these.
 */

const taken = new RegExp(
	[
		String.raw`\b(?:saved|updated|sent|submitted|received|subscribed|added|created|applied|confirmed|posted|published)\b`,
		String.raw`\b(?:archived|deleted|copied|renamed|uploaded|scheduled|started|activated)\b`,
		String.raw`\b(?:success|successful|successfully|thanks|thank you|done|completed)\b`,
		"gespeichert|aktualisiert|gesendet|versendet|gelöscht|archiviert|übernommen|hinzugefügt|angelegt|erfolgreich|danke?\\b|erhalten",
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

// A part of a form that comes next says the same as one that was left empty.
const wants = new RegExp(
	[
		String.raw`^(?:please |you must |you need to )?(?:enter|fill (?:in|out)|choose|select|provide)\b`,
		String.raw`^(?:please |you must |you need to )?correct (?:the|your|this|these|it|all|any)\b`,
		String.raw`(?<!\b(?:no|not|nothing)\b[\w ]{0,20})\b(?:required|mandatory)\b|\b(?:must|may)(?: not|n['’]t)? (?:be|have|contain|match|agree|accept|exceed)\b`,
		"erforderlich|pflichtfeld|bitte .*(?:eingeben|ausfüllen|wählen)|geben sie",
		"obligatoire|requis|veuillez (?:saisir|entrer|remplir|choisir)",
		"obligatori[oa]|requerid[oa]|introduzca|ingrese|inserisci|obrigatóri[oa]",
		"обязательн|введите|заполните|必填|请输入|必須|入力してください",
	].join("|"),
	"iu",
);

const refuses = new RegExp(
	[
		String.raw`\b(?:invalid|incorrect|wrong|missing|expired|denied|failed|unsuccessful|try again|too (?:short|long|weak))\b`,
		String.raw`\b(?:could(?: not|n['’]t)|unable to|do(?:es)?(?: not|n['’]t) (?:match|exist)|sold out|out of stock)\b`,
		String.raw`\b(?:is|are)(?: not|n['’]t) (?:an? )?(?:valid|correct|right|allowed|known|recogni[sz]ed|available|enough)\b`,
		String.raw`\b(?:server|network|service|page|site|connection)\b.{0,20}\b(?:cannot|can['’]t|could not) be (?:reached|found|opened)\b`,
		String.raw`\bnothing (?:is |was )?(?:selected|chosen|to (?:save|send|delete|submit))\b|\bno \w+ (?:is |are |was |were )?(?:selected|chosen)\b`,
		String.raw`^not (?:an?|enough)\b|\berrors?\b|\balready (?:been )?(?:taken|exists?|registered|used|in use)\b`,
		"ungültig|falsch|fehler|(?:konnte|konnten|kann|können) .{0,30}nicht|ausverkauft|nicht (?:möglich|verfügbar|erlaubt)",
		"invalide|incorrecte?|erreur|inv[aá]lid[oa]|incorrect[oa]|non valid[oa]|errat[oa]|errore|senha errada",
		"неверн|ошибка|错误|無効|誤り|エラー",
	].join("|"),
	"iu",
);

// "0 errors", "Failed: 0", "nothing is missing" tell of none.
const noneOf =
	/\b(?:no|0|zero|none|nothing|without(?: any)?)(?: [\w]+)? (?:errors?|failed|missing|invalid|expired|wrong)\b|\b(?:errors?|failed|missing|invalid|expired)\b: ?(?:0|none)\b|\b(?:0|keine|ohne) fehler\b|\bfehler: ?0\b/giu;

// "Not saved", "was not sent", "nicht gespeichert": a taking that is denied in its own part of the sentence.
const denied = new RegExp(
	String.raw`(?:\b(?:not|never)|n['’]t|(?<!\p{L})(?:nicht|pas|non|não|не))(?: \p{L}+){0,2} (?:been )?(?:${taken.source})`,
	"iu",
);

const pleads =
	/^(?:please (?!wait|hold|check your|see |note|allow|visit|look|find |keep |contact|call )|bitte (?!warten|prüfen sie ihr|beachten)|veuillez (?!patienter|noter)|por favor|per favore|пожалуйста)/iu;

const computes =
	/^\P{L}{0,3}(?:re)?(?:calculate|compute|convert|estimate|translate|compare|check(?! ?(?:out|in)(?!\p{L}))|preview|generate|roll|draw|count|show|solve|test|evaluate|berechnen|umrechnen|übersetzen|vergleichen|prüfen|vorschau|anzeigen|calculer|convertir|traduire|comparer|vérifier|calcular|calcola|converti|traduci|рассчитать|перевести|计算|換算|翻译)(?!\p{L})/iu;

const works =
	/^\P{L}{0,3}(?:(?:(?:is|are) )?(?:sending|saving|loading|submitting|processing|working|updating|uploading)(?!\p{L}| [\p{L}]+:)|please (?:wait|hold)|one moment|just a moment|(?:bitte|einen moment) (?:warten|bitte)|wird (?:ge|über|hoch|ver)|lädt(?!\p{L})|speichert(?!\p{L})|sendet(?!\p{L})|envoi|enregistrement|chargement|enviando|guardando|cargando|invio|salvataggio|caricamento|salvando|carregando|сохранение|отправка|загрузка|подождите|正在|请稍候|加载中|保存中|送信中|読み込み中|お待ちください)/iu;

/** True for words by which a page says that it took what was sent: a form of settings says "Saved" and stands there as before. */
export function isTaking(text: string): boolean {
	return taken.test(text) && !isRefusing(text) && !isWanting(text) && !isWorking(text) && !negates.test(text) && !restricts.test(text);
}

/** True for words that refuse: "Could not save", "Wrong password", "Nicht gespeichert". "0 errors" and "Correct!" are none. */
export function isRefusing(text: string): boolean {
	return refuses.test(text.replaceAll(noneOf, " ")) || denied.test(text);
}

/** True for words that ask for what is not there yet: "Enter your PIN", "Required". What comes next in a form says the same. */
export function isWanting(text: string): boolean {
	return wants.test(text);
}

/** True for words that say that something was so before: "Already renewed three times". */
export function isRepeated(text: string): boolean {
	return /(?<!\p{L})(?:already|bereits|déjà|già|уже)(?!\p{L})|已经|已經|すでに|既に/iu.test(text);
}

/** True for a wish addressed to whoever sent something: "Please add a recipient". Where to look for what was sent is none. */
export function isPleading(text: string): boolean {
	return pleads.test(text.trim()) && !isWorking(text);
}

/** True for a button that asks for a result: "Calculate", "Check availability". What the page then says is the result. */
export function isComputing(name: string): boolean {
	return computes.test(name);
}

/** True for words that say that something is still going on: "Saving…", "Please wait", "Wird gespeichert". */
export function isWorking(text: string): boolean {
	return works.test(text);
}
