import { z } from "zod";

/** A language that the words of Webhand exist in. */
export const Language = z.enum(["en", "de"]);
export type Language = z.infer<typeof Language>;

/** The same words in another language: as many texts, and functions of the same arguments. */
export type Translation<Words> = Words extends string
	? string
	: Words extends (...given: infer Given) => infer Said
		? (...given: Given) => Translation<Said>
		: { readonly [Key in keyof Words]: Translation<Words[Key]> };

/** Words in each language. */
export type Words<English> = { readonly [Key in Language]: Translation<English> };

/**
 * Words in each language, for whoever learns at run time who reads them. The English ones stand in `words.ts`, the German ones beside it in
 * `words.de.ts` under the same name; a text that is missing there is a type error.
 *
 * @throws never
 */
export function inLanguages<const English>(german: Translation<NoInfer<English>>, english: English): Words<English> {
	return { en: english as Translation<English>, de: german };
}
