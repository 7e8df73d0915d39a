import type { SensitiveKind } from "@webhand/page/read/sensitive";

/** A field of a document that a person could type into. `form`: fields with the same number belong together. */
export type FieldFacts = {
	readonly type: string;
	readonly autocomplete: string;
	/** Name and id in the markup. */
	readonly said: string;
	readonly sensitive: SensitiveKind | undefined;
	readonly form: number;
};

/** The fields of a sign-in by what goes into them, as places in the list of fields. */
export type LoginFields = { readonly username?: number; readonly password?: number; readonly code?: number };

const usernameTypes: ReadonlySet<string> = new Set(["text", "email", "tel", ""]);
const saysUsername = /user|e-?mail|log-?in|account|customer|kunde|konto|benutzer|identifiant|usuario|utente/i;

const tokensOf = ({ autocomplete }: FieldFacts) => autocomplete.toLowerCase().split(/\s+/);

/**
 * Where a login goes in a document.
 *
 * @param fields in document order, those alone that are shown and may be changed
 * @returns nothing for a part where nobody can tell, as for the two passwords of a form that changes one
 * @throws never
 */
export function loginFieldsOf(fields: readonly FieldFacts[]): LoginFields {
	const password = onlyPassword(fields);
	const username = usernameFor(fields, password);
	const code = fields.findIndex(
		(field) => tokensOf(field).includes("one-time-code") || (field.sensitive === "otp" && field.type !== "password"),
	);
	return {
		...(username === -1 ? {} : { username }),
		...(password === -1 ? {} : { password }),
		...(code === -1 ? {} : { code }),
	};
}

/** A new password is no login. Of several the one is meant that says to be the current one. */
function onlyPassword(fields: readonly FieldFacts[]): number {
	const places = fields.flatMap((field, at) => (isPassword(field) ? [at] : []));
	const current = places.filter((at) => tokensOf(fields[at] as FieldFacts).includes("current-password"));
	const [first = -1, another] = current.length > 0 ? current : places;
	return another === undefined ? first : -1;
}

function isPassword(field: FieldFacts): boolean {
	const tokens = tokensOf(field);
	const isOther = tokens.some((token) => token === "new-password" || token === "one-time-code" || token.startsWith("cc-"));
	return field.type === "password" && !isOther;
}

/** What says so, else the text field right before the password in its form; without a password the only field that speaks of one. */
function usernameFor(fields: readonly FieldFacts[], password: number): number {
	const form = fields[password]?.form;
	const isText = ({ type, sensitive }: FieldFacts) => usernameTypes.has(type) && sensitive === undefined;
	const beside = fields.flatMap((field, at) => (isText(field) && (form === undefined || field.form === form) ? [{ field, at }] : []));
	const [said, other] = beside.filter(({ field }) => tokensOf(field).some((token) => token === "username" || token === "email"));
	if (said !== undefined && other === undefined) return said.at;
	if (form !== undefined) return beside.findLast(({ at }) => at < password)?.at ?? -1;
	const [only, second] = beside.filter(({ field }) => field.type === "email" || saysUsername.test(field.said));
	return only !== undefined && second === undefined ? only.at : -1;
}
