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
