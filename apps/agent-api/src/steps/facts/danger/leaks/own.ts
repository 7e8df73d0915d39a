import type { ElementView } from "@webhand/page/parse/view";
import { secretsIn } from "../../own-secrets.ts";
import { secretWord, secretWordUnspaced } from "../../secret-words.ts";
import type { TaskFacts } from "../judge/class.ts";
import { fold, holdsVerbatim, splitWords } from "../words.ts";
import { partsOf } from "./carried.ts";
import { unpackings } from "./unpacked.ts";

const longestWhole = 6;
const enough = 0.75;
const shortestPiece = 3;
const reachBefore = 40;
const reachBehind = 60;

/** The person's own words: the instruction, and what was answered and added since. */
type OwnWords = Pick<TaskFacts, "query" | "notes" | "secrets">;

/**
 * True when an address takes one of the person's own secrets along, and the person did not write that address.
 *
 * @throws never
 */
export function givesSecretAway(address: string, own: OwnWords): boolean {
	const secrets = secretsOf(own).map(squeezed);
	if (secrets.length === 0 || !URL.canParse(address) || holdsVerbatim(own.query, address)) return false;
	const parts = partsOf(new URL(address));
	const said = [...new Set(parts.flatMap(unpackings))];
	const isTold = said.some((text) => {
		const words = splitWords(fold(text)).map(squeezed);
		const whole = squeezed(text);
		return secrets.some((secret) => (secret.length < longestWhole ? words.includes(secret) || whole === secret : holdsMost(whole, secret)));
	});
	return isTold || secrets.some((secret) => isToldInPieces(parts, secret));
}

/** Nearly all of a secret tells it: three quarters in a row. */
function holdsMost(text: string, secret: string): boolean {
	const most = Math.max(longestWhole, Math.ceil(secret.length * enough));
	for (let from = 0; from + most <= secret.length; from += 1) if (text.includes(secret.slice(from, from + most))) return true;
	return false;
}

/** In pieces, whatever their order. */
function isToldInPieces(parts: readonly string[], secret: string): boolean {
	const pieces = new Set(parts.map(squeezed).filter((part) => part.length >= shortestPiece && secret.includes(part)));
	return secret.length >= longestWhole && [...pieces].reduce((sum, { length }) => sum + length, 0) >= secret.length * enough;
}

/**
 * True when a text holds a secret of the person's own that was not meant for this field: a field that takes no secret by its name, and that
 * the person did not name beside the secret either.
 *
 * @throws never
 */
export function isSecretElsewhere(text: string, field: ElementView | undefined, own: OwnWords): boolean {
	const secrets = holdsSecret(text, own);
	if (secrets.length === 0) return false;
	const name = [field?.name, field?.attributes.get("placeholder"), field?.attributes.get("hint")].join(" ");
	return !ofSecrets.test(name) && !secrets.every((secret) => isNamedBeside(secret, field, own));
}

/** The person's own secrets that a text holds, whatever signs stand between. @throws never */
export function holdsSecret(text: string, own: OwnWords): readonly string[] {
	const whole = squeezed(text);
	return secretsOf(own).filter((secret) => text.includes(secret) || (secret.length >= longestWhole && whole.includes(squeezed(secret))));
}

/** True for a value that the person gave, in the instruction or when asked. @throws never */
export function isGiven(value: string, { query, secrets = [] }: OwnWords): boolean {
	return holdsVerbatim(query, value) || secrets.includes(value);
}

function secretsOf({ query, secrets = [] }: OwnWords): readonly string[] {
	return [...new Set([...secretsIn(query), ...secrets])];
}

const ofSecrets = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:${secretWord}|code|key|código|codice|код)(?![\\p{L}\\p{N}])|${secretWordUnspaced}`,
	"iu",
);

/** "Enter 4711 into the locker field", "Locker: 4711"; and where it was asked for by the field's name. */
function isNamedBeside(secret: string, field: ElementView | undefined, { query, notes = [] }: OwnWords): boolean {
	const names = splitWords(fold(field?.name ?? ""));
	const at = query.indexOf(secret);
	const near = at === -1 ? "" : query.slice(Math.max(0, at - reachBefore), at + secret.length + reachBehind);
	return (
		names.length > 0 &&
		[near.replace(secret, " "), ...notes.filter((note) => note.includes(secret))].some((text) => {
			const around = new Set(splitWords(fold(text)));
			return names.every((word) => around.has(word));
		})
	);
}

function squeezed(text: string): string {
	return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, "") || text;
}
