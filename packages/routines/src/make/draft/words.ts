import type { Words } from "@webhand/contracts/routine/words";

/** The text of words beside their inputs. @throws never */
export function plainText(words: Words): string {
	return words.map((part) => (typeof part === "string" ? part : "")).join("");
}

/** An address as a person reads it. @throws never */
export function decoded(address: string): string {
	try {
		return decodeURIComponent(address);
	} catch {
		return address;
	}
}
