import type { IncomingMessage } from "node:http";
import type { Translation } from "@webhand/contracts/language";
import { Language } from "@webhand/contracts/language";
import accepts from "accepts";
import type { FastifyReply } from "fastify";

/** Words in each language. */
export type Words<English> = { readonly [Key in Language]: Translation<English> };

/**
 * Words in each language. The English ones stand in `words.ts`, the German ones beside it in `words.de.ts` under the same name; a text that is
 * missing there is a type error.
 */
export function inLanguages<const English>(german: Translation<NoInfer<English>>, english: English): Words<English> {
	return { en: english as Translation<English>, de: german };
}

/** The language of a page: the chosen one, else the one of Webhand's that the browser likes best (RFC 9110 §12.5.4), else English. @throws never */
export function languageOf(request: IncomingMessage, chosen?: Language): Language {
	return chosen ?? Language.safeParse(accepts(request).language(Language.options)).data ?? "en";
}

/** Says to whoever keeps the page that it depends on the language of the browser. */
export function varyByLanguage(reply: FastifyReply): void {
	const others = reply.getHeader("vary");
	reply.header("vary", others === undefined ? "Accept-Language" : `${others}, Accept-Language`);
}
