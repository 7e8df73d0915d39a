import { isCardNumber, maskNumbers, sensitiveKind } from "../read/sensitive.ts";
import type { PageSnapshot, SnapshotElement } from "../write/snapshot.ts";

const masked = "•••";
// Shorter ones stand in too many words to be told apart.
const shortestInText = 4;

/** What a client may say of a field beside the specification's own keys. */
type Field = Pick<SnapshotElement, "tag" | "role" | "type" | "text" | "ariaLabel" | "value" | "placeholder"> & {
	readonly autocomplete?: string;
	readonly name?: string;
};

/** True for a field with a value that must not be seen: by its type, `autocomplete`, name or label, or as the number of a card. */
export function holdsSecretValue(element: Field): boolean {
	const { value = "", autocomplete = "", name = "", placeholder = "", ariaLabel, text } = element;
	const type = element.type || element.role || element.tag;
	if (value === "" || isControl.test(type)) return false;
	if (value === masked || isCardNumber(value)) return true;
	return sensitiveKind({ type, autocomplete, name, id: placeholder, label: ariaLabel || text }) !== undefined;
}

const isControl = /^(?:button|submit|reset|checkbox|radio|option|select)$/i;

/**
 * A snapshot whose secrets are `•••`: the values of such fields, wherever they stand in it, and the first digits of card numbers.
 *
 * @throws never
 */
export function maskSnapshotValues<Snapshot extends Pick<PageSnapshot, "visibleText"> & { readonly elements: readonly Field[] }>(
	snapshot: Snapshot,
): Snapshot {
	const secrets = new Set<string>();
	for (const element of snapshot.elements)
		if (holdsSecretValue(element) && (element.value ?? "").length >= shortestInText) secrets.add(element.value ?? "");
	// Numbers of cards go first, since a short secret may be a part of one; so of a secret what they leave of it is looked for.
	const longestFirst = [...secrets].map(maskNumbers).sort((left, right) => right.length - left.length);
	const clean = (text: string) => longestFirst.reduce((shown, secret) => shown.replaceAll(secret, masked), maskNumbers(text));
	const elements = snapshot.elements.map((element) => {
		const { value = "" } = element;
		const shown = holdsSecretValue(element) ? masked : clean(value);
		const rest = { ...element, text: clean(element.text), ariaLabel: clean(element.ariaLabel) };
		return value === "" ? rest : { ...rest, value: shown };
	});
	return { ...snapshot, visibleText: clean(snapshot.visibleText), elements };
}
