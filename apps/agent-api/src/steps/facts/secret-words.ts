/** What a secret is called, as a part of an expression without capturing groups; flags `iu`. */
export const secretWord =
	"(?:pass[ -]?(?:word|code|phrase|wd)|pwd|pass|passwort(?:feld)?|kennwort(?:feld)?|mot de passe|mdp|contraseña|clave|senha|palavra-passe|parola d['’]ordine|пароль|парол[яюе]|пин(?:-?код)?|pin(?:[ -]?(?:code|nummer))?|otp|cvv2?|cvc2?|iban|ssn|2fa code|(?:security|verification|one[- ]time|confirmation|access|login|sms) code|(?:sicherheits|bestätigungs)code|código de (?:seguridad|verificación)|code de (?:sécurité|vérification)|(?:credit )?card number|(?:api|access|secret|private|licen[sc]e|auth)[ -]?(?:key|token)|api-?schlüssel|clé api|clave api|chiave api|chave api|bearer token|token|secret)";

/** The same in scripts that put no space between words. */
export const secretWordUnspaced = "(?:密码|密碼|口令|验证码|驗證碼|密钥|パスワード|暗証番号|認証コード|確認コード|コード|비밀번호)";

const words = (text: string) => text.split(" ");

// Words that follow the name of a secret in a sentence that holds none.
const ordinary: ReadonlySet<string> = new Set([
	...words("the my a an this that these those it its your our his her their and or but in into of for from on at to by with as if so than"),
	...words(
		"not no nor only also again twice once here there below above now first last next then please manually yourself correctly exactly",
	),
	...words(
		"wrong correct incorrect right invalid valid required needed missing empty blank weak strong short long safe secure ready expired",
	),
	...words(
		"shown hidden visible stored saved changed set reset lost forgotten accepted rejected asked asked-for given known unknown optional",
	),
	...words(
		"field fields box input page form button link tab dialog prompt screen section settings setting menu row column label hint policy",
	),
	...words("rules rule manager managers protection recovery change changer generator strength length confirmation expiry expiration login"),
	...words("sign-in signin entry check checker option options history requirements requirement update help reminder popup window message"),
	...words(
		"error errors toggle icon checkbox placeholder code codes card name number numbers value text type is are was were be been being",
	),
	...words(
		"must should may can will would has have had does do did which what when where who how too very still already something anything",
	),
	...words(
		"der die das den dem ein eine und oder nicht ist sind war auf im ins feld seite falsch richtig vergessen zurücksetzen ändern hier",
	),
	...words(
		"le la les un une et ou pas est dans oublié incorrect champ page el los las una y o no es en campo olvidada incorrecta il lo gli",
	),
	...words("di del della dimenticata errata os um uma não esquecida incorreta поле страницу на в и не это забыт неверный неверен здесь"),
]);

/** True for a word that belongs to the sentence, where a secret could stand. @throws never */
export function isOrdinary(text: string): boolean {
	return ordinary.has(text.toLowerCase().replace(/[.!?:…)'’]+$/u, ""));
}
