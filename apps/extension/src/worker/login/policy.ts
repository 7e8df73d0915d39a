import type { LoginPart } from "../../page/messages.ts";

/** A password before its code: a page that shows both takes them in this order. */
const order = ["username", "password", "code"] as const satisfies readonly LoginPart[];

/**
 * The parts of a login that go into a document.
 *
 * @param shown parts that the document has a field for
 * @param held parts that the login has
 * @param isBound no person presses: nothing goes where the login lacks a secret that the document asks for, or where it asks for none
 * @throws never
 */
export function partsFor(
	shown: readonly LoginPart[],
	{ held, isBound }: { readonly held: readonly LoginPart[]; readonly isBound: boolean },
) {
	const secrets = shown.filter((part) => part !== "username");
	const isWhole = secrets.length > 0 && secrets.every((part) => held.includes(part));
	return isBound && !isWhole ? [] : order.filter((part) => shown.includes(part) && held.includes(part));
}
