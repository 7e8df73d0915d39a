import { isCardNumber, maskNumbers, sensitiveKind } from "../read/sensitive.ts";
import type { PageSnapshot, SnapshotElement } from "../write/snapshot.ts";

const masked = "•••";
// Shorter secrets appear inside other words too often.
const shortestInText = 4;

/** Attributes that a client may send besides those of the specification. */
type Field = Pick<SnapshotElement, "tag" | "role" | "type" | "text" | "ariaLabel" | "value" | "placeholder"> & {
	readonly autocomplete?: string;
	readonly name?: string;
};

/** True for a field whose value is secret, by type, `autocomplete`, name or label, or as a card number. */
export function holdsSecretValue(element: Field): boolean {
	const { value = "", autocomplete = "", name = "", placeholder = "", ariaLabel, text } = element;
	const type = element.type || element.role || element.tag;
	if (value === "" || isControl.test(type)) return false;
	if (value === masked || isCardNumber(value)) return true;
	return sensitiveKind({ type, autocomplete, name, id: placeholder, label: ariaLabel || text }) !== undefined;
}

const isControl = /^(?:button|submit|reset|checkbox|radio|option|select)$/i;

/**
 * Replaces secrets of a snapshot by `•••`: values of secret fields wherever they appear, and digits of card numbers.
 *
 * @throws never
 */
export function maskSnapshotValues<Snapshot extends Pick<PageSnapshot, "visibleText"> & { readonly elements: readonly Field[] }>(
	snapshot: Snapshot,
): Snapshot {
	const secrets = new Set<string>();
	for (const element of snapshot.elements)
		if (holdsSecretValue(element) && (element.value ?? "").length >= shortestInText) secrets.add(element.value ?? "");
	// Card numbers are masked first, because a short secret may be a part of one.
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
