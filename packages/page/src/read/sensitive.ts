/** Why the value of a field is secret; also the words of `sensitive=` of a form. */
export type SensitiveKind = "password" | "card" | "iban" | "otp" | "identity";

/** What marks a field as sensitive: attributes as written, and the text of its labels. */
export type FieldFacts = {
	readonly type: string;
	readonly autocomplete: string;
	readonly name: string;
	readonly id: string;
	readonly label: string;
};

type Phrase = readonly [phrase: string, kind: SensitiveKind];

function phrasesOf(kind: SensitiveKind, words: string): readonly Phrase[] {
	return words.split("|").map((phrase) => [phrase, kind]);
}

const phrases: readonly Phrase[] = [
	...phrasesOf("card", "card number|cardnumber|card no|cardno|cc number|ccnumber|cc num|ccnum|cvv|cvv2|cvc|cvc2"),
	...phrasesOf("card", "karten nummer|karten nr|kartennr|kreditkarten nummer|kreditkarten nr|kreditkartennr"),
	...phrasesOf("card", "security code|securitycode|kartennummer|kreditkartennummer|prüfnummer|sicherheitscode|numéro de carte"),
	...phrasesOf("card", "code de sécurité|cryptogramme|número de tarjeta|código de seguridad|numero di carta|número do cartão"),
	...phrasesOf("iban", "iban"),
	...phrasesOf("otp", "otp|totp|pin|tan|2fa|2 fa|mfa|verification code|authentication code|one time code|bestätigungscode"),
	...phrasesOf("identity", "ssn|social security|passport|reisepass|passnummer|passeport|pasaporte|passaporto|sozialversicherungsnummer"),
	...phrasesOf(
		"password",
		"password|pass word|passcode|passphrase|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль",
	),
];

/** Quickly rejects text without any phrase. */
const quick = new RegExp(phrases.map(([phrase]) => phrase.split(" ").join("[^\\p{L}\\p{N}]*")).join("|"), "iu");

/** Scripts without spaces between words. */
const unspaced = /密码|密碼|パスワード|暗証番号|비밀번호/;

/** Words in lower case, separated and surrounded by single spaces. */
function wordsOf(text: string): string {
	return ` ${text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim()} `;
}

/** Spellings of a name: as written (`2FA`), split at capitals (`cardNumber`), and with acronyms split off (`OTPCode`, `PINcode`). */
function spellings(text: string): readonly string[] {
	const humps = text.replace(/([a-z\d])([A-Z])/g, "$1 $2");
	return [
		wordsOf(text),
		wordsOf(humps),
		wordsOf(humps.replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")),
		wordsOf(humps.replace(/([A-Z]{2})(code|number|nummer|no|nr)(?![a-z])/g, "$1 $2")),
	];
}

function kindOfAutocomplete(autocomplete: string): SensitiveKind | undefined {
	const tokens = autocomplete.toLowerCase().split(/\s+/);
	if (tokens.some((token) => token.startsWith("cc-"))) return "card";
	if (tokens.includes("one-time-code")) return "otp";
	return tokens.includes("current-password") || tokens.includes("new-password") ? "password" : undefined;
}

/** Characters of each text that are judged. */
const longestJudged = 2_000;

/** Decides from the labels of a field whether its value is secret. `isCardNumber` judges the value itself. */
export function sensitiveKind(facts: FieldFacts): SensitiveKind | undefined {
	if (facts.type === "password") return "password";
	const byAutocomplete = facts.autocomplete === "" ? undefined : kindOfAutocomplete(facts.autocomplete);
	if (byAutocomplete !== undefined) return byAutocomplete;
	const texts = [facts.name, facts.id, facts.label].filter((text) => text !== "").map((text) => text.slice(0, longestJudged));
	if (texts.some((text) => unspaced.test(text))) return "password";
	const named = texts.filter((text) => quick.test(text)).flatMap(spellings);
	return phrases.find(([phrase]) => named.some((words) => words.includes(` ${phrase} `)))?.[1];
}

function passesLuhn(digits: string): boolean {
	let sum = 0;
	for (let at = 0; at < digits.length; at += 1) {
		const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
		const doubled = digit * 2;
		sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
	}
	return sum % 10 === 0;
}

function isCard(digits: string): boolean {
	return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
}

/** True for 13 to 19 digits that pass the Luhn check, with any separators. */
export function isCardNumber(value: string): boolean {
	return value.length <= 60 && /^[\d\s.\p{Pd}\p{Default_Ignorable_Code_Point}]*$/u.test(value) && isCard(value.replace(/\D/g, ""));
}

const digitRun = /\d(?:[\s\p{Pd}]?\d)+/gu;
const longEnough = /\d(?:[\s\p{Pd}]?\d){12}/u;

function hideDigits(text: string): string {
	let left = text.replace(/\D/g, "").length - 4;
	return text.replace(/\d/g, (digit) => {
		left -= 1;
		return left >= 0 ? "•" : digit;
	});
}

/**
 * Index of the last group of the card number that starts with group `first`.
 * Cards are printed in groups of three to seven digits, the first of four; so rows of small numbers stay.
 */
function endOfCard(pieces: readonly string[], first: number): number | undefined {
	const start = pieces[first] ?? "";
	let digits = "";
	for (let last = first; last < pieces.length; last += 2) {
		const group = pieces[last] ?? "";
		if (last > first && (start.length !== 4 || group.length < 3 || group.length > 7)) return undefined;
		digits += group;
		if (digits.length > 19) return undefined;
		const isWhole = first === 0 && last === pieces.length - 1;
		if ((isWhole || /^[3-6]/.test(digits)) && isCard(digits)) return last;
	}
	return undefined;
}

function hideCards(run: string): string {
	const pieces = run.split(/([\s\p{Pd}])/u);
	let shown = "";
	for (let first = 0; first < pieces.length; ) {
		const last = endOfCard(pieces, first);
		const text = pieces.slice(first, (last ?? first) + 1).join("");
		shown += (last === undefined ? text : hideDigits(text)) + (pieces[(last ?? first) + 1] ?? "");
		first = (last ?? first) + 2;
	}
	return shown;
}

/** Hides all but the last four digits of possible card numbers. Idempotent and linear. */
export function maskNumbers(text: string): string {
	return longEnough.test(text) ? text.replace(digitRun, (run) => (run.length < 13 ? run : hideCards(run))) : text;
}

const secretKey =
	/(?:token|sessid|sessionid|apikey|password|passwd|secret|signature)$|(?:^|[_.-])(?:code|key|pwd|session|sid|sig|auth|jwt|otp)$/;

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function isSecretPair(pair: string): boolean {
	const equals = pair.indexOf("=");
	if (equals === -1) return false;
	const key = decoded(pair.slice(0, equals))
		.replace(/([a-z])([A-Z])/g, "$1_$2")
		.toLowerCase()
		.replace(/[\][]+/g, "_")
		.replace(/_$/, "");
	return secretKey.test(key);
}

/** True for an encoded address with a secret of its own. */
function holdsSecret(value: string): boolean {
	let plain = value;
	for (let round = 0; round < 3 && plain.includes("%"); round += 1) {
		plain = decoded(plain);
		if (plain.split(/[?&;#]/).some(isSecretPair)) return true;
	}
	return false;
}

/** Masks a part between `&` or `/`. A secret extends to its end, because it may contain `;` and `?`. */
function maskPair(pair: string): string {
	let shown = "";
	for (const piece of pair.split(/([?;])/)) {
		const equals = piece.indexOf("=") + 1;
		if (isSecretPair(piece) || (equals > 0 && holdsSecret(piece.slice(equals)))) return `${shown}${piece.slice(0, equals)}…`;
		shown += piece;
	}
	return shown;
}

function maskParameters(query: string): string {
	return query.split("&").map(maskPair).join("&");
}

/** A path without secret parameters (`;jsessionid=`). */
export function maskPath(path: string): string {
	return path.includes(";") ? path.split("/").map(maskPair).join("/") : path;
}

/**
 * Replaces secrets of an address by `…`: values of `token`, `code`, `key`, `password`, `secret`, `session`, `sig`, `auth`, `*_token` and
 * similar names in path, query, fragment and nested addresses, and a user before the host.
 * At most 2,000 characters.
 */
export function maskUrl(url: string): string {
	const short = url.slice(0, 2_000);
	const hash = short.indexOf("#");
	const beforeHash = hash === -1 ? short : short.slice(0, hash);
	const fragment = hash === -1 ? "" : `#${maskParameters(short.slice(hash + 1))}`;
	const question = beforeHash.indexOf("?");
	const address = question === -1 ? beforeHash : beforeHash.slice(0, question);
	const query = question === -1 ? "" : `?${maskParameters(beforeHash.slice(question + 1))}`;
	return maskPath(address).replace(/^([a-z][a-z\d+.-]*:\/\/)[^/]*@/i, "$1…@") + query + fragment;
}
