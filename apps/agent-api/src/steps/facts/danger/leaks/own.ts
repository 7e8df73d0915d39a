import type { ElementView } from "@webhand/page/parse/view";
import { secretsIn } from "../../own-secrets.ts";
import { secretWord, secretWordUnspaced } from "../../secret-words.ts";
import { fold, holdsVerbatim, splitWords } from "../words.ts";
import { partsOf } from "./carried.ts";
import { unpackings } from "./unpacked.ts";

const longestWhole = 6;
const reachBefore = 40;
const reachBehind = 60;

/**
 * True when an address takes one of the person's own secrets along, and the person did not write that address.
 *
 * @param query the instruction in the person's own words
 * @throws never
 * @source engine.md §8 "D!"
 */
export function givesSecretAway(address: string, query: string): boolean {
	const secrets = secretsIn(query).map(squeezed);
	if (secrets.length === 0 || !URL.canParse(address) || holdsVerbatim(query, address)) return false;
	const said = [...new Set(partsOf(new URL(address)).flatMap(unpackings))];
	return said.some((text) => {
		const words = splitWords(fold(text)).map(squeezed);
		const whole = squeezed(text);
		return secrets.some((secret) => (secret.length < longestWhole ? words.includes(secret) || whole === secret : whole.includes(secret)));
	});
}

/**
 * True when a text holds a secret of the person's own that was not meant for this field: a field that takes no secret by its name, and that
 * the person did not name beside the secret either.
 *
 * @throws never
 * @source engine.md §8 "D!", class C2
 */
export function isSecretElsewhere(text: string, field: ElementView | undefined, query: string): boolean {
	const secrets = holdsSecret(text, query);
	if (secrets.length === 0) return false;
	const name = [field?.name, field?.attributes.get("placeholder"), field?.attributes.get("hint")].join(" ");
	return !ofSecrets.test(name) && !secrets.every((secret) => isNamedBeside(secret, field, query));
}

/** The person's own secrets that a text holds, whatever signs stand between. @throws never */
export function holdsSecret(text: string, query: string): readonly string[] {
	const whole = squeezed(text);
	return secretsIn(query).filter((secret) => text.includes(secret) || (secret.length >= longestWhole && whole.includes(squeezed(secret))));
}

const ofSecrets = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:${secretWord}|code|key|código|codice|код)(?![\\p{L}\\p{N}])|${secretWordUnspaced}`,
	"iu",
);

/** "Enter 4711 into the locker field", "Locker: 4711". */
function isNamedBeside(secret: string, field: ElementView | undefined, query: string): boolean {
	const names = splitWords(fold(field?.name ?? ""));
	const at = query.indexOf(secret);
	if (names.length === 0 || at === -1) return false;
	const behind = query.slice(at + secret.length, at + secret.length + reachBehind);
	const around = new Set(splitWords(fold(`${query.slice(Math.max(0, at - reachBefore), at)} ${behind}`)));
	return names.every((word) => around.has(word));
}

function squeezed(text: string): string {
	return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, "") || text;
}
