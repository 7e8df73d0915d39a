import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isCardNumber, maskNumbers, sensitiveKind } from "@webhand/page/read/sensitive";
import { splitWords } from "./danger/words.ts";
import { isTextual } from "./kinds.ts";

const secretWords = new Set([
	"cvv",
	"cvc",
	"iban",
	"ssn",
	"passport",
	"otp",
	"pin",
	"tan",
	"2fa",
	"password",
	"passwort",
	"passcode",
	"geheimzahl",
	"geheimnummer",
]);
const secretPhrases = ["card number", "social security", "security code", "one time code", "verification code", "credit card"];

/** What is shown and stored in the place of a value that went into a sensitive field. */
export const maskedValue = "•••";

/**
 * True for a field whose value must never be stored or shown: passwords, card data, codes. The page text carries no value of such a
 * field, so its type, its `filled` mark and its words decide.
 *
 * @throws never
 */
export function isSensitiveField(element: ElementView): boolean {
	if (element.type === "password" || element.states.has("filled")) return true;
	if (!isTextual(element.type)) return false;
	const [placeholder, hint] = ["placeholder", "hint"].map((key) => element.attributes.get(key) ?? "");
	const facts = { type: element.type, autocomplete: "", name: placeholder ?? "", id: hint ?? "", label: element.name };
	if (sensitiveKind(facts) !== undefined) return true;
	const words = splitWords([element.name, placeholder, hint].join(" ").toLowerCase());
	return words.some((word) => secretWords.has(word)) || secretPhrases.some((phrase) => ` ${words.join(" ")} `.includes(` ${phrase} `));
}

/** True when a value is a secret where it would be put: by the field, or since it holds the number of a payment card. */
export function isSecretFill(element: ElementView, value: string): boolean {
	return isSensitiveField(element) || (isTextual(element.type) && (isCardNumber(value.trim()) || maskNumbers(value) !== value));
}

/** True when the target of an action is a sensitive field of this page. */
export function isSensitiveTarget(page: PageView, id: number | undefined): boolean {
	const element = id === undefined ? undefined : page.elements.get(id);
	return element !== undefined && isSensitiveField(element);
}
