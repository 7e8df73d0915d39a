import { splitWords, wordSet } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isCardNumber, maskNumbers, sensitiveKind } from "@webhand/page/read/sensitive";
import { isTextual } from "../facts/roles.ts";

/** The names of secrets, as a part of an expression without capturing groups; flags `iu`. */
export const secretWord =
	"(?:pass[ -]?(?:word|code|phrase|wd)|pwd|pass|passwort(?:feld)?|kennwort(?:feld)?|mot de passe|mdp|contraseña|clave|senha|palavra-passe|parola d['’]ordine|пароль|парол[яюе]|пин(?:-?код)?|pin(?:[ -]?(?:code|nummer))?|otp|cvv2?|cvc2?|iban|ssn|2fa code|(?:security|verification|one[- ]time|confirmation|access|login|sms) code|(?:sicherheits|bestätigungs)code|código de (?:seguridad|verificación)|code de (?:sécurité|vérification)|(?:credit )?card number|(?:api|access|secret|private|licen[sc]e|auth)[ -]?(?:key|token)|api-?schlüssel|clé api|clave api|chiave api|chave api|bearer token|token|secret)";

/** The same in scripts that put no space between words. */
export const secretWordUnspaced = "(?:密码|密碼|口令|验证码|驗證碼|密钥|パスワード|暗証番号|認証コード|確認コード|コード|비밀번호)";

// Words that follow the name of a secret in a sentence without one.
const ordinary = wordSet(
	"the my a an this that these those it its your our his her their and or but in into of for from on at to by with as if so than",
	"not no nor only also again twice once here there below above now first last next then please manually yourself correctly exactly",
	"wrong correct incorrect right invalid valid required needed missing empty blank weak strong short long safe secure ready expired",
	"shown hidden visible stored saved changed set reset lost forgotten accepted rejected asked asked-for given known unknown optional",
	"field fields box input page form button link tab dialog prompt screen section settings setting menu row column label hint policy",
	"rules rule manager managers protection recovery change changer generator strength length confirmation expiry expiration login",
	"sign-in signin entry check checker option options history requirements requirement update help reminder popup window message",
	"error errors toggle icon checkbox placeholder code codes card name number numbers value text type is are was were be been being",
	"must should may can will would has have had does do did which what when where who how too very still already something anything",
	"der die das den dem ein eine und oder nicht ist sind war auf im ins feld seite falsch richtig vergessen zurücksetzen ändern hier",
	"le la les un une et ou pas est dans oublié incorrect champ page el los las una y o no es en campo olvidada incorrecta il lo gli",
	"di del della dimenticata errata os um uma não esquecida incorreta поле страницу на в и не это забыт неверный неверен здесь",
);

/** True for a word of the sentence in the place of a secret. */
function isOrdinary(text: string): boolean {
	return ordinary.has(text.toLowerCase().replace(/[.!?:…)'’]+$/u, ""));
}

const before = "(?<![\\p{L}\\p{N}])";
const behind = "(?![\\p{L}\\p{N}])";
const field = "(?:\\s+(?:field|box|input|feld|champ|campo|поле))?";
const isSign = "(?:is|are|ist|lautet|est|es|è|é|это)(?![\\p{L}\\p{N}])|[:=：]|\\s[-–—](?=\\s)";
const joins = `(?:\\s*(?:${isSign}|to${behind}|with${behind}|as${behind}|auf${behind}|zu${behind})\\s*|\\s+)`;
const into = "(?:in|into|as|for|to|at|ins|im|als|dans|comme|en|como|nel|nella|come|no|na|em|в|как)";
const token = '([^\\s"“”„«»‘,;]{3,200})';
const quotedText =
	/"([^"\n]{1,500})"|“([^“”\n]{1,500})”|„([^„“”\n]{1,500})[“”]|«([^«»\n]{1,500})»|「([^「」\n]{1,500})」|‘([^‘’\n]{1,500})’|(?<![\p{L}\p{N}])'([^'\n]{1,500})'(?![\p{L}\p{N}])/gu;

// The name of a secret stands right before it ("password: …"), or behind it up to the end of the clause ("… into the password field").
const nameBefore = new RegExp(`${before}${secretWord}${field}${joins}$|${secretWordUnspaced}\\s*(?:是|为|は|を|[:：=])?\\s*$`, "iu");
const nameBehind = new RegExp(
	`^\\s*${into}\\s+(?:(?!(?:and|then|und|et|y|e|и)\\s)[\\p{L}\\p{N}'’-]+\\s+){0,4}?(?:${secretWord})${behind}`,
	"iu",
);
const named = new RegExp(`${before}(${secretWord})${field}(\\s*(?:${isSign})\\s*|\\s+(?:to|auf|zu|a|à|на)\\s+|\\s+)${token}`, "giu");
const namedUnspaced = new RegExp(`${secretWordUnspaced}\\s*(?:是|为|は|を|[:：=])?\\s*([!#-&(-+\\--:<-~]{3,200})`, "giu");
const placed = new RegExp(
	`${before}(?:enter|type|put|use|write|input|fill in|gib|tippe|trage|schreibe|entrez|saisis|saisissez|tapez|escribe|introduce|pon|inserisci|digita|scrivi|digite|insira|escreva|введи|введите|впиши)\\s+${token}\\s+${into}\\s+(?:[\\p{L}-]+\\s+){0,3}?${secretWord}${behind}`,
	"giu",
);
const code = new RegExp(
	`(?<!(?:error|status|zip|postal|post|country|area|dial|promo|discount|voucher|coupon|gift|product|item|article|order|bar|qr|http|exit|source|colou?r|currency|airport|language)[\\s-])${before}(?:code|código|codice|код|tan)(?:\\s*(?:${isSign})\\s*|\\s+)(\\d(?:[ -]?\\d){3,9}|(?=\\p{L}*\\d)[\\p{L}\\d]{5,12})${behind}`,
	"giu",
);
const phrase = new RegExp(
	`${before}(?:recovery|seed|backup|mnemonic)\\s+(?:phrase|words?)(?:\\s*(?:${isSign})\\s*|\\s+)((?:\\p{Ll}{3,8}[\\s,]+){11,23}\\p{Ll}{3,8})${behind}`,
	"giu",
);
const cardLike = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;
/** A shorter text stands in too many words. */
export const minSecret = 3;

/**
 * The secrets in a query: values that it calls a password, a code, a key or a card number, and values that look like one. They are typed
 * where the user said, and appear nowhere else.
 *
 * @returns longest first
 * @throws never
 */
export function secretsIn(query: string): readonly string[] {
	const quoted = [...query.matchAll(quotedText)].flatMap((found) => {
		const left = query.slice(Math.max(0, found.index - 60), found.index);
		const right = query.slice(found.index + found[0].length, found.index + found[0].length + 120);
		const text = found.slice(1).find((group) => group !== undefined) ?? "";
		return nameBefore.test(left) || nameBehind.test(right) ? [text] : [];
	});
	const bare = query.replaceAll(quotedText, '""');
	return longestFirst(
		[
			...quoted,
			...secretsAfterNames(bare),
			...valuesOf(bare, namedUnspaced),
			...valuesOf(bare, placed).filter((text) => !isOrdinary(text)),
			...valuesOf(bare, code),
			...valuesOf(bare, phrase),
			...[...query.matchAll(cardLike)].map(([number]) => number).filter(isCardNumber),
			...[...query.matchAll(ibanLike)].map(([account]) => account),
		].filter((secret) => secret.length >= minSecret),
	);
}

/** Each secret once, longest first, so that masking one does not tear another apart. */
export function longestFirst(secrets: readonly string[]): readonly string[] {
	return [...new Set(secrets)].sort((left, right) => right.length - left.length);
}

/** The secrets in an answer: those that it names, and the whole answer where the question asked for a secret. @throws never */
export function secretsInAnswer(answer: string, question = ""): readonly string[] {
	const whole = answer.trim();
	const isSecret = asksForSecret.test(question) && whole.length >= minSecret && whole.length <= 200 && !plainReply.test(whole);
	return longestFirst([...secretsIn(answer), ...(isSecret ? [whole, ...lastWordIn(whole), ...tokensIn(whole)] : [])]);
}

const credentials =
	"credentials|(?:log-?in|sign-?in|access) (?:data|details)|(?:zugangs|anmelde|login)daten|identifiants|credenciales|credenziali|credenciais|данные для входа";
const asksForSecret = new RegExp(
	`${before}(?:${secretWord}|code|código|codice|код|tan|${credentials})${behind}|${secretWordUnspaced}`,
	"iu",
);
const plainReply =
	/^(?:yes|yep|ok(?:ay)?|sure|please|no|nope|none|done|skip|stop|cancel|ja|nein|oui|non|sí|sì|sim|não|да|нет|是|否|はい|いいえ)[.! ]*(?:please|bitte)?[.!]*$/iu;

/** "It is hunter2" holds the secret as its last word. */
function lastWordIn(answer: string): readonly string[] {
	const [last = ""] = /[^\s"“”'‘’]{3,}$/u.exec(answer.replace(/[.!?)"”’']+$/u, "")) ?? [];
	return last === answer || isOrdinary(last) ? [] : [last];
}

/** "ada / X9z", "hunter2 (the old one was hunter1)": the tokens of an answer that are neither words nor mail addresses. */
function tokensIn(answer: string): readonly string[] {
	const parts = answer.match(/[^\s"“”„«»‘,;()/]{4,}/gu) ?? [];
	return parts.map((part) => part.replace(/[.!?:]+$/u, "")).filter((part) => isToken(part) && !/^\S+@\S+\.\S+$/.test(part));
}

/** The values behind names of secrets. A plain word counts only after "is" or a colon, or beside words of signing in. */
function secretsAfterNames(text: string): readonly string[] {
	return [...text.matchAll(named)].flatMap((found) => {
		const [all, name = "", join = "", said = ""] = found;
		const value = said.replace(/[.!?)。]+$/u, "");
		if (value.length < minSecret || isOrdinary(value) || value.includes("://")) return [];
		const left = text.slice(Math.max(0, found.index - 80), found.index);
		const sign = join.trim();
		if (/^\p{L}+$/u.test(sign) && !assignment.test(sign)) return changeVerbs.test(left) ? [value] : [];
		if (sign !== "") return isToken(value) || !mentions.test(left) ? [value] : [];
		const isGiven = givingWords.test(left);
		if (isToken(value)) return isGiven || !vagueNames.test(name) ? [value] : [];
		const right = text.slice(found.index + all.length);
		return /^\p{L}{4,}$/u.test(value) && isGiven && (value !== said || endsClause.test(right)) ? [value] : [];
	});
}

const assignment = new RegExp(`^(?:${isSign})$`, "iu");
// "Pass 100 levels", "token 3 of 5": these names alone prove nothing.
const vagueNames = /^(?:pass|clave|token|secret)$/i;
const changeVerbs =
	/(?<!\p{L})(?:set|change|reset|update|ändere|ändern|setze|change[rz]?|cambia|cambiar|mude|mudar|измени|смени)\s+(?:\p{L}{1,7}\s+){0,3}$/iu;
// "Check whether the password is wrong" gives no password; a boarding pass is none.
const mentions =
	/(?<!\p{L})(?:if|whether|when|once|until|unless|check|see|verify|what|wenn|ob|falls|si|se|если|boarding|bus|ski|season|day|train|rail|guest|by)\s+(?:that\s+)?(?:\p{L}{1,5}\s+){0,2}$/iu;
const givingWords =
	/(?<!\p{L})(?:with|using|by|and|enter|type|use|put|set|choose|input|give|user(?:name)?\s+\S+,?|login\s+\S+,?|mit|und|avec|et|con|y|com|e|с|и)\s+(?:(?:the|my|a|as|new|old|dem|das|mein|meinem|le|mon|la|el|mi|il|o|a|minha|mia)\s+){0,2}$|(?<!\p{L})(?:user|login|account|name|email)\s*[:=]?\s*\S+\s*[,;/]\s*$/iu;
const endsClause = /^\s*(?:$|[\n.,;:!?)]|(?:and|then|to|on|at|in|into|for|und|dann|an|ein|et|puis|y|e|poi|и|затем)(?![\p{L}\p{N}]))/iu;

function valuesOf(text: string, expression: RegExp): readonly string[] {
	return [...text.matchAll(expression)].flatMap(([, value]) => (value === undefined ? [] : [value.replace(/[.!?)]+$/u, "")]));
}

/** True for a text that is no word: digits, signs or inner capitals. */
const isToken = (text: string) => /\d|[^\p{L}\p{N}.'’-]|\p{Ll}\p{Lu}/u.test(text);

/** A text with `•••` in the place of secrets, also where they are encoded as JSON or for an address. @throws never */
export function hide(text: string, secrets: readonly string[]): string {
	return secrets.reduce((shown, secret) => encodingsOf(secret).reduce((rest, form) => rest.replaceAll(form, maskedValue), shown), text);
}

function encodingsOf(secret: string): readonly string[] {
	const encoded = encodeURIComponent(secret.toWellFormed());
	return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll("%20", "+")])];
}

const secretWords = wordSet("cvv cvc iban ssn passport otp pin tan 2fa password passwort passcode geheimzahl geheimnummer");
const secretPhrases = ["card number", "social security", "security code", "one time code", "verification code", "credit card"];

/** Shown and stored in the place of a secret. */
export const maskedValue = "•••";

/** True for a field of passwords, card data or codes: by its type, its `filled` mark and its words, since page text carries no value of it. */
export function isSensitiveField(element: ElementView): boolean {
	if (element.type === "password" || element.states.has("filled")) return true;
	if (!isTextual(element.type)) return false;
	const [placeholder, hint] = ["placeholder", "hint"].map((key) => element.attributes.get(key) ?? "");
	const facts = { type: element.type, autocomplete: "", name: placeholder ?? "", id: hint ?? "", label: element.name };
	if (sensitiveKind(facts) !== undefined) return true;
	const words = splitWords([element.name, placeholder, hint].join(" ").toLowerCase());
	return words.some((word) => secretWords.has(word)) || secretPhrases.some((phrase) => ` ${words.join(" ")} `.includes(` ${phrase} `));
}

/** True for a value that is a secret in this field: the field is sensitive, or the value holds a card number. */
export function isSecretFill(element: ElementView, value: string): boolean {
	return isSensitiveField(element) || (isTextual(element.type) && (isCardNumber(value.trim()) || maskNumbers(value) !== value));
}

/** True when the target of an action is a sensitive field of this page. */
export function isSensitiveTarget(page: PageView, id: number | undefined): boolean {
	const element = id === undefined ? undefined : page.elements.get(id);
	return element !== undefined && isSensitiveField(element);
}
